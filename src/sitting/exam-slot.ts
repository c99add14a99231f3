import type { ExamRunner } from './exam-runner.ts'
import type { ExamView } from './exam-view.ts'

/** The place of one runner: there is one while somebody looks, and none before and after. */
export interface ExamSlot {
  readonly subscribe: (listener: () => void) => () => void
  readonly runner: () => ExamRunner | null
  readonly view: () => ExamView | null
}

export function createExamSlot(create: () => ExamRunner): ExamSlot {
  let runner: ExamRunner | null = null
  let lookers = 0
  return {
    subscribe: (listener) => {
      runner ??= create()
      lookers += 1
      const unsubscribe = runner.subscribe(listener)
      return () => {
        unsubscribe()
        lookers -= 1
        if (lookers > 0) return
        runner?.stop()
        runner = null
      }
    },
    runner: () => runner,
    view: () => runner?.view() ?? null,
  }
}
