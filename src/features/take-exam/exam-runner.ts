import { type Autosave, createAutosave } from '../../delivery/autosave.ts'
import { deliverAnswers, type SavedAnswers } from '../../delivery/deliver-answers.ts'
import { announce, onDeliveryNews } from '../../delivery/news.ts'
import { pendingEvents, unseenRivals } from '../../engine/answer-book.ts'
import type { ExamEvent } from '../../engine/exam-event.ts'
import type { ExamEffect, ExamSession } from '../../engine/exam-phase.ts'
import { startSession, transition } from '../../engine/exam-session.ts'
import { remedyFor } from '../../engine/failure.ts'
import { nextEffect } from '../../engine/next-effect.ts'
import { readInstant } from '../../engine/paper.ts'
import type { Refusal, Reply } from '../../engine/reply.ts'
import { resumeSession } from '../../engine/resume-session.ts'
import type { AnswerValue } from '#contract/question.ts'
import { keepServerWord } from '../../storage/answer-drafts.ts'
import { claimWriting, createDraft, findDraft, storePaper, updateDraft } from '../../storage/attempt-drafts.ts'
import { readDeviceId } from '../../storage/device-id.ts'
import type { AttemptRow } from '../../storage/exam-rows.ts'
import { closeAndEnqueue, readSubmission } from '../../storage/outbox.ts'
import { createAnswerKeeper } from './answer-keeper.ts'
import { createExamTime } from './exam-time.ts'
import type { ExamPorts } from './exam-ports.ts'
import type { ExamView } from './exam-view.ts'
import { loadKept, submissionState } from './load-kept.ts'
import { type Poll, startPoll } from './poll-query.ts'
import { submissionBody } from './submission-body.ts'
import { holdWriterLock } from './writer-lock.ts'

/** Nobody has to wait longer than this for the server to say that the clock has begun. Milliseconds. */
const beginPatience = 4_000
/** A submission that the browser did not keep is offered to it again after this long. Milliseconds. */
const keepAgainAfter = 2_000

export interface ExamRunner {
  readonly view: () => ExamView
  readonly subscribe: (listener: () => void) => () => void
  /** Milliseconds until the deadline by the server's clock; null when this exam has no clock. */
  readonly remaining: () => number | null
  /** A new attempt. `fresh` false asks for the one that the server has open. */
  readonly start: (fresh: boolean) => void
  readonly answer: (questionId: string, value: AnswerValue | null) => void
  readonly visit: (position: number) => void
  readonly toggleFlag: (questionId: string) => void
  readonly submit: () => void
  /** Goes on here: takes the writing over from another tab or another device. */
  readonly takeOver: () => void
  /** After a failure: what its remedy says. */
  readonly tryAgain: () => void
  /** The page came back into view, or the network came back. */
  readonly wake: () => void
  readonly stop: () => void
}

/**
 * Carries out what the engine asks for, and tells the engine what came of it. One loop: an event changes the session, the
 * session names the next effect, the effect brings events. Lives outside React and starts at once.
 */
