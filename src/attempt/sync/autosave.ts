import type { AnswerEvent } from '#contract/question.ts'
import { isCut, isPassing, type Refusal, type Reply } from '../../http/reply.ts'
import { tryTimeoutMs } from '../../http/send.ts'
import { askedPause, backOff } from './back-off.ts'
import type { SavedAnswers } from './deliver-answers.ts'

export interface AutosaveParts {
  /** The changes that the server has not acknowledged, the newest of each question. */
  readonly pending: () => readonly AnswerEvent[]
  /** `isPart`: more is pending than these. */
  readonly deliver: (events: readonly AnswerEvent[], isPart: boolean) => Promise<Reply<SavedAnswers>>
  readonly onSaved: (reply: SavedAnswers, sent: readonly AnswerEvent[]) => void
  /** The server refused finally; nothing more is sent until `wake`. */
  readonly onRefused: (refusal: Refusal, sent: readonly AnswerEvent[]) => void
  /** Whether the last try reached the server, for the line that says so. */
  readonly onReach: (reached: boolean) => void
  /**
   * When a failed try is repeated, by this device's clock, and until when the server asked for no try; null as soon as none
   * has to be repeated. Not called while all goes well.
   */
  readonly onNextTry: (at: number | null, pauseUntil: number) => void
  /** How long the server still wants a pause, also one from before this was created. Milliseconds; 0 for none. */
  readonly pause: () => number
  readonly now: () => number
  readonly random: () => number
  readonly hidden: () => boolean
}

export interface Autosave {
  /** An answer changed: send soon, together with what else changes meanwhile. */
  readonly changed: () => void
  /** Sends now, even with nothing pending: network or person came back, or the clock needs setting. A server's pause holds. */
  readonly wake: () => void
  /**
   * Asks immediately, even if a call is under way, because that call may hang. Waits only for a pause that the server asked
   * for. Resolves when a call that started after this one gets a reply, fails to reach the server, or the loop stops. A
   * refusal that will pass (429, 503 and the like) is retried first.
   */
  readonly ask: () => Promise<void>
  readonly stop: () => void
}

interface Call {
  readonly number: number
  /** The asks to resolve when it has ended. */
  readonly waiting: (() => void)[]
}

/** Changes that follow each other this fast are sent together (debounce). */
const gatherMs = 250
/** Typing without a pause delays the first of the gathered changes no longer than this. */
const longestGatherMs = 2_000

/** Sends what is pending until all is acknowledged, with back-off. One call at a time, except for `ask`: repeats do no harm. */
export function createAutosave(parts: AutosaveParts): Autosave {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The call whose end the next one waits for. A call that an ask has overtaken ends on its own. */
  let underWay: Call | null = null
  /** When the first change since the last call was gathered; null if there is none. */
  let gatheredSince: number | null = null
  let callsMade = 0
  let lastAnswered = 0
  let isWoken = false
  let isStopped = false
  let failures = 0
  /** How many changes one call takes: half as many after a call that a slow network has cut off. */
  let batchSize = Number.POSITIVE_INFINITY
  let waiting: (() => void)[] = []

  function plan(wait: number): void {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void round(), wait)
  }

  async function round(): Promise<void> {
    if (underWay !== null || isStopped) return
    gatheredSince = null
    const pending = parts.pending()
    const events = pending.slice(0, batchSize)
    if (events.length === 0 && !isWoken) return
    const began = parts.now()
    const call: Call = { number: (callsMade += 1), waiting: takeWaiting() }
    underWay = call
    isWoken = false
    const reply = await parts.deliver(events, events.length < pending.length)
    if (reply.kind === 'answered') batchSize *= 2
    if (isCut(reply, parts.now() - began >= tryTimeoutMs)) batchSize = Math.max(1, Math.ceil(events.length / 2))
    const isPassed = underWay !== call
    if (!isPassed) underWay = null
    // A later call sends the same and plans what follows. If that was answered already, this reply is stale.
    if (reply.kind === 'answered' && call.number > lastAnswered && !isStopped) {
      lastAnswered = call.number
      parts.onSaved(reply.body, events)
    }
    if (!isPassed && !isStopped) after(reply, events)
    // A server that asks for a pause is there, and will answer a later call.
    if (reply.kind === 'refused' && isPassing(reply) && !isStopped) waiting.push(...call.waiting)
    else for (const resolve of call.waiting) resolve()
  }

  function after(reply: Reply<SavedAnswers>, sent: readonly AnswerEvent[]): void {
    parts.onReach(reply.kind === 'answered' || reply.kind === 'refused')
    if (reply.kind === 'answered') {
      if (failures > 0) parts.onNextTry(null, 0)
      failures = 0
      if (isWoken || parts.pending().length > 0) plan(gatherMs)
    } else if (isPassing(reply) || reply.kind !== 'refused') {
      failures += 1
      isWoken = true
      const pause = reply.kind === 'refused' ? askedPause(reply.retryAfter) : 0
      const wait = Math.max(pause, backOff(failures, parts.random, parts.hidden()))
      plan(wait)
      parts.onNextTry(parts.now() + wait, pause > 0 ? parts.now() + pause : 0)
    } else {
      failures = 0
      parts.onNextTry(null, 0)
      parts.onRefused(reply, sent)
    }
  }

  function takeWaiting(): (() => void)[] {
    const taken = waiting
    waiting = []
    return taken
  }

  function wake(): void {
    isWoken = true
    if (underWay !== null) return
    const pause = parts.pause()
    const at = parts.now() + pause
    // The try after the pause is planned and announced already.
    if (pause > 0 && failures > 0) return
    plan(pause)
    if (pause > 0 || failures > 0) parts.onNextTry(at, pause > 0 ? at : 0)
  }

  return {
    changed: () => {
      if (underWay !== null || failures > 0) return
      gatheredSince ??= parts.now()
      plan(Math.max(0, Math.min(gatherMs, gatheredSince + longestGatherMs - parts.now())))
    },
    wake,
    ask: () =>
      new Promise((resolve) => {
        if (isStopped) return resolve()
        // An earlier ask now waits for this call as well.
        waiting.push(resolve, ...(underWay?.waiting.splice(0) ?? []))
        underWay = null
        wake()
      }),
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      for (const resolve of takeWaiting()) resolve()
    },
  }
}
