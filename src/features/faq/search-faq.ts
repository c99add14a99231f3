import { pastedLine } from '#contract/pasted-text.ts'

interface Entry {
  readonly topic: string
  readonly question: string
  readonly answer: string
}

/**
 * The entries that have every word of `term` in their topic, question or answer. Case does not matter, nor which apostrophe
 * was typed, nor the tags of an answer. Without a word all of them.
 */
export function searchFaq<Row extends Entry>(rows: readonly Row[], term: string): Row[] {
  const words = plain(term).split(' ').filter(Boolean)
  return rows.filter(({ topic, question, answer }) => {
    const text = plain(`${topic} ${question} ${answer.replace(/<[^>]*>/g, ' ')}`)
    return words.every((word) => text.includes(word))
  })
}

function plain(text: string): string {
  return pastedLine(text)
    .toLocaleLowerCase('uk')
    .replace(/[ʼ’‘`´]/g, "'")
    .replace(/ґ/g, 'г')
    .replace(/\s+/g, ' ')
}
