/**
 * The sentences that the specification gives, to the letter, in the language in which it gives them (its sections 5 and 8),
 * and those Russian ones whose text it leaves to us: here what any page may have to say, and in files of their own those of
 * accounts, tests and feedback. Each file holds both catalogues, and the build chooses: the Ukrainian one alone, or the
 * specification's, and then the Ukrainian sentence is a first line over each foreign one (`Sentence` of src/ui). All other
 * sentences are Ukrainian in any case and live beside these, one file a feature, imported by the feature itself so that each
 * page loads only its own.
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

type Sentence = string | ((seconds: number) => string)
type Catalogue = Readonly<Record<string, Sentence>>

/** Each with the same in Ukrainian, as far as they are loaded: a catalogue brings its own, so that no page loads those of others. */
const catalogues: [specified: Catalogue, uk: Catalogue][] = []

/** `specified`; from now on `inUkrainian` knows what `uk` says in place of its Russian and English sentences. */
export function withUkrainianFirst<C extends Catalogue>(specified: C, uk: C): C {
  catalogues.push([specified, uk])
  return specified
}

export const messages = import.meta.env.VITE_MESSAGES === 'uk' ? uk : withUkrainianFirst(specified, uk)

/** The line before `sentence`; undefined for one that is Ukrainian itself, or that another server made up. */
export function inUkrainian(sentence: string): string | undefined {
  // A time-out says its seconds, and nothing else has a number.
  const seconds = Number(/\d+/.exec(sentence))
  const read = (said: Sentence) => (typeof said === 'string' ? said : said(seconds))
  for (const [specified, uk] of catalogues) {
    for (const key in specified) {
      const meaning = read(uk[key]!)
      if (read(specified[key]!) === sentence && meaning !== sentence) return meaning
    }
  }
  return undefined
}

interface FailedCall {
  kind: 'reply' | 'network' | 'html' | 'contract'
  detail?: string | undefined
}

/** What a person reads when a page comes in place of data (S8.10). */
export const htmlInsteadOfData = 'Замість даних сервер надіслав сторінку. Спробуйте ще раз за хвилину.'
/** The same of a poll, which continues by itself (S8.10). */
export const pageInPlace =
  'Замість даних сервер надіслав сторінку. Питаємо далі самі; якщо ви в мережі готелю чи кафе, можливо, у ній треба спершу ввійти.'

/**
 * The sentence for a failed call: the server's own, that of a lost network, or `fallback`. Some calls of the
 * specification name the lost network in Russian: they pass `network`.
 */
export function failureSentence(error: unknown, fallback: string, network: string = messages.network): string {
  if (!isFailedCall(error)) return fallback
  if (error.kind === 'network') return network
  if (error.kind === 'html') return htmlInsteadOfData
  return error.detail ?? fallback
}

function isFailedCall(error: unknown): error is FailedCall {
  return error instanceof Error && 'kind' in error && typeof error.kind === 'string'
}

const rules = new Intl.PluralRules('uk')

/** A number with its noun in the right form: 1 питання, 3 питання, 5 питань. Fractions take the form of «few». */
export function counted(n: number, one: string, few: string, many: string): string {
  const forms = { one, few, many, other: few, zero: many, two: few }
  return `${n}\u00a0${forms[rules.select(n)]}`
}
