import type { Screen } from './screen.ts'

/** One press on an option, in the order in which they were made, and what the screen has said of it since. */
export interface Press {
  readonly device: number
  readonly questionId: string
  readonly optionId: string
  saved: 'device' | 'server' | null
}

/** Notes what was pressed and what screens have called saved; knows nothing of how the product keeps it. */
export class Witness {
  readonly presses: Press[] = []
  /** Answers that a screen offered in a conflict: questionId and optionId. */
  readonly #offered = new Set<string>()
  /** What was shown to somebody whom it does not belong to. */
  readonly leaks: string[] = []
  /** Presses on «start», each of which asks for one attempt at the most. */
  starts = 0
  /** Whether a question was seen. */
  hasBegun = false

  pressed(device: number, questionId: string, optionId: string): void {
    this.presses.push({ device, questionId, optionId, saved: null })
  }

  /** A look at a page. Only the device's own last press counts: another tab's old screen promises nothing new. */
  sees(device: number, screen: Screen): void {
    if (screen.question === null) return
    this.hasBegun = true
    const { id, chosen, saving, offered } = screen.question
    for (const optionId of offered) this.#offered.add(`${id}/${optionId}`)
    if (chosen === null || (saving !== 'device' && saving !== 'server')) return
    const last = this.lastOf(id, (press) => press.device === device)
    if (last?.optionId === chosen && last.saved !== 'server') last.saved = saving
  }

  lastOf(questionId: string, matches: (press: Press) => boolean): Press | undefined {
    return this.presses.findLast((press) => press.questionId === questionId && matches(press))
  }

  acknowledged(): number {
    return this.presses.filter(({ saved }) => saved !== null).length
  }

  /** What was called saved and is neither in the graded attempt, nor replaced by a later press, nor offered as a choice. */
  lost(graded: ReadonlyMap<string, unknown>): Press[] {
    return [...new Set(this.presses.map(({ questionId }) => questionId))].flatMap((questionId) => {
      const last = this.lastOf(questionId, ({ saved }) => saved !== null)
      if (last === undefined || this.#offered.has(`${questionId}/${last.optionId}`)) return []
      const since = this.presses.slice(this.presses.indexOf(last)).filter((press) => press.questionId === questionId)
      return since.some(({ optionId }) => optionId === graded.get(questionId)) ? [] : [last]
    })
  }
}
