import type { Locks } from '../../concurrency/with-lock.ts'

export interface WriterLock {
  /** Takes the writing over from the tab that has it. */
  readonly takeOver: () => void
  readonly release: () => void
}

/** Where a tab is with the lock: it has asked for it · it waits in line, and may leave · it writes · it is gone. */
type Place =
  | { readonly at: 'asking' }
  | { readonly at: 'line'; readonly leave: AbortController }
  | { readonly at: 'writing'; readonly release: () => void }
  | { readonly at: 'gone' }

/**
 * Lets one tab of this browser write an attempt. Calls `onChange(true)` when this tab may write, immediately or after the tab
 * before it, and `onChange(false)` when another tab has the lock or took it over. Without Web Locks, or if the
 * browser refuses them, every tab may write: the lease in the storage still refuses all but the newest.
 */
export function holdWriterLock(locks: Locks, name: string, onChange: (mayWrite: boolean) => void): WriterLock {
  let place: Place = { at: 'asking' }
  const isGone = () => place.at === 'gone'

  function ask(options: LockOptions): Promise<void> {
    return locks!
      .request(name, options, async (lock) => {
        if (lock === null || isGone()) return false
        await new Promise<void>((release) => {
          place = { at: 'writing', release }
          onChange(true)
        })
        return true
      })
      .then(
        (held) => {
          if (!held && !isGone()) waitInLine()
        },
        (error: unknown) => {
          if (options.signal?.aborted === true || isGone()) return
          // The tab where the person continues stole the lock. The browser's own refusals would come again immediately.
          if (isAbort(error)) waitInLine()
          else writeUnlocked()
        },
      )
  }

  function waitInLine(): void {
    const leave = new AbortController()
    place = { at: 'line', leave }
    onChange(false)
    void ask({ signal: leave.signal })
  }

  function writeUnlocked(): void {
    place = { at: 'writing', release: () => undefined }
    onChange(true)
  }

  if (locks === null) writeUnlocked()
  else void ask({ ifAvailable: true })
  return {
    takeOver: () => {
      // A tab that has the lock, or has asked for it, must not take it from itself.
      if (place.at !== 'line') return
      place.leave.abort()
      place = { at: 'asking' }
      void ask({ steal: true })
    },
    release: () => {
      if (place.at === 'line') place.leave.abort()
      if (place.at === 'writing') place.release()
      place = { at: 'gone' }
    },
  }
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'
