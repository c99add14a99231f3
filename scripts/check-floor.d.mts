export interface YoungUse {
  file: string
  line: number
  /** The name in the source: `URL.canParse`, or a method's name alone. */
  name: string
  /** Browsers of the floor that lack it. */
  browsers: string[]
}
export function declaredIn(source: string): string[]
export function findYoung(file: string, source: string, declared?: Set<string>): YoungUse[]
