import type { Locks } from '../../concurrency/with-lock.ts'
import { onExamDbClosed } from '../replica/database.ts'
import { onSubmissionChange } from '../sync/channel.ts'
import type { AttemptContext } from './context.ts'
import type { DiskWrites } from './disk-writes.ts'
import type { AttemptEffects } from './effects.ts'

export interface OtherTabs {
  /** Takes the writing over from the tab that has it. */
  readonly takeOver: () => void
  readonly stop: () => void
}

interface OtherTabsParts {
  readonly effects: AttemptEffects
  readonly writes: Pick<DiskWrites, 'forget'>
  /** Reads what is kept and goes on from there. */
  readonly comeBack: () => void
  /** The same in a tab that may only look on, and loses nothing by what it cannot read. */
  readonly readAnew: () => Promise<void>
}

/**
 * What comes to an exam's page from outside it: which tab may write, what became of its submission in other hands, and that
 * the storage was closed under it.
 */
export function watchOtherTabs(
  context: AttemptContext,
  { effects, writes, comeBack, readAnew }: OtherTabsParts,
): OtherTabs {
  const { attempt } = context
  const { locks, mode, ownerId, purchaseId, report } = context.ports
  const stopFollowing = onSubmissionChange((change) => {
    if (change.draftId !== attempt.row()?.draftId) return
    // Submitted by another tab while this one only looked on: read anew where the exam is.
    const { state } = context.view()
    if (state.phase === 'answering') void readAnew()
    // What was refused is being sent once more.
    else if (state.phase === 'failed' && state.failure.kind === 'needs-attention') comeBack()
    else void effects.followSubmission(change).catch(report)
  })
  const stopWatching = onExamDbClosed(effects.lookAfterStorage)
  const lock = holdWriterLock(locks, `${mode}-writer:${ownerId}:${purchaseId}`, (mayWrite) => {
    context.show({ isWriter: mayWrite })
    if (mayWrite || context.view().stage === 'looking') return comeBack()
    // The tab that writes now may not have been able to raise the lease: nothing else would stop a later write of ours.
    writes.forget()
    effects.drop()
    context.dispatch({ type: 'writer-changed', writer: 'other-tab' })
  })

  return {
    takeOver: lock.takeOver,
    stop: () => {
      stopFollowing()
      stopWatching()
      lock.release()
    },
  }
}

export interface WriterLock {
  /** Takes the writing over from the tab that has it. */
  readonly takeOver: () => void
  readonly release: () => void
}

/** Where a tab is with the lock: it has asked for it · it waits in line, and may leave that · it writes · it is gone. */
type Place =
  | { readonly at: 'asking' }
  | { readonly at: 'line'; readonly leave: AbortController }
  | { readonly at: 'writing'; readonly release: () => void }
  | { readonly at: 'gone' }

/**
 * Lets one tab of this browser write an attempt. `onChange(true)` when this tab may write, at once or when the tab
 * before it goes away; `onChange(false)` when another one has it or took it over. Without Web Locks every tab may: the
 * lease in the storage still refuses all but the newest.
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
        // The lock was stolen by the tab where the person goes on; or this tab left the line to reach for it.
        () => {
          if (options.signal?.aborted !== true && !isGone()) waitInLine()
        },
      )
  }

  function waitInLine(): void {
    const leave = new AbortController()
    place = { at: 'line', leave }
    onChange(false)
    void ask({ signal: leave.signal })
  }

  if (locks === null) onChange(true)
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
