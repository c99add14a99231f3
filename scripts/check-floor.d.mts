export interface YoungUse {
  file: string
  line: number
  /** As it is called there: `URL.canParse`, or a method's name alone. */
  name: string
  /** Those of the floor that have not got it. */
  browsers: string[]
}
export function declaredIn(source: string): string[]
export function findYoung(file: string, source: string, declared?: Set<string>): YoungUse[]
