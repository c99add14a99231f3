import type { PauseEvent } from '#contract/exam-pause.ts'
import type { Answer, AnswerEvent } from '#contract/question.ts'
import { ticketIsAlive } from '../../../server/features/exams/attempt-clock.ts'
import { bare, contestedEvents } from '../../../server/features/exams/answers/contested-events.ts'
import {
  append,
  close,
  countedEvents,
  examAttemptOf,
  type ModelAttempt,
  marks as marksIn,
  marksOf,
  notePauses,
  pausesOf,
  settle,
  startClock,
  winners,
} from './model-attempt.ts'
import { ModelSessions } from './model-sessions.ts'

export interface ModelReply {
  readonly status: number
  readonly body: string
  readonly retryAfter?: number
}

export interface ModelRequest {
  readonly method: string
  readonly url: string
  readonly bearer: string | null
  readonly body: string
}

export interface ServerTerms {
  /** Milliseconds of the jobs that build and grade; null does both immediately. */
  readonly jobTakes: number | null
  readonly durationSeconds: number
  readonly lateSeconds: number
  readonly questionIds: readonly string[]
}

class Refused extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

interface SubmitBody {
  readonly answers: Answer[]
  readonly submission_key?: string
  readonly ticket?: string
  readonly events?: AnswerEvent[]
}
interface SaveBody {
  readonly ticket?: string
  readonly begin?: boolean
  readonly take_over?: boolean
  readonly more?: boolean
  readonly pauses?: PauseEvent[]
  readonly events: AnswerEvent[]
}

interface RefreshBody {
  readonly refresh: string
  readonly renewal_id?: string
}
type Claim = Pick<SubmitBody, 'ticket' | 'submission_key'>
interface FileBody {
  readonly attempt_id: string
  readonly events: AnswerEvent[]
  readonly hand_in: boolean
}

const attemptsOfPurchase = 2

/** The intended exam server (server/features/exams), in memory. A call is a transaction. `purchase-a` belongs to `user-a`. */
export class ModelServer {
  readonly attempts: ModelAttempt[] = []
  readonly sessions = new ModelSessions()
  /** Every answered start_key: a call that a network repeats an hour later must not open another attempt. */
  readonly #startKeys = new Set<string>()
  readonly #terms: ServerTerms

  constructor(terms: ServerTerms) {
    this.#terms = terms
  }

  handle(request: ModelRequest, now: Date): ModelReply {
    try {
      return this.#route(request, now)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { status, code } = error
      return { status, body: JSON.stringify({ detail: code, code, status_code: status }) }
    }
  }

  sweep(now: Date): void {
    for (const attempt of this.attempts) settle(attempt, now)
  }

