/**
 * A frame of our own lexicon is a table: subjects down, relations across. A cell holds the word in that relation to the
 * subject. After «|» come other words that would also be right, so they are never wrong options. A cell is empty if not
 * everybody would give one word.
 */
export type Relation = {
  name: string
  /** The sense that relations of several frames share. An exam has at most one item of a named sense. */
  sense?: string
  /** The connection of the pair; completes «Зв’язок у парі: …». */
  said: string
  /** Prior difficulty of seeing this relation, in logits. Absent: it is never asked, and only gives options. */
  level?: number
  /** The form of the answers, if they are not all nouns or all adjectives: only words of this form come with them. */
  form?: 'verb' | 'name'
  /**
   * The relation of the frame whose words are of the same kind (towns with a capital). They come with the answers, because
   * words of another kind would stick out without a thought about the connection.
   */
  beside?: string
  /** The answers are of one kind (tools, young, units), which a person may see in any list of words. */
  isKind?: boolean
}

export type Subject = { word: string; cells: readonly Cell[] }
export type Cell = { word: string; also: readonly string[] } | undefined
export type Frame = { name: string; relations: readonly Relation[]; subjects: readonly Subject[] }

/** Reads a frame. A row is «корова: теля; мукає | реве; хлів | корівник». */
export function frame(name: string, relations: readonly Relation[], rows: readonly string[]): Frame {
  const subjects = rows.map((row) => {
    const [word, cells] = row.split(': ') as [string, string]
    return { word, cells: cells.split(';').map((cell) => readCell(cell.trim())) }
  })
  for (const { word, cells } of subjects) {
    if (cells.length !== relations.length) throw new Error(`The lexicon's row «${word}» has ${cells.length} cells`)
  }
  return { name, relations, subjects }
}

function readCell(text: string): Cell {
  const [word, ...also] = text.split('|').map((each) => each.trim())
  return word ? { word, also } : undefined
}
