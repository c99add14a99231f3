import type { Locks } from '../concurrency/with-lock.ts'

export interface WriterLock {
  /** Takes the writing over from the tab that has it. */
  readonly takeOver: () => void
  readonly release: () => void
}

/**
 * Lets one tab of this browser write an attempt. `onChange(true)` when this tab may write, at once or when the tab
 * before it goes away; `onChange(false)` when another one has it or took it over. Without Web Locks every tab may: the
 * claim in the storage still refuses all but the newest.
 */
export function holdWriterLock(locks: Locks, name: string, onChange: (mayWrite: boolean) => void): WriterLock {
  let release: () => void = () => undefined
  let isReleased = false
  /** Set while this tab stands in line; a tab that has the lock, or reaches for it, must not take it from itself. */
  let line: AbortController | null = null

  function hold(options: LockOptions): Promise<void> {
    return locks!
      .request(name, options, async (lock) => {
        if (lock === null || isReleased) return false
        line = null
        onChange(true)
        await new Promise<void>((resolve) => {
          release = resolve
        })
        return true
      })
      .then(
        (held) => {
          if (!held && !isReleased) waitInLine()
        },
        // The lock was stolen by the tab where the person goes on; or this tab left the line to reach for it.
        () => {
          if (options.signal?.aborted !== true && !isReleased) waitInLine()
        },
      )
  }

  function waitInLine(): void {
    onChange(false)
    line = new AbortController()
    void hold({ signal: line.signal })
  }

  if (locks === null) onChange(true)
  else void hold({ ifAvailable: true })
  return {
    takeOver: () => {
      if (line === null) return
      line.abort()
      line = null
      void hold({ steal: true })
    },
    release: () => {
      isReleased = true
      line?.abort()
      release()
    },
  }
}