export function createExamRunner(ports: ExamPorts): ExamRunner {
  const { calls, send, purchaseId, ownerId, report } = ports
  const listeners = new Set<() => void>()
  let view: ExamView = {
    stage: 'looking',
    session: startSession(null),
    isWriter: false,
    reached: null,
    nextTryAt: null,
    isUnkept: false,
  }
  let deviceId = ''
  let draft: AttemptRow | null = null
  let underWay: ExamEffect['type'] | null = null
  let poll: Poll | null = null
  let autosave: Autosave | null = null
  let isStopped = false
  let resumption = 0

  const time = createExamTime(ports.readDevice, {
    onTick: (now, trusted) => dispatch({ type: 'clock-read', now, trusted }),
    onDoubt: () => autosave?.wake(),
    onOffset: (clockOffset) => keep(() => ({ clockOffset })),
  })
  const keeper = createAnswerKeeper({
    onKept: (event) => dispatch({ type: 'answer-kept', event }),
    onRefused: (event) => dispatch({ type: 'answer-not-kept', event }),
    onTakenOver: () => dispatch({ type: 'writer-changed', hand: 'other-tab' }),
    report,
  })
  const stopNews = onDeliveryNews((news) => {
    if (news.draftId === draft?.draftId) void followSubmission().catch(report)
  })
  const lock = holdWriterLock(ports.locks, `exam-writer:${ownerId}:${purchaseId}`, (mayWrite) => {
    show({ isWriter: mayWrite })
    if (mayWrite || view.stage === 'looking') void resume().catch(cannotKeep)
    else standAside()
  })

  function show(change: Partial<ExamView>): void {
    view = { ...view, ...change }
    for (const listener of listeners) listener()
  }

  function cannotKeep(error: unknown): void {
    report(error)
    show({ stage: 'running', session: { phase: 'failed', failure: { kind: 'storage' } } })
  }

  /** Another tab writes now: what goes on here stops, what is shown stays. */
  function standAside(): void {
    poll?.stop()
    poll = null
    underWay = null
    dispatch({ type: 'writer-changed', hand: 'other-tab' })
  }

  /** Reads what this browser has kept and goes on from there; also when this tab becomes the one that writes. */
  async function resume(): Promise<void> {
    resumption += 1
    const own = resumption
    deviceId = await readDeviceId(ports.newId)
    const found = await findDraft(ownerId, purchaseId, 'exam')
    if (isStopped || own !== resumption) return
    draft = found
    if (draft === null) return show({ stage: 'intro' })
    const kept = await loadKept(draft, deviceId)
    if (view.isWriter) keeper.writeUnder(draft.draftId, await claimWriting(draft.draftId))
    if (isStopped || own !== resumption) return
    time.setByOffset(draft.clockOffset)
    const session = resumeSession(kept)
    enter(session.phase === 'answering' && !view.isWriter ? { ...session, hand: 'other-tab' } : session)
  }

  /** Puts the exam to a state that no event led to: a start, a resumption, another try. */
  function enter(session: ExamSession): void {
    underWay = null
    show({ stage: 'running', session })
    afterChange(null, session)
  }

  async function start(fresh: boolean): Promise<void> {
    const startKey = fresh ? ports.newId() : null
    const draftId = ports.newId()
    draft = await createDraft({
      draftId,
      ownerId,
      purchaseId,
      mode: 'exam',
      startKey,
      createdAt: ports.readDevice().wall,
    })
    keeper.writeUnder(draftId, await claimWriting(draftId))
    enter(startSession(startKey))
  }

  function dispatch(event: ExamEvent): void {
    const before = view.session
    const after = transition(before, event, { deviceId })
    if (after === before || isStopped || view.stage !== 'running') return
    show({ session: after })
    afterChange(before, after)
  }

  function afterChange(before: ExamSession | null, after: ExamSession): void {
    keepFrame(before, after)
    if (after.phase !== before?.phase) enterPhase(after)
    if (view.isWriter) carryOut(after)
  }

  /** What the server said of the frame must survive the tab: the deadline above all. */
  function keepFrame(before: ExamSession | null, after: ExamSession): void {
    if (before === null || !('paper' in after) || !('paper' in before)) return
    const { frame } = after.paper
    const { epoch } = after.book
    if (frame !== before.paper.frame || epoch !== before.book.epoch) keep(() => ({ frame, epoch }))
  }

  function enterPhase(session: ExamSession): void {
    autosave?.stop()
    autosave = null
    time.stop()
    if (session.phase === 'answering') {
      time.start(() => session.paper.frame.deadlineAt !== null)
      autosave = startAutosave(session.paper.frame.ticket)
      autosave?.wake()
    }
    if (session.phase === 'finished') keep(() => ({ state: 'done' }))
    if (session.phase === 'no-open-attempt') keep(() => ({ state: 'given-up' }))
    if (session.phase === 'failed') {
      const remedy = remedyFor(session.failure)
      if (remedy === 'start-again' || remedy === 'leave') keep(() => ({ state: 'given-up' }))
    }
  }

  function keep(change: (row: AttemptRow) => Partial<AttemptRow>): void {
    if (draft !== null && view.isWriter) void updateDraft(draft.draftId, change).catch(report)
  }

  function carryOut(session: ExamSession): void {
    const effect = nextEffect(session)
    if (effect?.type === underWay) return
    underWay = effect?.type ?? null
    poll?.stop()
    poll = null
    if (effect !== null) perform(effect)
  }

  function perform(effect: ExamEffect): void {
    switch (effect.type) {
      case 'open':
        return void open(effect.startKey)
      case 'ask-build-status':
        poll = pollBuild()
        return keep(() => ({ building: true }))
      case 'fetch-paper':
        return void fetchPaper(effect.cacheKey)
      case 'store-paper':
        return void store(effect)
      case 'begin':
        return void begin()
      case 'enqueue-submission':
        return void enqueue()
      case 'deliver':
        return announceSubmission()
      case 'ask-results-status':
        poll = pollResults()
    }
  }

  async function open(startKey: string | null): Promise<void> {
    const reply = await calls.open(purchaseId, startKey)
    if (reply.kind === 'answered') time.hear(readInstant(reply.body.attempt?.server_time))
    dispatch({ type: 'open-replied', reply })
  }

  async function fetchPaper(cacheKey: string): Promise<void> {
    const reply = await calls.fetchPaper(purchaseId, cacheKey)
    if (reply.kind === 'answered') time.hear(readInstant(reply.body.attempt?.server_time))
    dispatch({ type: 'paper-replied', reply })
  }

  const pollBuild = () =>
    startPoll({
      ...pollParts('build'),
      ask: () => counted('build-asked', () => calls.buildStatus(purchaseId)),
      onReply: (reply) => dispatch({ type: 'build-replied', reply }),
    })

  const pollResults = () =>
    startPoll({
      ...pollParts('results'),
      ask: () => counted('results-asked', () => calls.resultsStatus(purchaseId)),
      onReply: (reply) => dispatch({ type: 'results-replied', reply }),
    })

  const pollParts = (what: 'build' | 'results') => ({
    client: ports.queryClient,
    queryKey: ['exam-poll', what, purchaseId, draft?.draftId],
    wait: () => {
      const effect = nextEffect(view.session)
      return effect !== null && 'wait' in effect ? effect.wait : false
    },
    onError: report,
    now: () => ports.readDevice().wall,
  })

  /** An ask counts when it is sent, and the count is on the disk before it is: a reload does not begin again at none. */
  async function counted<Body>(
    type: 'build-asked' | 'results-asked',
    ask: () => Promise<Reply<Body>>,
  ): Promise<Reply<Body>> {
    dispatch({ type })
    const { session } = view
    if (draft !== null && 'asked' in session) {
      const { asked } = session
      const counts = session.phase === 'building' ? { buildAsked: asked } : { resultsAsked: asked }
      await updateDraft(draft.draftId, () => counts).catch(report)
    }
    return ask()
  }

  async function store({ paper }: Extract<ExamEffect, { type: 'store-paper' }>): Promise<void> {
    try {
      if (draft !== null) await storePaper(draft.draftId, paper, time.offset())
      if ('book' in view.session) await keepSeen(view.session)
      dispatch({ type: 'paper-stored' })
    } catch (error) {
      report(error)
      dispatch({ type: 'storage-failed' })
    }
  }

  async function keepSeen({ book }: Extract<ExamSession, { phase: 'ready' | 'answering' | 'submitting' }>) {
    const events = [...book.entries.values()].flatMap(({ seen }) => seen ?? [])
    if (draft !== null && events.length > 0) await keepServerWord(draft.draftId, {}, events)
  }

  /** Starts the clock; where another device has started it, takes the attempt over. */
  async function begin(): Promise<void> {
    if (view.session.phase !== 'ready') return
    const { begun, ticket } = view.session.paper.frame
    if (ticket === null) return dispatch({ type: 'begin-unanswered', now: time.now() })
    const patience = setTimeout(() => dispatch({ type: 'begin-unanswered', now: time.now() }), beginPatience)
    const reply = await deliverAnswers(send, { purchaseId, ticket, events: [], begin: !begun, takeOver: begun })
    clearTimeout(patience)
    if (reply.kind === 'answered') heard(begun ? 'taken-over' : 'begun', reply.body)
    else if (reply.kind === 'refused') dispatch({ type: 'attempt-refused', refusal: reply })
    else dispatch({ type: 'begin-unanswered', now: time.now() })
  }

  function heard(type: 'begun' | 'taken-over' | 'answers-saved', news: SavedAnswers): void {
    time.hear(readInstant(news.server_time))
    if (draft !== null) void keepServerWord(draft.draftId, news.marks).catch(report)
    dispatch({ type, news })
    if (view.session.phase === 'answering' && unseenRivals(view.session.book).length > 0) void fetchRivals()
  }

  /** Answers given on another device are known by their marks only; the paper carries them whole. */
  async function fetchRivals(): Promise<void> {
    const reply = await calls.open(purchaseId, null)
    if (reply.kind !== 'answered') return
    dispatch({ type: 'server-events-shown', events: reply.body.events ?? [] })
    if (view.session.phase === 'answering') await keepSeen(view.session).catch(report)
  }

  function startAutosave(ticket: string | null): Autosave | null {
    if (ticket === null) return null
    return createAutosave({
      pending: () => (view.session.phase === 'answering' && view.isWriter ? pendingEvents(view.session.book) : []),
      deliver: (events) => {
        const begun = view.session.phase !== 'answering' || view.session.paper.frame.begun
        return deliverAnswers(send, { purchaseId, ticket, events, begin: !begun })
      },
      onSaved: (news) => heard('answers-saved', news),
      onRefused: (refusal: Refusal) => dispatch({ type: 'attempt-refused', refusal }),
      onReach: (reached) => show({ reached }),
      random: ports.random,
      hidden: ports.hidden,
    })
  }

  /** Closes the draft and writes the bytes to send, before any network call. A browser that refuses is asked again. */
  async function enqueue(): Promise<void> {
    const { session } = view
    if (session.phase !== 'submitting' || draft === null) return
    try {
      await closeAndEnqueue(draft.draftId, {
        body: submissionBody(session.paper.frame, session.book),
        title: session.paper.test?.title ?? '',
        claim: keeper.claim(),
        now: ports.readDevice().wall,
      })
      show({ isUnkept: false })
      dispatch({ type: 'submission-enqueued' })
    } catch (error) {
      report(error)
      show({ isUnkept: true })
      if (!isStopped) setTimeout(() => void enqueue(), keepAgainAfter)
    }
  }

  function announceSubmission(): void {
    if (draft !== null) announce({ draftId: draft.draftId, change: 'enqueued' })
    void followSubmission().catch(report)
  }

  /** The outbox is delivered by whoever comes first: this tab, another one, the worker. Here is read what came of it. */
  async function followSubmission(): Promise<void> {
    const row = draft === null ? undefined : await readSubmission(draft.draftId)
    if (row === undefined || isStopped) return
    show({ nextTryAt: row.state === 'waiting' && row.tries > 0 ? Math.max(row.nextTryAt, row.notBefore) : null })
    if (view.session.phase === 'answering') return resume()
    const submission = submissionState(row)
    if (submission.state === 'accepted') {
      dispatch({ type: 'submission-accepted', reply: { status: 'processing_started' } })
    } else if (submission.state === 'graded') dispatch({ type: 'already-graded' })
    else if (submission.state === 'refused') {
      const { code, message } = submission
      dispatch({ type: 'submission-refused', code, message })
    }
  }

  function change(event: ExamEvent): void {
    const before = view.session
    dispatch(event)
    if (view.session === before || view.session.phase !== 'answering') return
    const { position, flags } = view.session
    keep(() => ({ position, flags: [...flags] }))
  }

  function answer(questionId: string, value: AnswerValue | null): void {
    const before = view.session
    dispatch({ type: 'answer-given', questionId, value })
    if (view.session === before || view.session.phase !== 'answering') return
    const own = view.session.book.entries.get(questionId)?.own
    if (own == null) return
    keeper.save(own)
    autosave?.changed()
  }

  async function takeOverDevice(ticket: string): Promise<void> {
    const reply = await deliverAnswers(send, { purchaseId, ticket, events: [], takeOver: true })
    show({ reached: reply.kind === 'answered' || reply.kind === 'refused' })
    if (reply.kind === 'answered') heard('taken-over', reply.body)
  }

  return {
    view: () => view,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    remaining: () => {
      const deadline = 'paper' in view.session ? view.session.paper.frame.deadlineAt : null
      return deadline === null ? null : deadline - time.now()
    },
    start: (fresh) => void start(fresh).catch(cannotKeep),
    answer,
    visit: (position) => change({ type: 'question-visited', position }),
    toggleFlag: (questionId) => change({ type: 'flag-toggled', questionId }),
    submit: () => dispatch({ type: 'submit-chosen' }),
    takeOver: () => {
      if (!view.isWriter) return lock.takeOver()
      const ticket = 'paper' in view.session ? view.session.paper.frame.ticket : null
      if (ticket !== null) void takeOverDevice(ticket)
    },
    tryAgain: () => {
      if (view.session.phase === 'no-open-attempt') return void start(true).catch(cannotKeep)
      if (view.session.phase !== 'failed') return
      const remedy = remedyFor(view.session.failure)
      if (remedy === 'start-again') void start(true).catch(cannotKeep)
      else if (remedy === 'same-again') void resume().catch(cannotKeep)
      else dispatch({ type: 'results-wanted-again' })
    },
    wake: () => {
      poll?.wake()
      autosave?.wake()
      time.tick()
    },
    stop: () => {
      isStopped = true
      stopNews()
      poll?.stop()
      autosave?.stop()
      time.stop()
      keeper.stop()
      lock.release()
    },
  }
}
