import { announce } from '../delivery/news.ts'
import { unkeptEvents } from '../engine/answer-book.ts'
import type { ExamEffect } from '../engine/exam-phase.ts'
import { type Paper, readInstant } from '../engine/paper.ts'
import { NotTheWriter } from '../storage/answer-drafts.ts'
import { storePaper, updateDraft } from '../storage/attempt-drafts.ts'
import { closeAndEnqueue, readSubmission } from '../storage/outbox.ts'
import type { ExamCore } from './exam-core.ts'
import { pollBuild, pollResults } from './exam-polls.ts'
import type { ExamSaving } from './exam-saving.ts'
import { handInUnkept } from './hand-in-unkept.ts'
import { submissionState } from './load-kept.ts'
import type { Poll } from './poll-query.ts'
import { submissionBody } from './submission-body.ts'

/** Nobody has to wait longer than this for the server to say that the clock has begun. Milliseconds. */
const beginPatience = 4_000
/** A submission that the browser did not keep is offered to it again after this long. Milliseconds. */
const keepAgainAfter = 2_000

/**
 * The tab that delivered a submission may die before it tells the others, so what became of it is looked up at least this
 * often. Milliseconds.
 */
const lookEvery = 15_000

export interface ExamEffects {
  /** Carries an effect out, or lets the last one end (null). The effect that is under way is not begun twice. */
  readonly perform: (effect: ExamEffect | null) => void
  /** Lets go of what is under way: another tab goes on, or the exam was put to another state. */
  readonly drop: () => void
  /** Reads what became of the submission, whoever delivered it. */
  readonly followSubmission: () => Promise<void>
  /** The browser's storage may have been emptied: writes anew what is missing. */
  readonly lookAfterStorage: () => Promise<void>
  readonly wake: () => void
}

/** The engine's effects, carried out on the world. */
export function createExamEffects(core: ExamCore, saving: ExamSaving): ExamEffects {
  const { ports, time, dispatch } = core
  const { calls, purchaseId, report } = ports
  let underWay: ExamEffect['type'] | null = null
  let poll: Poll | null = null
  let look: ReturnType<typeof setTimeout> | undefined

  function drop(): void {
    clearTimeout(look)
    poll?.stop()
    poll = null
    underWay = null
  }

  function begin(effect: ExamEffect): void {
    switch (effect.type) {
      case 'open':
        return void open(effect.startKey).catch(report)
      case 'ask-build-status':
        return askBuild()
      case 'fetch-paper':
        return void fetchPaper(effect.cacheKey).catch(report)
      case 'store-paper':
        return void store(effect.paper)
      case 'begin':
        return void beginClock().catch(report)
      case 'enqueue-submission':
        return void enqueue()
      case 'deliver':
        return deliver()
      case 'ask-results-status':
        poll = pollResults(core)
    }
  }

  async function open(startKey: string | null): Promise<void> {
    const reply = await calls.open(purchaseId, startKey)
    if (reply.kind === 'answered') time.hear(readInstant(reply.body.attempt?.server_time))
    dispatch({ type: 'open-replied', reply })
  }

  function askBuild(): void {
    const draftId = core.draftId()
    if (draftId !== null) void updateDraft(draftId, () => ({ building: true })).catch(report)
    poll = pollBuild(core)
  }

  async function fetchPaper(cacheKey: string): Promise<void> {
    const reply = await calls.fetchPaper(purchaseId, cacheKey)
    if (reply.kind === 'answered') time.hear(readInstant(reply.body.attempt?.server_time))
    dispatch({ type: 'paper-replied', reply })
  }

  async function store(paper: Paper): Promise<void> {
    const draftId = core.draftId()
    if (draftId === null) return
    try {
      await storePaper(draftId, paper, time.offset())
      await saving.keepSeen()
      dispatch({ type: 'paper-stored' })
    } catch (error) {
      report(error)
      dispatch({ type: 'storage-failed' })
    }
  }

  /** Starts the clock; where another device has started it, takes the attempt over. */
  async function beginClock(): Promise<void> {
    const { session } = core.view()
    if (session.phase !== 'ready') return
    const { begun, ticket } = session.paper.frame
    if (ticket === null) return dispatch({ type: 'begin-unanswered', now: time.now() })
    const patience = setTimeout(() => dispatch({ type: 'begin-unanswered', now: time.now() }), beginPatience)
    await saving.begin(ticket, { takeOver: begun })
    clearTimeout(patience)
  }

  /**
   * Closes the draft and writes the bytes to send, before any network call. A browser that refuses is asked again, and
   * meanwhile the exam is handed in from memory.
   */
  async function enqueue(): Promise<void> {
    const { session } = core.view()
    const draftId = core.draftId()
    if (session.phase !== 'submitting' || draftId === null) return
    const body = submissionBody(session.paper.frame, session.book)
    try {
      await core.restore()
      await closeAndEnqueue(draftId, {
        body,
        title: session.paper.test?.title ?? '',
        claim: core.keeper.claim(),
        now: ports.readDevice().wall,
        unkept: unkeptEvents(session.book),
      })
      core.show({ isUnkept: false })
      dispatch({ type: 'submission-enqueued' })
    } catch (error) {
      report(error)
      core.show({ isUnkept: true })
      const outcome = error instanceof NotTheWriter ? null : await handInUnkept(ports, body)
      if (outcome !== null) dispatch(outcome)
      else if (!core.isStopped()) setTimeout(() => void enqueue(), keepAgainAfter)
    }
  }

  function deliver(): void {
    const draftId = core.draftId()
    if (draftId !== null) announce({ draftId, change: 'enqueued' })
    void followSubmission().catch(report)
  }

  /** The outbox is delivered by whoever comes first: this tab, another one, the worker. */
  async function followSubmission(): Promise<void> {
    const draftId = core.draftId()
    const row = draftId === null ? undefined : await readSubmission(draftId)
    if (core.isStopped()) return
    if (row === undefined) return enqueueAgain()
    const isTriedAgain = row.state === 'waiting' && row.tries > 0
    core.show({
      nextTryAt: isTriedAgain ? Math.max(row.nextTryAt, row.notBefore) : null,
      heldUntil: row.notBefore,
      isUnanswered: row.unanswered === true,
    })
    const submission = submissionState(row)
    if (submission.state === 'graded') dispatch({ type: 'already-graded' })
    else if (submission.state === 'accepted') {
      dispatch({ type: 'submission-accepted', reply: { status: 'processing_started' } })
    } else if (submission.state === 'refused') {
      const { code, message } = submission
      dispatch({ type: 'submission-refused', code, message })
    }
    clearTimeout(look)
    if (underWay === 'deliver') look = setTimeout(() => void followSubmission().catch(report), lookEvery)
  }

  /** What was to be sent is gone from the browser's storage: this page still has it. */
  async function enqueueAgain(): Promise<void> {
    if (underWay !== 'deliver') return
    await enqueue()
    if (!core.view().isUnkept) deliver()
  }

  return {
    perform: (effect) => {
      if (effect?.type === underWay) return
      drop()
      if (effect === null) return
      underWay = effect.type
      begin(effect)
    },
    drop,
    followSubmission,
    lookAfterStorage: () => (underWay === 'deliver' ? followSubmission() : core.restore()),
    wake: () => {
      poll?.wake()
      if (underWay === 'deliver') void followSubmission().catch(report)
    },
  }
}
