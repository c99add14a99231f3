import type { AnswerEvent } from '#contract/question.ts'
import { type Autosave, createAutosave } from '../sync/autosave.ts'
import { deliverAnswers, pauseOf, type SavedAnswers } from '../sync/deliver-answers.ts'
import { tryLimit } from '../../http/send.ts'
import { pendingEvents, seenEvents, unseenRemote } from '../machine/answers.ts'
import { overBy } from '../machine/state.ts'
import { readInstant } from '../machine/paper.ts'
import { isPassing, type Refusal, type Reply } from '../../http/reply.ts'
import { withTimeout } from '../../concurrency/with-timeout.ts'
import type { AttemptContext } from './context.ts'

/** Nobody who wants to submit waits longer than this for what another device may have answered. Milliseconds. */
const askTimeoutMs = 4_000
/** Other devices' answers that could not be read are asked for again after this long. Milliseconds. */
const againAfterMs = 5_000
const silence: Reply<never> = { kind: 'silence' }

export interface AnswersPush {
  /** Saves on the server from now on; against a server without tickets there is nothing to do. */
  readonly start: (ticket: string | null) => void
  /** An answer changed. */
  readonly changed: () => void
  readonly wake: () => void
  /** Asks the server what other devices have answered. Resolves when it has spoken, or after `askTimeoutMs`. */
  readonly ask: () => Promise<void>
  readonly stop: () => void
  /** Starts the server's clock, or makes this device the one that writes. */
  readonly begin: (ticket: string, how: { takeOver: boolean }) => Promise<void>
}

type HeardType = 'begun' | 'taken-over' | 'answers-saved'

/** The server's copy of the answers. */
export function createAnswersPush(context: AttemptContext): AnswersPush {
  const { ports, dispatch, attempt } = context
  const { send, purchaseId } = ports
  const remoteChanges = createRemoteChanges(context)
  let autosave: Autosave | null = null
  let isAskingIfOver = false

  function heard(type: HeardType, reply: SavedAnswers, sent: readonly AnswerEvent[]): void {
    const update = { ...reply, sent }
    context.time.hear(readInstant(update.server_time))
    attempt.keepHeard({ marks: update.marks, sent, events: update.holding ?? [] })
    const { state } = context.view()
    const isTakenByAnother = state.phase === 'answering' && update.epoch > state.answers.epoch
    dispatch({ type, update })
    remoteChanges.heard(type === 'taken-over' || isTakenByAnother)
  }

  /** A ticket ends long after its exam; a person who comes back later is led to what became of it. */
  async function refused(refusal: Refusal): Promise<void> {
    // A training's ticket never ends, and its question would open another one.
    const mayBeOver = refusal.code === 'ticket_invalid' && ports.mode === 'exam'
    if (mayBeOver && context.view().isWriter) await askIfOver()
    dispatch({ type: 'attempt-refused', refusal })
  }

  /** Where nobody answers, the next refusal asks again: the clock that no reply has set keeps calling. */
  async function askIfOver(): Promise<void> {
    const asked = attemptIdOf()
    if (isAskingIfOver) return
    isAskingIfOver = true
    try {
      const reply = await withTimeout(ports.calls.open(purchaseId, null, tryLimit), tryLimit).catch(() => silence)
      if (asked !== attemptIdOf()) return
      if (reply.kind === 'answered') context.time.hear(readInstant(reply.body.attempt?.server_time))
      const over = overBy(reply, asked)
      if (over !== null) dispatch(over)
    } finally {
      isAskingIfOver = false
    }
  }

  function attemptIdOf(): string | null {
    const { state } = context.view()
    return 'paper' in state ? state.paper.attemptInfo.attemptId : null
  }

  /** Its marks tell that another device's answer holds, and the paper which one it is. */
  async function askOthers(): Promise<void> {
    await autosave?.ask()
    await remoteChanges.settled()
  }

  function createWith(ticket: string): Autosave {
    return createAutosave({
      pending: () => {
        const { state, isWriter } = context.view()
        return state.phase === 'answering' && isWriter ? pendingEvents(state.answers) : []
      },
      deliver: (events) => {
        const { state } = context.view()
        const begun = state.phase !== 'answering' || state.paper.attemptInfo.begun
        return deliverAnswers(send, { purchaseId, ticket, events, begin: !begun })
      },
      onSaved: (reply, sent) => heard('answers-saved', reply, sent),
      onRefused: (refusal) => void refused(refusal).catch(ports.report),
      onReach: (reached) => context.show({ reached }),
      pause: () => pauseOf(ticket),
      onNextTry: (nextTryAt, heldUntil) => context.show({ nextTryAt, heldUntil }),
      now: () => ports.readDevice().wall,
      random: ports.random,
      hidden: ports.hidden,
    })
  }

  return {
    start: (ticket) => {
      autosave = ticket === null ? null : createWith(ticket)
      autosave?.wake()
    },
    changed: () => autosave?.changed(),
    wake: () => autosave?.wake(),
    ask: () => withTimeout(askOthers(), askTimeoutMs).catch(() => undefined),
    stop: () => {
      remoteChanges.stop()
      if (autosave === null) return
      autosave.stop()
      autosave = null
      // A submission has tries of its own, and the first of them has not failed yet.
      context.show({ nextTryAt: null, heldUntil: 0 })
    },
    begin: async (ticket, { takeOver }) => {
      const asked = attemptIdOf()
      const reply = await deliverAnswers(send, { purchaseId, ticket, events: [], begin: !takeOver, takeOver })
      // The page has gone on with another attempt, which has a clock of its own.
      if (asked !== attemptIdOf()) return
      context.show({ reached: reply.kind === 'answered' || reply.kind === 'refused' })
      if (reply.kind === 'answered') heard(takeOver ? 'taken-over' : 'begun', reply.body, [])
      else if (reply.kind === 'refused') await refused(reply)
      else dispatch({ type: 'begin-unanswered', now: context.time.now() })
    },
  }
}

