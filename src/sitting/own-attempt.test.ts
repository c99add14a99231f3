// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { breakStorage } from '../../tests/support/broken-storage.ts'
import { closeExamDb } from '../storage/exam-db.ts'
import type { ExamPorts } from './exam-ports.ts'
import { createOwnAttempt } from './own-attempt.ts'
import { createDraft } from '../../tests/support/persisted.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await closeExamDb()
})

it('[R18] a page that has no claim bears another name whenever it reads the disk, which knows nothing of what it answered', async () => {
  const whose = { ownerId: 'anna', purchaseId: 'p1', mode: 'exam' } as const
  await createDraft({ ...whose, draftId: 'd1', startKey: 'key', createdAt: 0 })
  let made = 0
  const newId = () => `new-${(made += 1)}`
  const readDevice = () => ({ wall: 0, steady: 0 })
  const attempt = createOwnAttempt({ ...whose, newId, readDevice, report: () => undefined } as unknown as ExamPorts)
  const read = (mayWrite: boolean) =>
    attempt.find({ mayWrite: () => mayWrite, holds: () => false, onLate: () => undefined })
  breakStorage('attempts')
  attempt.allowUnclaimed()
  await read(true)
  const name = attempt.deviceId()
  expect(attempt.isUnclaimed()).toBe(true)
  await read(false)
  expect(attempt.deviceId()).not.toBe(name)
  const event = { question_id: 'q1', value: 'o1', epoch: 0, seq: 1, device_id: name }
  expect(attempt.knows(event)).toBe(true)
})
