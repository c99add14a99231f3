import type { AnswerEvent } from '#contract/question.ts'
import { type AnswerBook, ownEvents, takeKept, unkeptEvents, withUnkept } from '../engine/answer-book.ts'
import type { Answering, ExamSession, Submitting } from '../engine/exam-phase.ts'
import { startSession } from '../engine/exam-session.ts'
import type { Paper } from '../engine/paper.ts'
import { type KeptAttempt, resumeSession } from '../engine/resume-session.ts'
import type { ExamCore } from './exam-core.ts'
import { isUnderWay } from './is-under-way.ts'
import type { OwnAttempt } from './own-attempt.ts'

/** A storage that has not answered by then is broken, and the person is told so. Milliseconds. */
const storagePatience = 15_000

export interface ExamEntrance {
  /** Reads what this browser has kept and goes on from there; also when this tab becomes the one that writes. */
  readonly resume: () => Promise<void>
  /** A new attempt, or with `fresh` false the one that the server has open. A double click is one click: one attempt. */
  readonly start: (fresh: boolean) => Promise<void>
  /** Goes on, whatever becomes of the storage, with what it failed at. */
  readonly goOnUnkept: () => void
  /** The storage has failed, and nothing stands on this page yet that it should not take the place of. */
  readonly cannotKeep: (error: unknown) => void
  readonly stop: () => void
}

interface EntranceParts {
  /** Puts the exam to a state that no event led to. */
  readonly enter: (session: ExamSession) => void
  /** Makes this device the one that writes, on the server. */
  readonly takeOver: () => void
}

