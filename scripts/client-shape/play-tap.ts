import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import type { ExamMeta, SubmitReply } from '#contract/exam.ts'
import type { AnswerEvent } from '#contract/question.ts'
import { drain } from '../../src/attempt/sync/drain.ts'
import { onSubmissionChange } from '../../src/attempt/sync/channel.ts'
import type { Send } from '../../src/http/send.ts'
import { savingOf } from '../../src/attempt/machine/answers.ts'
import type { Reply } from '../../src/http/reply.ts'
import { createAttemptController, type AttemptController } from '../../src/attempt/control/controller.ts'
import type { AttemptView } from '../../src/attempt/control/view.ts'

/** Entered files in order: one entry each time a call goes from one file into another. */
export interface Played {
  readonly tap: readonly string[]
  readonly submission: readonly string[]
  /** Durability of each writing transaction, from the tap until its acknowledgement is on the disk. */
  readonly writes: readonly string[]
}

const entered: string[] = []
/** True while this script itself reads the exam's view: its calls do not count. */
let isLooking = false
Object.assign(globalThis, {
  enterFile: (file: string) => {
    if (!isLooking && entered.at(-1) !== file) entered.push(file)
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

/** A server that always replies and has nothing to add. */
const send = (async (endpoint, { body }) => {
  if (endpoint.name === 'submitExam') return graded
  const { events } = body as { events: AnswerEvent[] }
  return answered({ marks: Object.fromEntries(events.map((event) => [event.question_id, event])), ...frame })
}) as Send

/** Plays one exam of one question: the tap until its acknowledgement is on the disk, and the submission until its result. */
export async function playTap(): Promise<Played> {
  const controller = createAttemptController({
    mode: 'exam',
    ownerId: 'owner',
    purchaseId: 'purchase',
    calls: {
      open: async () => paper,
      fetchPaper: async () => paper,
      buildStatus: async () => ({ kind: 'silence' }),
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
  onSubmissionChange(({ change }) => void (change === 'enqueued' && deliver()))
  await until(controller, ({ stage }) => stage === 'intro')
  controller.start(true)
  await until(controller, ({ state }) => state.phase === 'answering')
  await quiet()

  entered.length = 0
  begun.length = 0
  controller.answer('q1', 'o1')
  await until(controller, (view) => savingOfQ1(view) === 'server')
  await quiet()
  const tap = [...entered]
  const writes = [...begun]

  entered.length = 0
  controller.submit()
  await until(controller, ({ state }) => state.phase === 'finished')
  await quiet()
  controller.stop()
  return { tap, submission: [...entered], writes }
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

function savingOfQ1({ state }: AttemptView): string {
  return state.phase === 'answering' ? savingOf(state.answers, 'q1') : state.phase
}

/** Resolves after 600 ms, when all work that follows by itself has ended. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 600))

/** Resolves when the exam has reached this state. Checks it at every change. */
function until(controller: AttemptController, isReached: (view: AttemptView) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('The exam did not get there within 20 s')), 20_000)
    const look = () => {
      isLooking = true
      const isThere = isReached(controller.view())
      isLooking = false
      if (!isThere) return
      clearTimeout(limit)
      stop()
      resolve()
    }
    const stop = controller.subscribe(look)
    look()
  })
}
