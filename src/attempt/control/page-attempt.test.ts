// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { breakStorage } from '../../../tests/support/broken-storage.ts'
import { closeExamDb } from '../replica/database.ts'
import type { AttemptInfo } from '../machine/paper.ts'
import type { AttemptPorts } from './ports.ts'
import { createPageAttempt } from './page-attempt.ts'
import { createAttempt } from '../../../tests/support/persisted.ts'
import { keptExams, readAttempt } from '../replica/attempts.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await closeExamDb()
})

it('[R18] a page that has no lease bears another name whenever it reads the disk, which knows nothing of what it answered', async () => {
  const whose = { ownerId: 'anna', purchaseId: 'p1', mode: 'exam' } as const
  await createAttempt({ ...whose, draftId: 'd1', startKey: 'key', createdAt: 0 })
  let made = 0
  const newId = () => `new-${(made += 1)}`
  const readDevice = () => ({ wall: 0, steady: 0 })
  const attempt = createPageAttempt(
    { ...whose, newId, readDevice, report: () => undefined } as unknown as AttemptPorts,
    vi.fn(),
  )
  const read = (mayWrite: boolean) =>
    attempt.find({ mayWrite: () => mayWrite, holds: () => false, onLate: () => undefined })
  breakStorage('attempts')
  attempt.allowMemoryOnly()
  await read(true)
  const name = attempt.deviceId()
  expect(attempt.isMemoryOnly()).toBe(true)
  await read(false)
  expect(attempt.deviceId()).not.toBe(name)
  const event = { question_id: 'q1', value: 'o1', epoch: 0, seq: 1, device_id: name }
  expect(attempt.knows(event)).toBe(true)
})

it('[R18] keeps no paper in the row of another attempt, which was found and is not shown yet', async () => {
  const whose = { ownerId: 'anna', purchaseId: 'p2', mode: 'exam' } as const
  await createAttempt({ ...whose, draftId: 'before', startKey: 'key', createdAt: 0 })
  const ports = { ...whose, newId: () => 'new', readDevice: () => ({ wall: 0, steady: 0 }), report: vi.fn() }
  const attempt = createPageAttempt(ports as unknown as AttemptPorts, vi.fn())
  const read = () => attempt.find({ mayWrite: () => true, holds: () => false, onLate: () => undefined })
  await read()
  attempt.enter()
  await createAttempt({ ...whose, draftId: 'since', startKey: 'another', createdAt: 1 })
  await read()
  const attemptInfo = { attemptId: 'a1', epoch: 0 } as AttemptInfo
  await attempt.keepPaper({ paper: { attemptInfo, questions: [], test: null } })
  expect(await readAttempt('since')).toMatchObject({ state: 'opening', frame: null })
  attempt.enter()
  await attempt.keepPaper({ paper: { attemptInfo, questions: [], test: null } })
  expect(await readAttempt('since')).toMatchObject({ state: 'open', frame: attemptInfo })
})

it('[C.06] [R18] begins no second attempt beside one that another tab has begun since, whatever the page shows of the one before', async () => {
  const whose = { ownerId: 'anna', purchaseId: 'p3', mode: 'exam' } as const
  let made = 0
  let wall = 0
  const newId = () => `p3-${(made += 1)}`
  const ports = { ...whose, newId, readDevice: () => ({ wall, steady: 0 }), report: vi.fn() }
  const attempt = createPageAttempt(ports as unknown as AttemptPorts, vi.fn())
  expect(await attempt.begin('key')).toBe(true)
  attempt.enter()
  // What is shown could not be built: the page begins again, beside its own.
  wall = 1
  expect(await attempt.begin('another key')).toBe(true)
  attempt.enter()

  wall = 2
  await createAttempt({ ...whose, draftId: 'of another tab', startKey: 'its key', createdAt: wall })
  wall = 3
  expect(await attempt.begin('a third key')).toBe(false)
  expect((await keptExams('anna')).filter(({ purchaseId }) => purchaseId === 'p3')).toHaveLength(3)
})
