/** A word of the list at its place. `line` 0: the name of the file. */
export interface FoundWord {
  file: string
  line: number
  word: string
  text: string
  write: string
}
/** For each room, how often each word is there. */
export type WordCounts = Record<string, Record<string, number>>

export function findWords(file: string, source: string): FoundWord[]
export function readWords(projectRoot?: string): { all: FoundWord[]; counts: WordCounts }
export function judgeWords(read: { all: FoundWord[]; counts: WordCounts }, allowance: WordCounts): string[]
export function lowered(counts: WordCounts, allowance: WordCounts): WordCounts
