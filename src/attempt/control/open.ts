import { unpersistedEvents } from '../machine/answers.ts'
import type { AttemptState } from '../machine/state.ts'
import { initialState } from '../machine/transition.ts'
import {
  hasOwnAnswers,
  holdsAnswers,
  type KeptAttempt,
  type Reader,
  type WayIn,
  wayIn,
  withChanges,
} from '../machine/resume.ts'
import type { AttemptContext } from './context.ts'
import type { DiskWrites } from './disk-writes.ts'
import { isUnderWay } from './view.ts'
import type { PageAttempt } from './page-attempt.ts'

/** A storage that has not answered by then is broken, and the person is told so. Milliseconds. */
const storageTimeoutMs = 15_000

export interface Opener {
  /** Reads what this browser has kept and goes on from there; also when this tab becomes the one that writes. */
  readonly resume: () => Promise<void>
  /** A new attempt, or with `fresh` false the one that the server has open. A double click is one click: one attempt. */
  readonly start: (fresh: boolean) => Promise<void>
  /** Goes on, whatever becomes of the storage, with what it failed at. */
  readonly goOnInMemory: () => void
  /** The storage has failed: the page says so, unless it has answers that no other screen may take the place of. */
  readonly cannotKeep: (error: unknown) => void
  readonly stop: () => void
}

interface OpenerParts {
  /** Puts the exam to a state that no event led to. */
  readonly enter: (state: AttemptState) => void
  readonly writes: Pick<DiskWrites, 'save' | 'forget'>
  /** Makes this device the one that writes, on the server. */
  readonly takeOver: () => void
}

/** The way into an exam: what is kept of it is found, or a new one is begun, and a storage that fails is said. */
export function createOpener(context: AttemptContext, { writes, enter, takeOver }: OpenerParts): Opener {
  const { attempt, time, ports } = context
  // Called on nothing: the window's own reportError refuses to be called as a method of anything else.
  const { report } = ports
  let isStarting = false
  /** What a broken storage has interrupted. */
  let interrupted = resume

  let timer = setTimeout(notAnswered, storageTimeoutMs)

  function notAnswered(): void {
    cannotKeep(new Error('The storage of this browser does not answer'))
  }

  function cannotKeep(error: unknown): void {
    report(error)
    const { stage, state } = context.view()
    // It has answers that may be nowhere else: no other screen may take its place.
    if (stage === 'running' && hasOwnAnswers(state)) return goOnInMemory(resume)
    context.show({ stage: 'running', state: { phase: 'failed', failure: { kind: 'storage' } } })
  }

  function goOnInMemory(work: () => Promise<void>): void {
    attempt.allowMemoryOnly()
    void work().catch(report)
  }

  async function resume(): Promise<void> {
    interrupted = resume
    if (attempt.isMemoryOnly() && isUnderWay(context.view())) return goOnMemoryOnly()
    const found = await find()
    if (found === 'superseded' || context.isStopped()) return
    const kept = found === 'deleted' ? null : found
    if (kept !== null) time.setByOffset(attempt.row()?.clockOffset ?? 0)
    go(wayIn(context.view().state, found, reader(kept?.entries ?? [])))
    if (kept !== null) settle(kept)
  }

  function reader(entries: KeptAttempt['entries']): Reader {
    return {
      isEntered: attempt.isEntered(),
      isWriter: context.view().isWriter,
      deviceId: attempt.deviceId(),
      changes: attempt.changesByOthers(entries),
    }
  }

  function go(way: WayIn): void {
    switch (way.to) {
      case 'intro':
        return context.show({ stage: 'intro' })
      case 'state':
        return enter(way.state)
      case 'stay':
        return
      case 'without-disk':
        for (const event of way.events) context.dispatch({ type: 'answer-not-kept', event })
        return goOnInMemory(resume)
    }
  }

  function settle(kept: KeptAttempt): void {
    keepAgain()
    // No lease in the storage tells the other tabs: the server's epoch does.
    // Another tab that has been given the writing meanwhile keeps it.
    if (!attempt.isMemoryOnly() || !context.view().isWriter) return
    if (context.view().state.phase === 'answering') takeOver()
    // It could not be read, perhaps for a moment only; where no answer waits for the disk nothing else would ask for the lease.
    if (kept.paper === null) attempt.hear({ type: 'row-missing' })
  }

  /** This page has what no disk has, and the disk what another tab has written meanwhile. */
  async function goOnMemoryOnly(): Promise<void> {
    const entries = await attempt.readAnswers()
    if (context.isStopped()) return
    enter(withChanges(context.view().state, attempt.row(), reader(entries)))
    keepAgain()
  }

  /** Should the storage answer after all, the exam is shown as it is kept. */
  async function find(): ReturnType<PageAttempt['find']> {
    clearTimeout(timer)
    const own = setTimeout(notAnswered, storageTimeoutMs)
    timer = own
    try {
      return await attempt.find({
        mayWrite: () => context.view().isWriter,
        holds: () => holdsAnswers(context.view().state),
        onLate: () => void resume().catch(cannotKeep),
      })
    } finally {
      clearTimeout(own)
    }
  }

  /** What the storage was not heard to keep, and nothing else, is offered to it again, now that this page may write. */
  function keepAgain(): void {
    const { state, isWriter } = context.view()
    writes.forget()
    if (state.phase !== 'answering' || !isWriter) return
    for (const event of unpersistedEvents(state.answers)) writes.save(event)
  }

  async function start(fresh: boolean, startKey = fresh ? ports.newId() : null): Promise<void> {
    if (isStarting) return
    isStarting = true
    // Under the same key: what the storage failed at may be in it all the same, and would begin a second attempt.
    interrupted = () => start(fresh, startKey)
    clearTimeout(timer)
    let isBegun
    try {
      isBegun = await attempt.begin(startKey)
      // From here on there is an attempt to go on with: a second one would be begun beside it.
      interrupted = resume
    } finally {
      isStarting = false
    }
    if (context.isStopped()) return
    if (!isBegun) return resume()
    enter(initialState(attempt.row()?.startKey ?? null))
  }

  return {
    resume,
    start: (fresh) => start(fresh),
    goOnInMemory: () => goOnInMemory(interrupted),
    cannotKeep,
    stop: () => clearTimeout(timer),
  }
}
