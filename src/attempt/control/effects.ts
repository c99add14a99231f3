import { type QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query'
import { type ExamMeta, startAfterDeliverySeconds } from '#contract/exam.ts'
import { withTimeout } from '../../concurrency/with-timeout.ts'
import { hasSleptThrough } from '../machine/schedule.ts'
import { nextEffect } from '../machine/transition.ts'
import { seenEvents } from '../machine/answers.ts'
import type { AttemptEffect } from '../machine/state.ts'
import { readInstant } from '../machine/paper.ts'
import type { Reply } from '../../http/reply.ts'
import type { AttemptContext } from './context.ts'
import { type OpeningCalls, startOpening } from './opening-calls.ts'
import { createSubmission, type SubmissionControl, type SubmissionParts } from './submission.ts'
import type { AnswersPush } from './push-answers.ts'

/** Nobody has to wait longer than this for the server to say that the clock has begun. Milliseconds. */
const beginTimeoutMs = 4_000
/** Some browsers never finish a write that was begun while the page was being left: no ask waits longer for it. Milliseconds. */
const countTimeoutMs = 3_000

export interface AttemptEffects {
  /** Carries an effect out, or lets the last one end (null). The effect that is under way is not begun twice. */
  readonly perform: (effect: AttemptEffect | null) => void
  /** Lets go of what is under way: another tab goes on, or the exam was put to another state. */
  readonly drop: () => void
  /** Reads what became of the submission, whoever delivered it. */
  readonly followSubmission: SubmissionControl['follow']
  /** The browser's storage may have been emptied: writes anew what is missing. */
  readonly lookAfterStorage: () => void
  readonly wake: () => void
}

/** The effect that is being carried out, with what must end when it is let go of. A reply to a call of an earlier one is not heard. */
interface UnderWay {
  readonly type: AttemptEffect['type']
  timer?: ReturnType<typeof setTimeout>
  poll?: Poll
  opening?: OpeningCalls
}

/** The machine's effects, carried out on the world. */
export function createAttemptEffects(
  context: AttemptContext,
  push: AnswersPush,
  submissionParts: SubmissionParts,
): AttemptEffects {
  const { ports, time, attempt, dispatch, show } = context
  const { calls, purchaseId, report } = ports
  const submission = createSubmission(context, submissionParts)
  let underWay: UnderWay | null = null

  function drop(): void {
    submission.stop()
    clearTimeout(underWay?.timer)
    underWay?.poll?.stop()
    underWay?.opening?.stop()
    underWay = null
  }

  function begin(effect: AttemptEffect, own: UnderWay): void {
    switch (effect.type) {
      case 'open':
        return open(effect.startKey, own)
      case 'ask-build-status':
        return askBuild(own)
      case 'fetch-paper':
        return void fetchPaper(effect.cacheKey, own).catch(report)
      case 'store-paper':
        return void store().catch(report)
      case 'begin':
        return void beginClock(own).catch(report)
      case 'enqueue-submission':
        return submission.enqueue()
      case 'deliver':
        return submission.deliver()
    }
  }

  function open(startKey: string | null, own: UnderWay): void {
    show({ openingUnanswered: null })
    const since = ports.readDevice().wall
    own.opening = startOpening({
      ask: async (timeoutMs) => {
        const reply = await replyTo(() => calls.open(purchaseId, startKey, timeoutMs), own)
        return reply ?? { kind: 'silence' }
      },
      onReply: (reply) => dispatch({ type: 'open-replied', reply }),
      onUnanswered: () => {
        // Nobody's clock starts before the exam was asked for by this key.
        const byItself = (attempt.row()?.createdAt ?? since) + startAfterDeliverySeconds * 1_000
        const isAhead = startKey !== null && byItself > ports.readDevice().wall
        show({ openingUnanswered: { since, clockFrom: isAhead ? byItself : null } })
      },
      random: ports.random,
    })
  }

  /** Asks how far the building of the paper is. */
  function askBuild(own: UnderWay): void {
    void attempt.change({ building: true }).catch(report)
    own.poll = startPoll({
      client: ports.queryClient,
      queryKey: ['exam-build', purchaseId, attempt.row()?.draftId ?? null],
      wait: () => {
        const effect = nextEffect(context.view().state)
        return effect?.type === 'ask-build-status' ? effect.wait : false
      },
      ask: async () => {
        await countAsk()
        return calls.buildStatus(purchaseId)
      },
      onReply: (reply) => dispatch({ type: 'build-replied', reply }),
      onError: report,
      now: () => ports.readDevice().wall,
    })
  }

  /** An ask counts when it is sent, and the count is on the disk before it is: a reload does not begin again at none. */
  async function countAsk(): Promise<void> {
    dispatch({ type: 'build-asked' })
    const { state } = context.view()
    if (state.phase !== 'building') return
    await withTimeout(attempt.change({ buildAsked: state.asked }), countTimeoutMs).catch(report)
  }

  async function fetchPaper(cacheKey: string, own: UnderWay): Promise<void> {
    const reply = await replyTo(() => calls.fetchPaper(purchaseId, cacheKey), own)
    if (reply !== null) dispatch({ type: 'paper-replied', reply })
  }

  /**
   * Null where the call was let go of meanwhile: this page may be at another attempt by then, and the questions that come are
   * none of its. A call that came to no reply at all (a session that no storage takes) is one that nobody answered.
   */
  async function replyTo(call: () => Promise<Reply<ExamMeta>>, own: UnderWay): Promise<Reply<ExamMeta> | null> {
    let reply: Reply<ExamMeta> = { kind: 'silence' }
    try {
      reply = await call()
    } catch (error) {
      report(error)
    }
    if (own !== underWay) return null
    if (reply.kind === 'answered') time.hear(readInstant(reply.body.attempt?.server_time))
    return reply
  }

  async function store(): Promise<void> {
    const { state } = context.view()
    if (state.phase !== 'ready') return
    const { paper, answers } = state
    const goesOn = await attempt.keepPaper({ paper, clockOffset: time.offset(), events: seenEvents(answers) })
    dispatch({ type: goesOn ? 'paper-stored' : 'storage-failed' })
  }

  /** Starts the clock; where another device has started it, takes the attempt over. */
  async function beginClock(own: UnderWay): Promise<void> {
    const { state } = context.view()
    if (state.phase !== 'ready') return
    const { begun, ticket } = state.paper.attemptInfo
    if (ticket === null) return dispatch({ type: 'begin-unanswered', now: time.now() })
    own.timer = setTimeout(() => dispatch({ type: 'begin-unanswered', now: time.now() }), beginTimeoutMs)
    await push.begin(ticket, { takeOver: begun })
  }

  return {
    perform: (effect) => {
      if (effect?.type === underWay?.type) return
      drop()
      if (effect === null) return
      underWay = { type: effect.type }
      begin(effect, underWay)
    },
    drop,
    followSubmission: submission.follow,
    lookAfterStorage: () => {
      if (underWay?.type === 'deliver') void submission.follow().catch(report)
      else attempt.hear({ type: 'row-missing' })
    },
    wake: () => {
      underWay?.poll?.wake()
      underWay?.opening?.wake()
      submission.wake()
    },
  }
}

interface PollParts<Asked> {
  readonly client: QueryClient
  readonly queryKey: QueryKey
  /** Milliseconds until the next ask, or false when there is none. */
  readonly wait: () => number | false
  /** Sends one ask. Resolves with what came of it: a 404 and a lost network are values here, never errors. */
  readonly ask: () => Promise<Asked>
  readonly onReply: (asked: Asked) => void
  readonly onError: (error: Error) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export interface Poll {
  /** The page woke up: after a long sleep it asks at once. */
  readonly wake: () => void
  readonly stop: () => void
}

/**
 * A poll that React Query drives. The observer asks after the schedule's wait and after nothing else: not at mount, not
 * on focus, not on reconnect, not as a retry; in hidden tabs it goes on.
 */
export function startPoll<Asked>({ client, queryKey, wait, ask, onReply, onError, now }: PollParts<Asked>): Poll {
  let lastAskEnded = now()
  // Nothing may be left of an earlier poll of the same key: its last reply would count as the first of this one.
  client.removeQueries({ queryKey, exact: true })
  const observer = new QueryObserver<{ readonly reply: Asked } | null>(client, {
    queryKey,
    // Wrapped, so that two equal replies are two things that happened.
    queryFn: async () => ({ reply: await ask() }),
    // With data in hand the observer waits for its interval before the first ask.
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => (state.fetchStatus === 'fetching' ? false : wait()),
    structuralSharing: false,
  })
  let seen: { readonly reply: Asked } | null = null
  const unsubscribe = observer.subscribe(({ data, error, fetchStatus }) => {
    if (fetchStatus === 'fetching') return
    lastAskEnded = now()
    if (error !== null) onError(error)
    if (data == null || data === seen) return
    seen = data
    onReply(data.reply)
  })
  return {
    wake: () => {
      if (hasSleptThrough(lastAskEnded, now()) && wait() !== false) void observer.refetch({ cancelRefetch: false })
    },
    stop: () => {
      unsubscribe()
      client.removeQueries({ queryKey, exact: true })
    },
  }
}
