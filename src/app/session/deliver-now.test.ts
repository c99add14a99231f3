import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import type { SubmissionRow } from '../../attempt/machine/rows.ts'
import { withDb } from '../../attempt/replica/database.ts'
import { withPracticeDb } from '../../features/training/practice/practice-db.ts'
import { keepAnswer, keepTrial } from '../../features/landing/kept-trial.ts'
import type { Send } from '../../http/send.ts'
import { updateSession } from '../../session/session-state.ts'
import { deliverNow } from './deliver-now.ts'

afterEach(() => vi.unstubAllGlobals())

const row: SubmissionRow = {
  format: 1,
  draftId: 'd1',
  ownerId: 'anna',
  purchaseId: 'p1',
  mode: 'exam',
  attemptId: 'a1',
  title: '',
  body: { answers: [], submission_key: 'key', ticket: 'ticket', events: [] },
  madeAt: 0,
  state: 'refused',
  tries: 1,
  nextTryAt: 0,
  notBefore: 0,
  problem: { code: 'unknown_question', message: '' },
  receipt: null,
}

it('a person who sends and leaves also sends refused works and a waiting trial, and nothing of other accounts', async () => {
  vi.stubGlobal('document', {
    visibilityState: 'visible',
    querySelectorAll: () => [{ src: 'https://iq.example/one.js' }],
  })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('reportError', (error: unknown) => expect.unreachable(String(error)))
  const heard = { refusedBy: 'one', refusedAt: Date.now() }
  await withDb(async (db) => {
    await db.put('outbox', { ...row, ...heard })
    await db.put('outbox', { ...row, ...heard, draftId: 'd2', ownerId: 'borys' })
  })
  const answers = [{ questionId: 'q1', value: 'x', state: 'refused' }] as const
  const log = {
    format: 1,
    ownerId: 'anna',
    attemptId: 'a2',
    purchaseId: 'p1',
    answers,
    end: null,
    changedAt: 0,
  } as const
  await withPracticeDb((db) => db.put('logs', { ...log, ...heard }))
  const questions = [{ id: 'q1', kind: 'number' as const, prompt: '2 + 2' }]
  await keepTrial({ trial: 'one.seal', questions }, 'logichnij-proba')
  await keepAnswer('one.seal', { questionId: 'q1', value: '4' })
  updateSession({ status: 'signed-in', user: { id: 'anna' } })
  const sent: string[] = []
  const send = (({ name }: { name: string }) => {
    sent.push(name)
    return Promise.resolve({ kind: 'silence' })
  }) as unknown as Send
  await deliverNow(send)
  expect(sent.toSorted()).toEqual(['answerPractice', 'claimGuestTrial', 'submitExam'])
})
