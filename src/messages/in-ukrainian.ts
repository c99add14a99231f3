type Sentence = string | ((seconds: number) => string)
type Catalogue = Readonly<Record<string, Sentence>>

/** Each with the same in Ukrainian, as far as they are loaded: a catalogue brings its own, so that no page loads those of others. */
const catalogues: [specified: Catalogue, uk: Catalogue][] = []

/** `specified`; from now on `inUkrainian` knows what `uk` says in place of its Russian and English sentences. */
export function withUkrainianFirst<C extends Catalogue>(specified: C, uk: C): C {
  catalogues.push([specified, uk])
  return specified
}

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
