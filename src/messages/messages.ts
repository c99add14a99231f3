/**
 * The specification's sentences (sections 5 and 8), to the letter and in their own languages, and those Russian ones whose text
 * it leaves to us. This file has the sentences of every page; accounts, tests and feedback have files of their own. Each file
 * has two catalogues, and the build chooses one: Ukrainian alone, or the specification's with the Ukrainian sentence as a first
 * line over each foreign one (`Sentence` of src/ui). All other texts are Ukrainian, in one file a feature, so that each page
 * loads only its own.
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

/** The loaded catalogues, each with its Ukrainian one. They register themselves, so that no page loads those of others. */
const catalogues: [specified: Catalogue, uk: Catalogue][] = []

/** Registers a pair of catalogues for `inUkrainian`, and returns `specified`. */
export function withUkrainianFirst<C extends Catalogue>(specified: C, uk: C): C {
  catalogues.push([specified, uk])
  return specified
}

export const messages = import.meta.env.VITE_MESSAGES === 'uk' ? uk : withUkrainianFirst(specified, uk)

/** The Ukrainian first line over `sentence`; undefined if it is Ukrainian, or another server's own. */
export function inUkrainian(sentence: string): string | undefined {
  // The only number in a sentence is the seconds of a time-out.
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

/** For a page that came in place of data (S8.10). */
export const htmlInsteadOfData = 'Замість даних сервер надіслав сторінку. Спробуйте ще раз за хвилину.'
/** The same during polling, which continues by itself (S8.10). */
export const pageInPlace =
  'Замість даних сервер надіслав сторінку. Питаємо далі самі; якщо ви в мережі готелю чи кафе, можливо, у ній треба спершу ввійти.'

/** The sentence of a failed call: the server's, a lost network's (some calls pass the Russian `network`), or `fallback`. */
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
