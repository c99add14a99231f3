import type { Screen } from './screen.ts'

/** One press on an option, and what the screen has said about it since. Presses are in their order. */
export interface Press {
  readonly device: number
  readonly questionId: string
  readonly optionId: string
  saved: 'device' | 'server' | null
}

/** Notes presses, and answers that screens called saved. Knows nothing of the product's storage. */
export class Witness {
  readonly presses: Press[] = []
  /** Answers that a screen offered in a conflict: questionId and optionId. */
  readonly #offered = new Set<string>()
  /** Answers that were shown to another person. */
  readonly leaks: string[] = []
  /** Presses on «start», each of which may open one attempt. */
  starts = 0
  hasBegun = false

  pressed(device: number, questionId: string, optionId: string): void {
    this.presses.push({ device, questionId, optionId, saved: null })
  }

  /** Notes a look at a page. Only the device's own last press counts: another tab's old screen promises nothing new. */
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

  /** Presses called saved that are neither in the graded attempt, nor replaced by a later press, nor offered in a conflict. */
  lost(graded: ReadonlyMap<string, unknown>): Press[] {
    return [...new Set(this.presses.map(({ questionId }) => questionId))].flatMap((questionId) => {
      const last = this.lastOf(questionId, ({ saved }) => saved !== null)
      if (last === undefined || this.#offered.has(`${questionId}/${last.optionId}`)) return []
      const since = this.presses.slice(this.presses.indexOf(last)).filter((press) => press.questionId === questionId)
      return since.some(({ optionId }) => optionId === graded.get(questionId)) ? [] : [last]
    })
  }
}
