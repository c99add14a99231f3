import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { oneQuestionPaper as paper } from '../../../tests/support/one-question-paper.ts'
import type { AnswerEvent } from '#contract/question.ts'
import { newAttempt, pruneAttempts } from './attempts.ts'
import { readDeviceId } from './open-attempt.ts'
import { probeStorage } from './probe-storage.ts'
import { withDb } from './database.ts'
import { rowFormat } from '../machine/rows.ts'
import {
  keepProfile,
  sessionRowFormat,
  withSessionDb,
  mirrorSignIn,
  mirrorSignOut,
  swapMirror,
  noteRefusal,
  openRevocations,
} from '../../session/session-db.ts'
import { closeAsGraded, updateSubmission } from './submissions.ts'
import {
  takeLeaseWhole,
  takeLeaseOf,
  closeAndEnqueue,
  createAttempt,
  keepAck,
  restoreAttempt,
  saveAnswer,
  storePaper,
  updateAttempt,
} from '../../../tests/support/persisted.ts'

const attemptRowOf = (draftId: string) =>
  ({ draftId, ownerId: 'owner', purchaseId: draftId, mode: 'exam', startKey: null, createdAt: 1 }) as const
const event = (seq: number, more: Partial<AnswerEvent> = {}): AnswerEvent => ({
  question_id: 'q1',
  value: 'так',
  epoch: 0,
  seq,
  device_id: 'phone',
  ...more,
})
const submission = (claim: number, events: AnswerEvent[] = [event(1)]) => ({
  body: { answers: [], events },
  title: 'Логіка',
  claim,
  now: 5,
})
/** All that a page knows of an attempt after it has changed its answer once more. */
const wholeOf = (draftId: string) => ({
  attempt: { ...newAttempt(attemptRowOf(draftId)), state: 'open', frame: paper.attemptInfo } as const,
  paper,
  answers: [{ questionId: 'q1', own: event(7), seen: null, mark: null }],
})
const pair = { access: 'a', refresh: 'r', user_id: 'owner' }

interface RunningExam {
  readonly id: string
  readonly claim: number
}

let runningExams = 0
/** An attempt that has no paper yet. */
async function begin(): Promise<RunningExam> {
  runningExams += 1
  const id = `draft-${runningExams}`
  await createAttempt(attemptRowOf(id))
  return { id, claim: await takeLeaseOf(id) }
}

/** One with its paper and one answer. */
async function answer(): Promise<RunningExam> {
  const runningExam = await begin()
  await storePaper(runningExam.id, paper, 0)
  await saveAnswer(runningExam.id, event(1), runningExam.claim)
  return runningExam
}

async function submit(): Promise<RunningExam> {
  const runningExam = await answer()
  await closeAndEnqueue(runningExam.id, submission(runningExam.claim))
  return runningExam
}

const watchPuts = () => vi.spyOn(IDBObjectStore.prototype, 'put')
/** The stores that were written to, and the format of each written row. */
const formatsOf = ({ mock }: ReturnType<typeof watchPuts>) =>
  mock.calls.map(([row], at) => [(mock.contexts[at] as IDBObjectStore).name, row.format])
const storesOf = (put: ReturnType<typeof watchPuts>) => new Set(formatsOf(put).map(([store]) => store))

afterEach(() => vi.restoreAllMocks())

describe('[C.06] the format number of a row', () => {
  it('every row that is written of an exam has the format number', async () => {
    const put = watchPuts()
    const { id } = await submit()
    await keepAck(id, { q2: event(1, { question_id: 'q2' }) })
    await restoreAttempt(wholeOf('restored'), [])
    await takeLeaseWhole(wholeOf('claimed'), [], () => true)
    await readDeviceId(() => 'phone')
    await probeStorage(() => 'id')
    expect(storesOf(put)).toEqual(new Set(['attempts', 'papers', 'answers', 'outbox', 'facts']))
    expect(formatsOf(put).filter(([, format]) => format !== rowFormat)).toEqual([])
  })

  it('every row that is written of a session has the format number', async () => {
    const put = watchPuts()
    await mirrorSignIn(pair, 0)
    await keepProfile('owner', {}, 1)
    await swapMirror(pair, 1)
    await mirrorSignOut('r', 2, 1)
    await noteRefusal('r', { count: 1, lastAt: 1 })
    expect(storesOf(put)).toEqual(new Set(['mirror', 'profiles', 'revocations']))
    expect(formatsOf(put).filter(([, format]) => format !== sessionRowFormat)).toEqual([])
  })
})

