import type { Timeline } from './timeline.ts'

/** Node runs an immediate's promises before the next one, so each task gets one. They are planned in groups. */
const handful = 16
const realImmediate = setImmediate

/** Plays the world until the virtual time `until`, or until `isOver` is true after a task. */
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
