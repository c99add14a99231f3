import { QueryClient } from '@tanstack/react-query'
import { expect, vi } from 'vitest'
import type { ExamMeta, SubmitReply } from '#contract/exam.ts'
import type { AnswerEvent } from '#contract/question.ts'
import type { Send } from '../../src/http/send.ts'
import type { Locks } from '../../src/concurrency/with-lock.ts'
import { answerTo, savingOf } from '../../src/attempt/machine/answers.ts'
import type { Reply } from '../../src/http/reply.ts'
import type { AttemptCalls } from '../../src/attempt/control/context.ts'
import { findAttempt } from '../../src/attempt/replica/attempts.ts'
import type { Mode } from '../../src/attempt/machine/rows.ts'
import { createAttemptController, type AttemptController } from '../../src/attempt/control/controller.ts'

export const silence: Reply<never> = { kind: 'silence' }
export const answered = <Body>(body: Body): Reply<Body> => ({ kind: 'answered', body })

const refused = (status: number, code: string): Reply<never> => ({
  kind: 'refused',
  status,
  code,
  message: '',
  resultUrl: status === 409 ? '/logic/test-result/1' : null,
  retryAfter: null,
})

const questions = [
  { id: 'q1', kind: 'single' as const, prompt: '1?', options: [{ id: 'o1' }, { id: 'o2' }] },
  { id: 'q2', kind: 'text' as const, prompt: '2?' },
]

/** A server in memory that knows attempts, events and keys as ours does. */
export function createServer() {
  const server = {
    reachable: true,
    ticketEnded: false,
    /** Whether the server has closed the attempt at the end of its time. */
    closed: false,
    now: Date.parse('2026-11-20T10:00:00Z'),
    startKeys: [] as (string | null)[],
    started: false,
    epoch: 0,
    events: [] as AnswerEvent[],
    submissions: [] as unknown[],
    /** The marks in the reply to a call without events. */
    marks: {} as Readonly<Record<string, AnswerEvent>>,
    /** Number of calls without events. */
    asked: 0,
    afterSubmit: answered<SubmitReply>({ status: 'completed', attempt_id: 'a1' }),
  }
  const frame = () => ({
    id: 'a1',
    state: server.started ? 'open' : 'ready',
    epoch: server.epoch,
    duration_seconds: 600,
    started_at: server.started ? '2026-11-20T10:00:00Z' : null,
    deadline_at: server.started ? '2026-11-20T10:10:00Z' : null,
    server_time: new Date(server.now).toISOString(),
    submission_key: 'submission-key',
    ticket: 'ticket-of-this-attempt',
  })
  const open = (startKey: string | null): Promise<Reply<ExamMeta>> => {
    server.startKeys.push(startKey)
    if (!server.reachable) return Promise.resolve(silence)
    if (server.closed && startKey === null) return Promise.resolve(refused(409, 'no_open_attempt'))
    return Promise.resolve(
      answered({ status: 'completed', questions, attempt: frame(), events: server.events, test: null }),
    )
  }
  const calls: AttemptCalls = {
    open: (_, startKey) => open(startKey),
    fetchPaper: () => open(null),
    buildStatus: () => Promise.resolve(silence),
  }
  const send = ((endpoint, { body }) => {
    if (!server.reachable) return Promise.resolve(silence)
    const isTicketTaken = !server.ticketEnded || !('ticket' in (body as object))
    if (!isTicketTaken) return Promise.resolve(refused(403, 'ticket_invalid'))
    if (endpoint.name === 'submitExam') {
      server.submissions.push(body)
      return Promise.resolve(server.closed ? refused(409, 'already_graded') : server.afterSubmit)
    }
    const { events, begin, take_over } = body as { events: AnswerEvent[]; begin?: boolean; take_over?: boolean }
    if (begin === true) server.started = true
    if (take_over === true) server.epoch += 1
    server.events.push(...events)
    if (events.length === 0) server.asked += 1
    const marks = { ...(events.length === 0 && server.marks), ...named(events) }
    return Promise.resolve(answered({ marks, ...frame() }))
  }) as Send
  return Object.assign(server, { calls, send })
}

const named = (events: readonly AnswerEvent[]) => Object.fromEntries(events.map((event) => [event.question_id, event]))

export type Server = ReturnType<typeof createServer>
const running: AttemptController[] = []
let purchases = 0
export const newPurchase = () => `purchase-${(purchases += 1)}`

const fail = (error: unknown): void => {
  throw error
}
interface PageWorld {
  /** `jump`: ms by which the device's wall clock is ahead. */
  readonly device?: { jump: number }
  readonly report?: (error: unknown) => void
  readonly locks?: Locks
  readonly random?: () => number
  readonly mode?: Mode
}

/** Opens a page of the exam. By default an error that it reports fails the test, and there are no Web Locks. */
export function openPage(server: Server, purchaseId: string, world: PageWorld = {}): AttemptController {
  const { device = { jump: 0 }, report = fail, locks = null, random = () => 0, mode = 'exam' } = world
  const controller = createAttemptController({
    mode,
    ownerId: 'owner',
    purchaseId,
    calls: server.calls,
    send: server.send,
    queryClient: new QueryClient(),
    readDevice: () => ({ wall: Date.now() + device.jump, steady: performance.now() }),
    random,
    newId: () => crypto.randomUUID(),
    hidden: () => false,
    locks,
    report,
  })
  running.push(controller)
  return controller
}
export function closePages(): void {
  for (const controller of running.splice(0)) controller.stop()
}

export const reaches = (controller: AttemptController, phase: string) =>
  vi.waitFor(() => expect([controller.view().stage, controller.view().state.phase]).toEqual(['running', phase]))
export const atIntro = (controller: AttemptController) =>
  vi.waitFor(() => expect(controller.view().stage).toBe('intro'))
export async function begun(server: Server, purchaseId: string, world: PageWorld = {}): Promise<AttemptController> {
  const controller = openPage(server, purchaseId, world)
  await atIntro(controller)
  controller.start(true)
  await reaches(controller, 'answering')
  return controller
}

/** As `begun`, and waits until the device has kept the start: storage that breaks before then would refuse that too. */
export async function begunAndKept(server: Server, purchaseId: string, world: PageWorld = {}) {
  const controller = await begun(server, purchaseId, world)
  await vi.waitFor(async () => expect(await attemptRowOf(purchaseId)).toMatchObject({ frame: { begun: true } }))
  return controller
}

/** The world of a page whose reported errors do not fail the test. */
export const quiet = { report: () => undefined }

export const attemptRowOf = (purchaseId: string) => findAttempt('owner', purchaseId, 'exam')

/** Where the page says that its first answer is saved, or its phase unless that is `answering`. */
export function savingOfQ1({ view }: AttemptController) {
  const { state } = view()
  return state.phase === 'answering' ? savingOf(state.answers, 'q1') : state.phase
}

/** The first answer that the page shows, or its phase unless that is `answering`. */
export function valueOfQ1({ view }: AttemptController) {
  const { state } = view()
  return state.phase === 'answering' ? answerTo(state.answers, 'q1') : state.phase
}
