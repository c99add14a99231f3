import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import type { ExamMeta, SubmitReply } from '#contract/exam.ts'
import type { AnswerEvent } from '#contract/question.ts'
import { drain } from '../../src/delivery/drain.ts'
import { onDeliveryNews } from '../../src/delivery/news.ts'
import type { Send } from '../../src/delivery/send.ts'
import { savingOf } from '../../src/engine/answer-book.ts'
import type { Reply } from '../../src/engine/reply.ts'
import { createExamRunner, type ExamRunner } from '../../src/sitting/exam-runner.ts'

/** The files that were entered, in order: one entry each time a call goes from one file into another. */
export interface Played {
  readonly tap: readonly string[]
  readonly handIn: readonly string[]
  /** The durability of each transaction that writes, from the tap until its acknowledgement is on the disk. */
  readonly writes: readonly string[]
}

const entered: string[] = []
Object.assign(globalThis, {
  enterFile: (file: string) => {
    if (entered.at(-1) !== file) entered.push(file)
  },
})

const begun: string[] = []
const { transaction } = IDBDatabase.prototype
IDBDatabase.prototype.transaction = function (stores, mode, options) {
  if (mode === 'readwrite') begun.push(options?.durability ?? 'default')
  return transaction.call(this, stores, mode, options)
}

const answered = <Body>(body: Body): Reply<Body> => ({ kind: 'answered', body })
const frame = {
  id: 'attempt',
  state: 'open',
  epoch: 1,
  duration_seconds: 600,
  started_at: '2026-11-20T10:00:00Z',
  deadline_at: '2026-11-20T10:10:00Z',
  server_time: '2026-11-20T10:00:00Z',
  submission_key: 'key',
  ticket: 'ticket',
}
const questions = [{ id: 'q1', kind: 'single' as const, prompt: '?', options: [{ id: 'o1' }, { id: 'o2' }] }]
const graded = answered<SubmitReply>({ status: 'completed', attempt_id: 'attempt' })
const paper = answered<ExamMeta>({ status: 'completed', questions, attempt: frame, events: [], test: null })

/** A server that is always there and has nothing to add. */
const send = (async (endpoint, { body }) => {
  if (endpoint.name === 'submitExam') return graded
  const { events } = body as { events: AnswerEvent[] }
  return answered({ marks: Object.fromEntries(events.map((event) => [event.question_id, event])), ...frame })
}) as Send

/** Plays one exam of one question: the tap until its acknowledgement is on the disk, and the hand-in until its result. */
export async function playTap(): Promise<Played> {
  const runner = createExamRunner({
    mode: 'exam',
    ownerId: 'owner',
    purchaseId: 'purchase',
    calls: {
      open: async () => paper,
      fetchPaper: async () => paper,
      buildStatus: async () => ({ kind: 'silence' }),
      resultsStatus: async () => graded,
    },
    send,
    queryClient: new QueryClient(),
    readDevice: () => ({ wall: Date.parse(frame.server_time), steady: 0 }),
    random: () => 0,
    newId: () => crypto.randomUUID(),
    hidden: () => false,
    locks: null,
    report: (error) => {
      throw error
    },
  })
  onDeliveryNews(({ change }) => void (change === 'enqueued' && deliver()))
  await until(() => runner.view().stage === 'intro')
  runner.start(true)
  await until(() => runner.view().session.phase === 'answering')
  await quiet()

  entered.length = 0
  begun.length = 0
  runner.answer('q1', 'o1')
  await until(() => savingOfQ1(runner) === 'server')
  await quiet()
  const tap = [...entered]
  const writes = [...begun]

  entered.length = 0
  runner.submit()
  await until(() => runner.view().session.phase === 'finished')
  await quiet()
  runner.stop()
  return { tap, handIn: [...entered], writes }
}

function deliver(): Promise<unknown> {
  const now = () => Date.now()
  return drain({
    send,
    now,
    random: () => 0,
    hidden: () => false,
    ownerId: () => 'owner',
    report: (error) => {
      throw error
    },
    locks: null,
    wakeUp: true,
  })
}

function savingOfQ1({ view }: ExamRunner): string {
  const { session } = view()
  return session.phase === 'answering' ? savingOf(session.book, 'q1') : session.phase
}

/** What follows by itself has happened. Milliseconds. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 600))

async function until(isReached: () => boolean): Promise<void> {
  const end = Date.now() + 20_000
  while (!isReached()) {
    if (Date.now() > end) throw new Error('The exam did not get there within 20 s')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
