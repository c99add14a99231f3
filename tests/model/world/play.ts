import type { Timeline } from './timeline.ts'

/** Node runs the promises of one immediate before the next: each task gets an immediate of its own, planned in handfuls. */
const handful = 16
const realImmediate = setImmediate

/** Lets the world live until the virtual moment `until`, or until `isOver` says so after a task. */
export function play(timeline: Timeline, until: number, isOver: () => boolean = () => false): Promise<void> {
  return new Promise((resolve) => {
    let left = 0
    let isDone = false
    function turn(): void {
      left -= 1
      if (!isDone && (isOver() || !timeline.step(until))) {
        isDone = true
        resolve()
      }
      if (!isDone && left === 0) plan()
    }
    function plan(): void {
      left = handful
      for (let n = 0; n < handful; n += 1) realImmediate(turn)
    }
    plan()
  })
}
