/** Typing is kept after a pause this short. Milliseconds. */
const pause = 300

export interface PendingText {
  readonly type: (text: string) => void
  /** Saves what was typed and not saved yet. */
  readonly flush: () => void
  readonly saveWith: (save: (text: string) => void) => void
}

/** Holds the last words of somebody who types, for a moment. */
export function createPendingText(): PendingText {
  let save: (text: string) => void = () => undefined
  let waiting: { text: string; timer: ReturnType<typeof setTimeout> } | null = null

  function flush(): void {
    if (waiting === null) return
    const { text, timer } = waiting
    clearTimeout(timer)
    waiting = null
    save(text)
  }
  return {
    type: (text) => {
      clearTimeout(waiting?.timer)
      waiting = { text, timer: setTimeout(flush, pause) }
    },
    flush,
    saveWith: (next) => {
      save = next
    },
  }
}
