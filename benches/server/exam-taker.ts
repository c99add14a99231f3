import { setTimeout as pause } from 'node:timers/promises'
import type { ExamMeta } from '#contract/exam.ts'
import type { AnswerEvent, Question } from '#contract/question.ts'
import { buildPollDelay } from '../../src/attempt/machine/schedule.ts'
import { type Answer, Caller, type Trace } from './http-caller.ts'
import type { Buyer } from './people.ts'

export interface Manner {
  origin: string
  encoding: string
  /** Whether saves and submits carry the Bearer besides the ticket. */
  bearer: boolean
}

/** A call was refused, or got an unexpected reply. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  /** Seconds of the reply's Retry-After, or null. */
  readonly retryAfter: number | null

  constructor(kind: string, { status, retryAfter, text }: Answer) {
    super(`${kind} answered ${status}: ${text().slice(0, 300)}`)
    this.status = status
    this.retryAfter = retryAfter
  }
}

type Paper = ExamMeta & { attempt: NonNullable<ExamMeta['attempt']>; questions: Question[] }

/** One person's exam, with the calls of the product's client. */
export class ExamTaker {
  readonly #buyer: Buyer
  readonly #manner: Manner
  readonly #trace: () => Trace
  readonly #caller: Caller
  /** One press of "start", however often it is sent. */
  readonly #startKey = crypto.randomUUID()
  #paper: Paper | null = null
  /** Bytes of the replies with the paper and the result, for a caller that replies with the same. */
  bytes = { paper: '', submitted: '', result: '' }

  /** @param trace notes its calls; a function is asked at each call, for an exam that goes through several phases */
  constructor(buyer: Buyer, manner: Manner, trace: Trace | (() => Trace)) {
    this.#buyer = buyer
    this.#manner = manner
    this.#trace = typeof trace === 'function' ? trace : () => trace
    this.#caller = new Caller(manner.origin, buyer.address, manner.encoding)
  }

  get questions(): Question[] {
    return this.#opened().questions
  }

  get isOpen(): boolean {
    return this.#paper !== null
  }

  /** Presses "start" and asks about a paper in the making as often as the client does. */
  async open(): Promise<void> {
    const id = this.#buyer.purchaseId
    const reply = await this.#get('open', `/api/exam-meta/${id}/?start_key=${this.#startKey}`)
    const meta = this.#read(reply)
    this.#paper = meta.questions ? (meta as Paper) : await this.#whenBuilt(meta)
  }

  begin(): Promise<void> {
    return this.#save('begin', { begin: true, events: [] })
  }

  saveOne(question: number, seq = 1): Promise<void> {
    return this.#save('save', { events: [this.#event(question, seq)] })
  }

  /** Saves answers to the questions `from` up to `to`, without `to`, by one call. */
  saveMany(from: number, to: number): Promise<void> {
    const events = this.questions.slice(from, to).map((_, n) => this.#event(from + n, 1))
    return this.#save('save many', { events })
  }

  async submit(): Promise<void> {
    const { attempt, questions } = this.#opened()
    const events = questions.map((_, n) => this.#event(n, 1))
    const reply = await this.#send('submit', 'POST', `/api/exam-meta/${this.#buyer.purchaseId}/`, {
      answers: events.map(({ question_id, value }) => ({ question_id, value })),
      submission_key: attempt.submission_key,
      ticket: attempt.ticket,
      events,
    })
    this.bytes.submitted = reply.text()
  }

  async result(): Promise<void> {
    for (;;) {
      const reply = await this.#get('result', `/api/exam-results-status/${this.#buyer.purchaseId}/`)
      this.bytes.result = reply.text()
      const { status } = JSON.parse(this.bytes.result) as { status?: string }
      if (status === 'completed') return
      await pause(2000)
    }
  }

  close(): void {
    this.#caller.close()
  }

  async #whenBuilt(first: ExamMeta): Promise<Paper> {
    const id = this.#buyer.purchaseId
    for (let ask = 1; ; ask += 1) {
      await pause(buildPollDelay(ask))
      const reply = await this.#get('poll', `/api/exam-status/${id}/`)
      const { status } = JSON.parse(reply.text()) as { status?: string }
      if (status === 'completed') break
      if (status !== 'building') throw new Error(`the building of a paper ended as ${status}`)
    }
    const reply = await this.#get('fetch', `/api/exam-meta/${id}/?exam_cache_key=${first.exam_cache_key}`)
    return this.#read(reply) as Paper
  }

  #read(reply: Answer): ExamMeta {
    this.bytes.paper = reply.text()
    return JSON.parse(this.bytes.paper) as ExamMeta
  }

  #event(number: number, seq: number): AnswerEvent {
    const { questions, attempt } = this.#opened()
    const question = questions[number]!
    const options = question.options ?? []
    const value = options.length > 0 ? options[number % options.length]!.id : '7'
    const answer = question.kind === 'multiple' ? [value] : value
    return { question_id: question.id, value: answer, epoch: attempt.epoch, seq, device_id: 'bench-device-01' }
  }

  async #save(kind: string, body: { begin?: boolean; events: AnswerEvent[] }): Promise<void> {
    const { ticket } = this.#opened().attempt
    await this.#send(kind, 'PUT', `/api/exam-answers/${this.#buyer.purchaseId}/`, { ticket, ...body })
  }

  #get(kind: string, path: string): Promise<Answer> {
    return this.#expect(
      kind,
      this.#caller.call(this.#trace(), kind, { method: 'GET', path, bearer: this.#buyer.bearer }),
    )
  }

  #send(kind: string, method: 'PUT' | 'POST', path: string, body: unknown): Promise<Answer> {
    const bearer = this.#manner.bearer ? this.#buyer.bearer : undefined
    return this.#expect(kind, this.#caller.call(this.#trace(), kind, { method, path, bearer, body }))
  }

  async #expect(kind: string, call: Promise<Answer>): Promise<Answer> {
    const reply = await call
    if (reply.status !== 200) throw new Refused(kind, reply)
    return reply
  }

  #opened(): Paper {
    if (this.#paper === null) throw new Error('the exam was not opened')
    return this.#paper
  }
}

/** Open, begin, a save for each question, submit, result: 34 calls of a test with 30 questions. */
export async function takeBySaves(exam: ExamTaker): Promise<void> {
  await exam.open()
  await exam.begin()
  for (let question = 0; question < exam.questions.length; question += 1) await exam.saveOne(question)
  await exam.submit()
  await exam.result()
}

/** Open, begin, submit with all answers, result: 4 calls. */
export async function takeByOneSubmit(exam: ExamTaker): Promise<void> {
  await exam.open()
  await exam.begin()
  await exam.submit()
  await exam.result()
}

/** Acts for each of these, `users` at a time, and begins none after `seconds`. Returns how many were done. */
export async function inClosedLoop<T>(
  things: readonly T[],
  { users, seconds }: { users: number; seconds: number },
  act: (thing: T) => Promise<void>,
): Promise<number> {
  const deadline = performance.now() + seconds * 1000
  let next = 0
  let done = 0
  const user = async () => {
    while (next < things.length && performance.now() < deadline) {
      const thing = things[next]!
      next += 1
      await act(thing)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: users }, user))
  return done
}