  #route({ method, url, bearer, body }: ModelRequest, now: Date): ModelReply {
    const [path, query] = url.split('?') as [string, string | undefined]
    const [, , call, purchaseId] = path.split('/') as string[]
    if (call === 'auth') return this.#auth(path, JSON.parse(body), now)
    const owner = `user-${purchaseId!.split('-')[1]}`
    if (call === 'exam-recovery') return this.#recover(purchaseId!, owner, bearer, JSON.parse(body), now)
    if (method === 'PUT' || call === 'exam-pause') return this.#save(purchaseId!, owner, bearer, JSON.parse(body), now)
    if (method === 'POST') return this.#submit(purchaseId!, owner, bearer, JSON.parse(body), now)
    this.#requireOwner(bearer, owner)
    if (call === 'exam-meta') {
      return this.#open(purchaseId!, owner, new URLSearchParams(query).get('start_key'), now)
    }
    return call === 'exam-status' ? this.#buildStatus(purchaseId!, now) : this.#gradingStatus(purchaseId!, now)
  }

  #auth(path: string, { refresh, renewal_id }: RefreshBody, now: Date): ModelReply {
    if (path === '/api/auth/revoke/') {
      this.sessions.giveUp(refresh)
      return json({})
    }
    const renewal = this.sessions.renew(refresh, renewal_id ?? null, now.getTime())
    if (typeof renewal === 'string') throw new Refused(401, renewal)
    return json(renewal)
  }

  #requireOwner(bearer: string | null, owner: string): void {
    if (bearer === null) throw new Refused(401, 'not_authenticated')
    const user = this.sessions.userOf(bearer)
    if (user === null) throw new Refused(401, 'token_revoked')
    if (user !== owner) throw new Refused(403, 'foreign_purchase')
  }

  #newest(purchaseId: string, now: Date): ModelAttempt {
    const attempt = this.attempts.findLast((one) => one.purchaseId === purchaseId)
    if (attempt === undefined) throw new Refused(404, 'not_found')
    settle(attempt, now)
    return attempt
  }

  #newestSubmitted(purchaseId: string, now: Date): ModelAttempt {
    const attempt = this.attempts.findLast((one) => one.purchaseId === purchaseId && one.submittedAt !== null)
    if (attempt === undefined) throw new Refused(404, 'not_found')
    settle(attempt, now)
    return attempt
  }

  #open(purchaseId: string, userId: string, startKey: string | null, now: Date): ModelReply {
    this.sweep(now)
    const ofPurchase = this.attempts.filter((one) => one.purchaseId === purchaseId)
    const isFresh = startKey !== null && !this.#startKeys.has(startKey)
    if (startKey !== null) this.#startKeys.add(startKey)
    const open = ofPurchase.find(({ isOpen }) => isOpen)
    if (open !== undefined) return this.#deliver(open, now)
    if (ofPurchase.length > 0 && !isFresh) throw new Refused(409, 'no_open_attempt')
    const spent = ofPurchase.filter(({ startedAt, state }) => startedAt !== null && state !== 'failed')
    if (spent.length >= attemptsOfPurchase) throw new Refused(409, 'no_attempts_left')
    return this.#deliver(this.#insert(purchaseId, userId, startKey, now), now)
  }

  #insert(purchaseId: string, userId: string, startKey: string | null, now: Date): ModelAttempt {
    const { jobTakes, durationSeconds, lateSeconds } = this.#terms
    const id = `attempt-${this.attempts.length + 1}`
    const attempt: ModelAttempt = {
      id,
      purchaseId,
      userId,
      startKey,
      examCacheKey: `cache-of-${id}`,
      submissionKey: `submission-key-of-${id}`,
      ticket: `ticket-of-${id}-0123456789`,
      mode: 'exam',
      durationSeconds,
      lateSeconds,
      createdAt: now,
      builtBy: jobTakes === null ? null : new Date(now.getTime() + jobTakes),
      gradedBy: null,
      state: jobTakes === null ? 'ready' : 'building',
      isOpen: true,
      epoch: 0,
      builtAt: jobTakes === null ? now : null,
      deliveredAt: null,
      startedAt: null,
      deadlineAt: null,
      lateUntil: null,
      pausedUntil: null,
      pauses: [],
      submittedAt: null,
      processingSince: null,
      events: [],
      submission: null,
      grades: [],
    }
    this.attempts.push(attempt)
    return attempt
  }

  #deliver(attempt: ModelAttempt, now: Date): ModelReply {
    if (attempt.state === 'building') return json({ status: 'building_started', exam_cache_key: attempt.examCacheKey })
    attempt.deliveredAt ??= now
    return json({
      status: 'completed',
      exam_cache_key: attempt.examCacheKey,
      attempt: examAttemptOf(attempt, now),
      questions: this.#terms.questionIds.map((id) => ({ id, kind: 'text', prompt: '?' })),
      events: [...winners(attempt).values()].map(bare),
      contested: contestedEvents(countedEvents(attempt)),
    })
  }

  #buildStatus(purchaseId: string, now: Date): ModelReply {
    const attempt = this.#newest(purchaseId, now)
    if (attempt.state === 'building') return json({ status: 'building', progress: 40 })
    if (attempt.state === 'failed') return json({ status: 'expired' })
    return json({ status: 'completed', exam_cache_key: attempt.examCacheKey })
  }

  #gradingStatus(purchaseId: string, now: Date): ModelReply {
    const newest = this.#newest(purchaseId, now)
    const attempt = newest.submittedAt === null ? this.#newestSubmitted(purchaseId, now) : newest
    if (attempt.state === 'submitted') return json({ status: 'processing', attempt_id: attempt.id })
    if (attempt.state === 'graded') return json({ status: 'completed', attempt_id: attempt.id, receipt: 'graded' })
    if (attempt.state === 'failed') return json({ status: 'expired' })
    throw new Refused(404, 'not_found')
  }

  /** Finds the attempt by the ticket alone, or for the owner by the key, else the newest. */
  #held(purchaseId: string, owner: string, bearer: string | null, claim: Claim, now: Date): ModelAttempt {
    const { ticket, submission_key: key } = claim
    if (ticket === undefined) {
      this.#requireOwner(bearer, owner)
      const named = this.attempts.find((one) => one.purchaseId === purchaseId && one.submissionKey === key)
      if (named === undefined) return this.#newest(purchaseId, now)
      settle(named, now)
      return named
    }
    const attempt = this.attempts.find((one) => one.ticket === ticket && one.purchaseId === purchaseId)
    if (attempt === undefined || !ticketIsAlive(attempt, now)) throw new Refused(403, 'ticket_invalid')
    settle(attempt, now)
    return attempt
  }

  #save(purchaseId: string, owner: string, bearer: string | null, body: SaveBody, now: Date): ModelReply {
    const attempt = this.#held(purchaseId, owner, bearer, body, now)
    if (body.begin === true && attempt.state === 'ready') startClock(attempt, now)
    if (body.take_over === true && attempt.isOpen) attempt.epoch += 1
    if (attempt.state === 'failed') throw new Refused(409, 'exam_build_failed')
    const isStarted = attempt.state !== 'ready' && attempt.state !== 'building'
    if (!isStarted && body.events.length > 0) throw new Refused(409, 'attempt_not_started')
    const { pauses } = body
    const refusal = pauses === undefined ? null : notePauses(attempt, pauses, +now)
    this.#append(attempt, body.events, now, body.more === false)
    if (refusal !== null) throw new Refused(409, refusal)
    const sent = new Set(body.events.map((event) => event.question_id))
    const marks = [...(sent.size === 0 ? winners : marksIn)(attempt)].flatMap(([id, { epoch, seq, device_id }]) =>
      sent.size === 0 || sent.has(id) ? [[id, { epoch, seq, device_id }] as const] : [],
    )
    const contested = contestedEvents(countedEvents(attempt))
    return json({
      marks: Object.fromEntries(marks),
      contested,
      holding: contested.map(({ question_id }) => bare(winners(attempt).get(question_id)!)),
      state: attempt.state,
      epoch: attempt.epoch,
      ...marksOf(attempt, now),
      ...((pauses !== undefined || tellsPauses(attempt, body)) && { pauses: pausesOf(attempt, now) }),
    })
  }

  /** Takes an owner's file of answers. The client sends one after the ticket's end, and never submits by it. */
  #recover(purchaseId: string, owner: string, bearer: string | null, file: FileBody, now: Date): ModelReply {
    this.#requireOwner(bearer, owner)
    const attempt = this.attempts.find(({ id }) => id === file.attempt_id)
    if (attempt === undefined || attempt.purchaseId !== purchaseId) throw new Refused(404, 'not_found')
    settle(attempt, now)
    if (attempt.state === 'failed') throw new Refused(409, 'exam_build_failed')
    if (attempt.state === 'building' || attempt.state === 'ready') throw new Refused(409, 'attempt_not_started')
    const before = attempt.events.length
    this.#append(attempt, file.events, now)
    const added = attempt.events.length - before
    return json({ status: attempt.isOpen ? 'merged' : 'kept', attempt_id: attempt.id, added, superseded: [] })
  }

  #append(attempt: ModelAttempt, events: readonly AnswerEvent[], now: Date, isWhole = false): void {
    for (const { question_id, epoch } of events) {
      if (!this.#terms.questionIds.includes(question_id)) throw new Refused(400, 'unknown_question')
      if (epoch > attempt.epoch) throw new Refused(400, 'stale_epoch')
    }
    append(attempt, events, now, isWhole)
  }

  #submit(purchaseId: string, owner: string, bearer: string | null, body: SubmitBody, now: Date): ModelReply {
    const attempt = this.#held(purchaseId, owner, bearer, body, now)
    if (body.submission_key !== undefined && body.submission_key !== attempt.submissionKey) {
      throw new Refused(422, 'submission_mismatch')
    }
    const digest = JSON.stringify({ answers: body.answers, events: body.events ?? null })
    const earlier = attempt.submission
    const isSameKey = earlier !== null && earlier.key !== null && earlier.key === body.submission_key
    if (isSameKey && earlier.body === digest) return { status: 200, body: earlier.reply }
    if (attempt.state === 'failed') throw new Refused(409, 'exam_build_failed')
    if (attempt.state === 'building' || attempt.state === 'ready') throw new Refused(409, 'attempt_not_started')
    this.#append(attempt, body.events ?? asEvents(body.answers, attempt), now, true)
    if (isSameKey) throw new Refused(422, 'submission_mismatch')
    if (earlier !== null) throw new Refused(409, 'already_graded')
    const { jobTakes } = this.#terms
    close(attempt, {
      by: 'person',
      now,
      key: body.submission_key ?? null,
      body: digest,
      inline: jobTakes === null,
      ...(jobTakes === null ? {} : { gradedBy: new Date(now.getTime() + jobTakes) }),
    })
    return { status: 200, body: attempt.submission!.reply }
  }
}

/** As in save-answers.ts: an ordinary save says nothing of pauses. */
const tellsPauses = ({ state, pausedUntil }: ModelAttempt, { events }: SaveBody) =>
  state === 'paused' || (pausedUntil !== null && events.length === 0)

function asEvents(answers: readonly Answer[], attempt: ModelAttempt): AnswerEvent[] {
  const counted = winners(attempt)
  return answers.flatMap(({ question_id, value }) => {
    const winner = counted.get(question_id)
    if (winner !== undefined && JSON.stringify(winner.value) === JSON.stringify(value)) return []
    return [{ question_id, value, epoch: attempt.epoch, seq: (winner?.seq ?? 0) + 1, device_id: 'submit' }]
  })
}

function json(body: unknown): ModelReply {
  return { status: 200, body: JSON.stringify(body) }
}