describe('[C.06] a row that a later release has written', () => {
  const later = { format: 2, addedLater: 'what this release does not know' }
  const stores = ['attempts', 'papers', 'answers', 'outbox'] as const

  /** The rows of an attempt, by store. */
  function rowsOf(draftId: string) {
    return withDb(async (db) => {
      const found = await Promise.all(stores.map(async (store) => [store, await db.getAll(store)] as const))
      return found.flatMap(([store, rows]) =>
        rows.filter((row) => row.draftId === draftId).map((row) => ({ store, row })),
      )
    })
  }

  async function upgradeRows(draftId: string) {
    const rows = await rowsOf(draftId)
    await withDb((db) => Promise.all(rows.map(({ store, row }) => db.put(store, { ...row, ...later } as never))))
    return rows.map(({ store }) => store)
  }

  const ofLater = async (draftId: string) =>
    (await rowsOf(draftId)).filter(({ row }) =>
      Object.entries(later).every(([key, value]) => Reflect.get(row, key) === value),
    )

  const beRefused = async () => {
    const runningExam = await submit()
    await updateSubmission(runningExam.id, () => ({ state: 'refused' }))
    return runningExam
  }
  const end = async () => {
    const runningExam = await answer()
    await keepAck(runningExam.id, { q1: event(1) })
    await updateAttempt(runningExam.id, () => ({ state: 'done' }))
    return runningExam
  }

  it.each<[writer: string, prepare: () => Promise<RunningExam>, write: (runningExam: RunningExam) => Promise<unknown>]>(
    [
      ['a change of the attempt', answer, ({ id }) => updateAttempt(id, () => ({ position: 3 }))],
      ['another tab that becomes the writer', answer, ({ id }) => takeLeaseOf(id)],
      ['the paper', begin, ({ id }) => storePaper(id, paper, 0)],
      ['an answer', answer, ({ id, claim }) => saveAnswer(id, event(2), claim)],
      [
        'the server’s acknowledgement',
        answer,
        ({ id }) => keepAck(id, { q1: event(1) }, { events: [event(1)], sent: [event(1)] }),
      ],
      ['the submission', answer, ({ id, claim }) => closeAndEnqueue(id, submission(claim))],
      [
        'a second submission',
        submit,
        ({ id, claim }) => {
          const mine = event(0, { device_id: 'tablet' })
          return closeAndEnqueue(id, { ...submission(claim, [mine]), unpersisted: [mine] })
        },
      ],
      ['a delivery', submit, ({ id }) => updateSubmission(id, () => ({ state: 'graded' }))],
      ['a file that brought the answers', beRefused, () => closeAsGraded('a1', [event(1)])],
      ['a page without a lease', answer, ({ id }) => takeLeaseWhole(wholeOf(id), [], () => true)],
      [
        'a page without a lease, in an attempt that is over',
        submit,
        ({ id }) => takeLeaseWhole(wholeOf(id), [event(7)], () => true),
      ],
      ['the date of an attempt’s end', end, () => pruneAttempts(9)],
    ],
  )(
    'a row of a later release keeps its format number and unknown fields when this release writes: %s',
    async (_writer, prepare, write) => {
      const runningExam = await prepare()
      const upgraded = await upgradeRows(runningExam.id)
      const put = watchPuts()
      await write(runningExam)
      expect(put).toHaveBeenCalled()
      expect((await ofLater(runningExam.id)).map(({ store }) => store)).toEqual(upgraded)
    },
  )

  it('a later release’s row of an undelivered log-out keeps its format number and unknown fields', async () => {
    await mirrorSignOut('r', 0, 1)
    await withSessionDb(async (db) => db.put('revocations', { ...(await db.get('revocations', 'r'))!, ...later }))
    await noteRefusal('r', { count: 1, lastAt: 1 })
    expect(await openRevocations()).toMatchObject([{ ...later, refusals: { count: 1 } }])
  })
})
