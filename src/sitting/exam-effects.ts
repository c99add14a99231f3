import type { ExamMeta } from '#contract/exam.ts'
import { seenEvents } from '../engine/answer-book.ts'
import type { ExamEffect } from '../engine/exam-phase.ts'
import { readInstant } from '../engine/paper.ts'
import type { Reply } from '../engine/reply.ts'
import { keepHeard } from '../storage/keep-heard.ts'
import { withTimeout } from '../concurrency/with-timeout.ts'
import type { ExamCore } from './exam-core.ts'
import { createExamHandIn, type ExamHandIn } from './exam-hand-in.ts'
import { pollBuild, pollResults } from './exam-polls.ts'
import type { ExamSaving } from './exam-saving.ts'
import type { Poll } from './poll-query.ts'

/** Where a full server asks to come again later (503 with Retry-After), that is done for this long. Milliseconds. */
const crowdPatience = 120_000
/** Who is told to come again later than this is told so by the page. Milliseconds. */
const longestPause = 30_000
/** Nobody has to wait longer than this for the server to say that the clock has begun. Milliseconds. */
const beginPatience = 4_000
/** A browser that has not answered by then counts as one that did not keep the paper. Milliseconds. */
const keepPatience = 10_000

export interface ExamEffects {
  /** Carries an effect out, or lets the last one end (null). The effect that is under way is not begun twice. */
  readonly perform: (effect: ExamEffect | null) => void
  /** Lets go of what is under way: another tab goes on, or the exam was put to another state. */
  readonly drop: () => void
  /** Reads what became of the submission, whoever delivered it. */
  readonly followSubmission: ExamHandIn['follow']
  /** Shows the server's word that it has the work, as this browser has kept it. */
  readonly showReceipt: () => void
  /** The browser's storage may have been emptied: writes anew what is missing. */
  readonly lookAfterStorage: () => Promise<void>
  readonly wake: () => void
}

/** The engine's effects, carried out on the world. */
export function createExamEffects(core: ExamCore, saving: ExamSaving): ExamEffects {
  const { ports, time, attempt, dispatch } = core
  const { calls, purchaseId, report } = ports
  const handIn = createExamHandIn(core)
  let underWay: ExamEffect['type'] | null = null
  let poll: Poll | null = null
  let nextOpening: ReturnType<typeof setTimeout> | undefined
  let beginning: ReturnType<typeof setTimeout> | undefined
  /** Raised when what is under way is let go of. */
  let turn = 0

  function drop(): void {
    turn += 1
    handIn.stop()
    clearTimeout(nextOpening)
    clearTimeout(beginning)
    poll?.stop()
    poll = null
    underWay = null
  }

  function begin(effect: ExamEffect): void {
    switch (effect.type) {
      case 'open':
        return void open(performance.now() + crowdPatience, effect.startKey).catch(report)
      case 'ask-build-status':
        return askBuild()
      case 'fetch-paper':
        return void fetchPaper(effect.cacheKey).catch(report)
      case 'store-paper':
        return void store()
      case 'begin':
        return void beginClock().catch(report)
      case 'enqueue-submission':
        return handIn.enqueue()
      case 'deliver':
        return handIn.deliver()
      case 'ask-results-status':
        poll = pollResults(core)
    }
  }

  async function open(deadline: number, startKey: string | null): Promise<void> {
    const reply = await replyTo(() => calls.open(purchaseId, startKey))
    if (reply === null) return
    const wait = askedToWait(reply)
    if (wait !== null && performance.now() + wait < deadline) {
      nextOpening = setTimeout(() => void open(deadline, startKey).catch(report), wait)
      return
    }
    dispatch({ type: 'open-replied', reply })
  }

  function askBuild(): void {
    void attempt.change({ building: true }).catch(report)
    poll = pollBuild(core)
  }

  async function fetchPaper(cacheKey: string): Promise<void> {
    const reply = await replyTo(() => calls.fetchPaper(purchaseId, cacheKey))
    if (reply !== null) dispatch({ type: 'paper-replied', reply })
  }

  /**
   * Null where the call was let go of meanwhile: this page may be at another attempt by then, and the questions that come are
   * none of its. A call that came to no reply at all (a session that no storage takes) is one that nobody answered.
   */
  async function replyTo(call: () => Promise<Reply<ExamMeta>>): Promise<Reply<ExamMeta> | null> {
    const own = turn
    let reply: Reply<ExamMeta> = { kind: 'silence' }
    try {
      reply = await call()
    } catch (error) {
      report(error)
    }
    if (own !== turn) return null
    if (reply.kind === 'answered') time.hear(readInstant(reply.body.attempt?.server_time))
    return reply
  }

  async function store(): Promise<void> {
    const row = attempt.row()
    const { session } = core.view()
    if (row === null || session.phase !== 'ready') return
    const { paper, book } = session
    try {
      if (attempt.claim() !== null) {
        const heard = { paper, clockOffset: time.offset(), events: seenEvents(book) }
        await withTimeout(keepHeard(row.draftId, heard), keepPatience)
      }
      dispatch({ type: 'paper-stored' })
    } catch (error) {
      report(error)
      const goesOn = attempt.giveUpClaim()
      core.show({ keepsNothing: goesOn })
      dispatch({ type: goesOn ? 'paper-stored' : 'storage-failed' })
    }
  }

  /** Starts the clock; where another device has started it, takes the attempt over. */
  async function beginClock(): Promise<void> {
    const { session } = core.view()
    if (session.phase !== 'ready') return
    const { begun, ticket } = session.paper.frame
    if (ticket === null) return dispatch({ type: 'begin-unanswered', now: time.now() })
    beginning = setTimeout(() => dispatch({ type: 'begin-unanswered', now: time.now() }), beginPatience)
    await saving.begin(ticket, { takeOver: begun })
  }

  return {
    perform: (effect) => {
      if ((effect?.type ?? null) === underWay) return
      drop()
      if (effect === null) return
      underWay = effect.type
      begin(effect)
    },
    drop,
    followSubmission: handIn.follow,
    showReceipt: () => void handIn.showReceipt().catch(report),
    lookAfterStorage: () => (underWay === 'deliver' ? handIn.follow() : core.restore()),
    wake: () => {
      poll?.wake()
      handIn.wake()
    },
  }
}

/** Milliseconds after which a server that is full asks to be asked again; null where it says something else. */
function askedToWait(reply: Reply<unknown>): number | null {
  if (reply.kind !== 'refused' || reply.status !== 503 || reply.retryAfter === null) return null
  return reply.retryAfter <= longestPause ? reply.retryAfter : null
}
