// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { breakStorage } from '../../../tests/support/broken-storage.ts'
import { createAttempt } from '../../../tests/support/persisted.ts'
import { type LeaseState, leaseAfter, type LeaseEvent, noLease } from '../machine/lease.ts'
import { knows } from '../machine/update.ts'
import { keptExams } from './attempts.ts'
import { closeExamDb } from './database.ts'
import { type Asker, beginHere, openAttempt } from './open-attempt.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await closeExamDb()
})

let made = 0
const asker = (purchaseId: string, change: Partial<Asker> = {}): Asker => ({
  ownerId: 'anna',
  purchaseId,
  mode: 'exam',
  row: null,
  leaseState: noLease,
  newId: () => `new-id-${(made += 1)}`,
  now: () => 0,
  report: () => undefined,
  ...change,
})
const after = (state: LeaseState, events: readonly LeaseEvent[]) => events.reduce(leaseAfter, state)

it('[R18] a page that has no lease bears another name whenever it reads the disk, which knows nothing of what it answered', async () => {
  await createAttempt({ ownerId: 'anna', purchaseId: 'p1', mode: 'exam', draftId: 'd1', startKey: 'key', createdAt: 0 })
  breakStorage('attempts')
  const accepted = after(noLease, [{ type: 'going-on-accepted' }])
  const reading = { hasUnsavedAnswers: false, onLate: () => undefined }
  const row = { draftId: 'd1', claim: 0, state: 'opening' } as Asker['row']
  const first = await openAttempt({ ...asker('p1', { leaseState: accepted, row }), ...reading, mayWrite: true })
  const held = after(accepted, first.kind === 'found' ? first.leaseEvents : [])
  expect(held.lease.kind).toBe('memory-only')
  const second = await openAttempt({ ...asker('p1', { leaseState: held, row }), ...reading, mayWrite: false })
  const named = after(held, second.kind === 'found' ? second.leaseEvents : [])
  expect(named.name).not.toBe(held.name)
  const event = { question_id: 'q1', value: 'o1', epoch: 0, seq: 1, device_id: held.name }
  expect(knows({ leaseState: named, namesRead: new Set() }, event)).toBe(true)
})

it('[C.06] [R18] begins no second attempt beside one that another tab has begun since, whatever the page shows of the one before', async () => {
  const begin = (draftId: string, startKey: string, at: number, row: Asker['row']) =>
    beginHere({ ...asker('p3', { now: () => at, row }), deviceName: 'phone' }, { draftId, startKey })
  const first = await begin('p3-1', 'key', 0, null)
  expect(first?.row.draftId).toBe('p3-1')
  // What is shown could not be built: the page begins again, beside its own.
  const second = await begin('p3-2', 'another key', 1, first!.row)
  expect(second?.row.draftId).toBe('p3-2')

  const whose = { ownerId: 'anna', purchaseId: 'p3', mode: 'exam' } as const
  await createAttempt({ ...whose, draftId: 'of another tab', startKey: 'its key', createdAt: 2 })
  expect(await begin('p3-3', 'a third key', 3, second!.row)).toBeNull()
  expect((await keptExams('anna')).filter(({ purchaseId }) => purchaseId === 'p3')).toHaveLength(3)
})
