import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Send } from '../../http/send.ts'

const of = { ownerId: 'anna', purchaseId: 'bought', attemptId: 'a1' }
const listed = { attemptId: 'a1', title: '', answers: 1 }

/** The modules of a window that has just opened. */
let here: typeof import('../../features/training/practice/practice-log.ts') &
  typeof import('../../features/training/practice/practice-db.ts') &
  typeof import('../../attempt/replica/database.ts') &
  typeof import('./own-unsent.ts')
let trials: typeof import('../../features/landing/kept-trial.ts')

beforeEach(async () => {
  vi.resetModules()
  indexedDB = new IDBFactory()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const [log, practices, exams, own] = await Promise.all([
    import('../../features/training/practice/practice-log.ts'),
    import('../../features/training/practice/practice-db.ts'),
    import('../../attempt/replica/database.ts'),
    import('./own-unsent.ts'),
  ])
  trials = await import('../../features/landing/kept-trial.ts')
  here = { ...log, ...practices, ...exams, ...own }
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const breakStorage = async (open: () => IDBOpenDBRequest) => {
  await Promise.all([here.closePracticeDb(), here.closeExamDb()])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }).setTimerTickMode('nextTimerAsync')
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(open)
}
const fails = () => {
  throw new DOMException('broken', 'UnknownError')
}

it.each<[string, () => IDBOpenDBRequest]>([
  ['cannot be opened', fails],
  ['never answers', () => new IDBOpenDBRequest()],
])('if the storage %s, a log-out still lists the practice answers that the page holds in memory', async (_, open) => {
  await breakStorage(open)
  await here.keepAnswer(of, 'q1', 'x')
  expect(await here.ownUnsent('anna')).toMatchObject({ works: [], practices: [listed] })
})

it('after the disk has failed, a log-out still lists the unsent work that it listed before', async () => {
  await here.keepAnswer(of, 'q1', 'x')
  const before = await here.ownUnsent('anna')
  expect(before).toMatchObject({ works: [], practices: [listed] })
  await breakStorage(fails)
  const work = { draftId: 'd1' } as (typeof before.works)[number]
  expect(await here.ownUnsent('anna', { ...before, works: [work] })).toMatchObject({
    works: [work],
    practices: [listed],
  })
  expect(await here.ownUnsent('anna')).toMatchObject({ works: [], practices: [] })
})

it('[S4.05] a trial counts as unsent for the account that failed to claim it, and for no other account', async () => {
  const questions = ['q1', 'q2'].map((id) => ({ id, kind: 'number' as const, prompt: '2 + 2' }))
  await trials.keepTrial({ trial: 'one.seal', questions }, 'logichnij-proba')
  await trials.keepAnswer('one.seal', { questionId: 'q1', value: '4' })
  expect(here.isNothing(await here.ownUnsent('anna'))).toBe(true)
  const send = (() => Promise.resolve({ kind: 'silence' })) as unknown as Send
  await trials.claimKeptTrial({ send, ownerId: () => 'anna' })
  const unsent = await here.ownUnsent('anna')
  expect(unsent).toEqual({ works: [], practices: [], trialAnswers: 1 })
  expect(here.isNothing(unsent)).toBe(false)
  expect(here.isNothing(await here.ownUnsent('borys'))).toBe(true)
  await breakStorage(fails)
  expect(await here.ownUnsent('anna', unsent)).toEqual(unsent)
})
