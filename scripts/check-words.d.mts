/** A listed word at its place. `line` 0: the name of the file. */
export interface FoundWord {
  file: string
  line: number
  word: string
  text: string
  write: string
}

export function findWords(file: string, source: string): FoundWord[]
export function readWords(projectRoot?: string): FoundWord[]