interface RemoteChanges {
  /**
   * The server spoke. Its marks name only the questions that were sent to it, and no values: after a take-over, by whatever
   * device, everything may have changed. The reply with the paper has all the answers that hold.
   */
  readonly heard: (isTakeOver: boolean) => void
  /** Resolves when what is being read of them is shown, or could not be read. Never rejects. */
  readonly settled: () => Promise<void>
  readonly stop: () => void
}

/** What other devices of the same person have answered. */
function createRemoteChanges(context: AttemptContext): RemoteChanges {
  const { ports, dispatch } = context
  let timer: ReturnType<typeof setTimeout> | undefined
  let reading = Promise.resolve()

  async function fetchRemoteChanges(): Promise<void> {
    clearTimeout(timer)
    const reply = await ports.calls.open(ports.purchaseId, null, tryLimit)
    const { state } = context.view()
    if (state.phase !== 'answering' || context.isStopped()) return
    if (reply.kind === 'answered') {
      // Another attempt may have been begun since; its questions can have the same ids.
      if (reply.body.attempt?.id !== state.paper.attemptInfo.attemptId) return
      const { events, contested, attempt } = reply.body
      const saidAt = readInstant(attempt.server_time) ?? 0
      dispatch({ type: 'server-events-shown', events: events ?? [], contested: contested ?? [], saidAt })
      // A slow disk holds up nobody who waits to see them.
      keepSeen()
    } else if (isPassing(reply)) {
      timer = setTimeout(read, againAfterMs)
    }
  }

  function read(): void {
    reading = fetchRemoteChanges().catch(ports.report)
  }

  /** Keeps on this device what the server has shown of other devices' answers. */
  function keepSeen(): void {
    const { state } = context.view()
    const events = 'answers' in state ? seenEvents(state.answers) : []
    if (events.length > 0) context.attempt.keepHeard({ events })
  }

  return {
    heard: (isTakeOver) => {
      const { state } = context.view()
      if (state.phase === 'answering' && (isTakeOver || unseenRemote(state.answers).length > 0)) read()
    },
    settled: () => reading,
    stop: () => clearTimeout(timer),
  }
}
