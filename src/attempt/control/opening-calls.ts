import { tryTimeoutMs } from '../../http/send.ts'
import type { Reply } from '../../http/reply.ts'
import { startHoldsMs } from '../machine/resume.ts'
import { backOff } from '../sync/back-off.ts'

/** For this long a full server (503 with Retry-After) is asked again, each time after the pause that it asks for. */
const crowdTimeoutMs = 120_000
/** A longer pause is not waited for: the page tells the person to come again later. */
const longestPauseMs = 30_000
/** A repeat never follows sooner than this on a call that failed immediately. */
const shortestPauseMs = 1_000
/** Coming back is often several events at the same time (online, visible, focus): they ask once. */
const wokenTogetherMs = 1_000

interface OpeningParts<Body> {
  /** Sends the call once; `timeoutMs` null waits for as long as the connection lives. Never rejects. */
  readonly ask: (timeoutMs: number | null) => Promise<Reply<Body>>
  /** The outcome: the first reply to any of the calls, or the silence of a first call that failed immediately. */
  readonly onReply: (reply: Reply<Body>) => void
  /** Nobody has answered so far, and the call is repeated. */
  readonly onUnanswered: () => void
  readonly random: () => number
  /** This device's clock, ms: it runs while the device sleeps. */
  readonly now: () => number
}

export interface OpeningCalls {
  /** The network or the person came back: an unanswered call is sent once more, immediately. */
  readonly wake: () => void
  readonly stop: () => void
}

/**
 * Asks for an attempt until somebody answers. A person waits for this call, so the first one is never given up (S7.04). But
 * its reply may be lost, and the server starts the clock by itself. So the same call is sent again under the same start_key,
 * and the first reply counts. A repeat is given up like any background call. No call is sent once the press is as old as
 * `startHoldsMs`: a device that wakes in the morning would begin an exam with nobody there.
 */
export function startOpening<Body>({ ask, onReply, onUnanswered, random, now }: OpeningParts<Body>): OpeningCalls {
  const begunAt = now()
  const crowdUntil = performance.now() + crowdTimeoutMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = 0
  let lastAskedAt = 0
  let isUnanswered = false
  /** A full server has asked for a pause: no wake shortens it. */
  let isPaused = false
  let isOver = false

  function send(): void {
    if (asked > 0 && Math.abs(now() - begunAt) > startHoldsMs) return end({ kind: 'silence' })
    const own = (asked += 1)
    isPaused = false
    lastAskedAt = performance.now()
    plan(isUnanswered ? tryTimeoutMs + backOff(asked, random) : tryTimeoutMs)
    void ask(asked === 1 ? null : tryTimeoutMs).then((reply) => hear(own, reply))
  }

  function plan(wait: number, next = repeat): void {
    clearTimeout(timer)
    timer = setTimeout(next, wait)
  }

  function repeat(): void {
    isUnanswered = true
    onUnanswered()
    send()
  }

  function hear(own: number, reply: Reply<Body>): void {
    if (isOver) return
    if (reply.kind === 'silence' && isUnanswered) {
      // The silence of an earlier call changes no plan.
      if (own === asked) plan(Math.max(shortestPauseMs, backOff(asked, random)))
      return
    }
    const wait = askedToWait(reply)
    if (wait !== null && performance.now() + wait < crowdUntil) {
      isPaused = true
      return plan(wait, send)
    }
    end(reply)
  }

  function end(reply: Reply<Body>): void {
    stop()
    onReply(reply)
  }

  function stop(): void {
    isOver = true
    clearTimeout(timer)
  }

  send()
  return {
    wake: () => {
      if (!isOver && !isPaused && performance.now() - lastAskedAt > wokenTogetherMs) repeat()
    },
    stop,
  }
}

/** The pause in ms that a full server asks for; null if it asks for none, or for too long a one. */
function askedToWait(reply: Reply<unknown>): number | null {
  if (reply.kind !== 'refused' || reply.status !== 503 || reply.retryAfter === null) return null
  return reply.retryAfter <= longestPauseMs ? reply.retryAfter : null
}
