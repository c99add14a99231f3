import { withUkrainianFirst } from './in-ukrainian.ts'

/**
 * The sentences that the specification gives, to the letter, in the language in which it gives them (its sections 5 and 8),
 * and those Russian ones whose text it leaves to us: here what any page may have to say, and in files of their own those of
 * accounts, tests and feedback. Each file holds both catalogues, and the build chooses: the Ukrainian one alone, or the
 * specification's, and then the Ukrainian sentence is a first line over each foreign one (`Sentence` of src/ui). All other sentences are Ukrainian
 * in any case and live beside these, one file a feature, imported by the feature itself so that each page loads only its own.
 */
export const specified = {
  loading: 'Завантаження...',
  refreshFailed: 'Помилка оновлення токену',
  network: 'Помилка мережі',
  networkRussian: 'Ошибка сети',
  profileLoadFailed: 'Не удалось загрузить профиль',
  availableTestsFailed: 'Не удалось загрузить доступные тесты',
  legalFailed: 'An unknown error occurred',
}

/** The same catalogue with Ukrainian in place of Russian and English, chosen by VITE_MESSAGES=uk. */
// Pure: a build that chose the other catalogue leaves this one out.
export const uk: typeof specified = /* @__PURE__ */ Object.assign({}, specified, {
  networkRussian: 'Помилка мережі',
  profileLoadFailed: 'Не вдалося завантажити профіль',
  availableTestsFailed: 'Не вдалося завантажити доступні тести',
  legalFailed: 'Сталася невідома помилка',
} satisfies Partial<typeof specified>)

export const messages = import.meta.env.VITE_MESSAGES === 'uk' ? uk : withUkrainianFirst(specified, uk)
