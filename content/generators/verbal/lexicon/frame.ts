/**
 * The lexicon of relations is our own. A frame is a table: subjects down, relations across; the cell holds the word that
 * stands to the subject in that relation. After «|» come other words that would also be right: they are never shown as
 * wrong options. An empty cell: no word that everybody would give.
 */
export type Relation = {
  name: string
  /** What relations of several frames have in common; an exam has one item at most of a named sense. */
  sense?: string
  /** How the pair hangs together; completes «Зв’язок у парі: …». */
  said: string
  /** Prior difficulty in logits of seeing this relation. Absent: it is not asked, and only stands among the options. */
  level?: number
  /** What the answers look like, where they are not all nouns or all adjectives: nothing else is beside them. */
  form?: 'verb' | 'name'
  /**
   * The relation of the frame whose words are of the same kind (towns beside a capital): they are beside the answers, for
   * words of another kind would be told apart without a thought of how the pair hangs together.
   */
  beside?: string
  /** The answers are things of one kind (tools, young, units), which a person may see in any list of words. */
  isKind?: boolean
}

export type Subject = { word: string; cells: readonly Cell[] }
export type Cell = { word: string; also: readonly string[] } | undefined
export type Frame = { name: string; relations: readonly Relation[]; subjects: readonly Subject[] }

/** Rows are written as «корова: теля; мукає | реве; хлів | корівник». */
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