/** The way into an exam: what is kept of it is found, or a new one is begun, and a storage that fails is told of. */
export function createExamEntrance(core: ExamCore, { enter, takeOver }: EntranceParts): ExamEntrance {
  const { attempt, time, ports } = core
  // Called on nothing: the window's own reportError refuses to be called as a method of anything else.
  const { report } = ports
  let isStarting = false
  /** What a broken storage has interrupted. */
  let interrupted = resume

  let patience = setTimeout(notAnswered, storagePatience)

  function notAnswered(): void {
    cannotKeep(new Error('The storage of this browser does not answer'))
  }

  function cannotKeep(error: unknown): void {
    report(error)
    const { stage, session } = core.view()
    // Answers stand on this page that may be nowhere else: no other screen may take its place.
    if (stage === 'running' && hasOwnAnswers(session)) return goOnUnkept(resume)
    core.show({ stage: 'running', session: { phase: 'failed', failure: { kind: 'storage' } } })
  }

  function goOnUnkept(work: () => Promise<void>): void {
    attempt.allowUnclaimed()
    void work().catch(report)
  }

  async function resume(): Promise<void> {
    interrupted = resume
    const standing = core.view()
    if (attempt.isUnclaimed() && standing.stage === 'running' && isUnderWay(standing)) {
      return goOnUnclaimed()
    }
    const kept = await found()
    if (kept === 'superseded' || core.isStopped()) return
    if (kept === 'deleted') return goOnDeleted()
    const { session } = core.view()
    // Over, under a page that was answering: another tab has brought the exam to its end.
    if (kept === null && hasOwnAnswers(session)) return enter({ phase: 'finished', result: null })
    if (kept === null) return core.show({ stage: 'intro' })
    time.setByOffset(attempt.row()?.clockOffset ?? 0)
    const news = attempt.newsIn(kept.entries)
    // Another one was begun since in another tab: what stands here belongs to the attempt before it.
    const here = core.isEntered() ? session : unqueued(session)
    const goesOn = hasOwnAnswers(here) && (core.isEntered() || isSameAttempt(here, kept))
    enter(goesOn ? wentOn(here, kept, news) : resumeSession(kept))
    keepAgain()
    // No claim in the storage tells the other tabs: the server's epoch does.
    // Another tab that has been given the writing meanwhile keeps it.
    if (!attempt.isUnclaimed() || !core.view().isWriter) return
    if (core.view().session.phase === 'answering') takeOver()
    // It could not be read, perhaps for a moment only; where no answer waits for the disk nothing else would ask for the claim.
    if (kept.paper === null) void core.restore().catch(report)
  }

  /** The browser's data were deleted under this page: until they are written anew, its answers stand on it alone. */
  function goOnDeleted(): void {
    const { session, isWriter } = core.view()
    const own = unqueued(session)
    if (!hasOwnAnswers(own)) return core.show({ stage: 'intro' })
    // A page that only looks on writes nothing, and keeps what it shows.
    if (!isWriter) return
    if (own.phase === 'submitting') return enter(own)
    for (const event of ownEvents(own.book)) core.dispatch({ type: 'answer-not-kept', event })
    goOnUnkept(resume)
  }

  /** On this page stands what no disk has; on the disk, what another tab has written meanwhile. */
  async function goOnUnclaimed(): Promise<void> {
    const entries = await attempt.readAnswers()
    if (core.isStopped()) return
    const { session } = core.view()
    const news = attempt.newsIn(entries)
    enter(withNews(session, news))
    keepAgain()
  }

  /** Should the storage answer after all, the exam is shown as it is kept. */
  async function found(): ReturnType<OwnAttempt['find']> {
    clearTimeout(patience)
    const own = setTimeout(notAnswered, storagePatience)
    patience = own
    try {
      return await attempt.find({
        mayWrite: () => core.view().isWriter,
        holds: () => hasOwnAnswers(unqueued(core.view().session)),
        onLate: () => void resume().catch(cannotKeep),
      })
    } finally {
      clearTimeout(own)
    }
  }

  /** What the storage was not heard to keep, and nothing else, is offered to it again, now that this page may write. */
  function keepAgain(): void {
    const { session, isWriter } = core.view()
    core.keeper.forget()
    if (session.phase !== 'answering' || !isWriter) return
    for (const event of unkeptEvents(session.book)) core.keeper.save(event)
  }

  /** Where the exam has gone on in another tab, what was handed in here, and reached no outbox, goes on as well. */
  function withNews(session: ExamSession, news: readonly AnswerEvent[]): ExamSession {
    if (session.phase === 'answering') return backHere({ ...session, book: ownBook(session, news) })
    if (news.length === 0 || !hasOwnAnswers(session)) return session
    const { position = 0, flags = [] } = attempt.row() ?? {}
    const place = { position, flags: new Set(flags), hand: 'here' as const }
    return { phase: 'answering', paper: session.paper, book: ownBook(session, news), ...place }
  }

  /** A page that only looked on had no name to answer under. */
  function ownBook({ book }: WithOwnAnswers, news: readonly AnswerEvent[]): AnswerBook {
    return { ...takeKept(book, news), deviceId: attempt.deviceId() }
  }

  /** What the storage has, and beside it what it was not heard to keep; where it cannot be read, all that this page knows. */
  function wentOn(session: WithOwnAnswers, kept: KeptAttempt, news: readonly AnswerEvent[]): ExamSession {
    if (kept.paper === null) return withNews(session, news)
    // Handed in by another tab, and without them: nothing may say otherwise.
    if (kept.submission !== null) return resumeSession(kept)
    // Begun since in another tab; its questions may bear the same ids.
    if (kept.paper.frame.attemptId !== session.paper.frame.attemptId) return resumeSession(kept)
    if (session.phase === 'submitting' && news.length === 0) return session
    // What was kept here was kept in a draft that is deleted, where this is another one.
    const own = core.isEntered() ? unkeptEvents(takeKept(session.book, news)) : ownEvents(session.book)
    return resumeSession({ ...kept, entries: withUnkept(kept.entries, own) })
  }

  async function start(fresh: boolean, startKey = fresh ? ports.newId() : null): Promise<void> {
    if (isStarting) return
    isStarting = true
    // Under the same key: what the storage failed at may stand in it all the same, and would begin a second attempt.
    interrupted = () => start(fresh, startKey)
    clearTimeout(patience)
    let isBegun
    try {
      isBegun = await attempt.begin(startKey)
      // From here on there is an attempt to go on with: a second one would be begun beside it.
      interrupted = resume
    } finally {
      isStarting = false
    }
    if (core.isStopped()) return
    if (!isBegun) return resume()
    enter(startSession(attempt.row()?.startKey ?? null))
  }

  return {
    resume,
    start: (fresh) => start(fresh),
    goOnUnkept: () => goOnUnkept(interrupted),
    cannotKeep,
    stop: () => clearTimeout(patience),
  }
}

/** A person's work that may stand on this page only: an exam that runs, or was handed in and reached no outbox. */
type WithOwnAnswers = Answering | Submitting

function hasOwnAnswers(session: ExamSession): session is WithOwnAnswers {
  return session.phase === 'answering' || (session.phase === 'submitting' && !session.enqueued)
}

/** The outbox that has the hand-in may be deleted, or another draft's. */
function unqueued(session: ExamSession): ExamSession {
  return session.phase === 'submitting' ? { ...session, enqueued: false } : session
}

/**
 * After the data were deleted another tab may have fetched the same attempt into a draft of its own. Of a server that names no
 * attempts the questions tell.
 */
function isSameAttempt({ paper }: WithOwnAnswers, kept: KeptAttempt): boolean {
  if (kept.paper === null || kept.paper.frame.attemptId !== paper.frame.attemptId) return false
  return paper.frame.attemptId !== null || idsIn(kept.paper) === idsIn(paper)
}

const idsIn = ({ questions }: Paper) => JSON.stringify(questions.map(({ id }) => id))

/** The tab that had the exam meanwhile is gone. */
function backHere(session: Answering): Answering {
  return session.hand === 'other-tab' ? { ...session, hand: 'here' } : session
}
