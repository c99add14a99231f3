// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AnswerEvent } from '#contract/question.ts'
import { blockStorage, breakReading, breakStorage, silenceStorage } from '../../../tests/support/broken-storage.ts'
import { oneQuestionPaper as paper } from '../../../tests/support/one-question-paper.ts'
import {
  closeAndEnqueue,
  createAttempt,
  keepAck,
  saveAnswer,
  storePaper,
  takeLeaseOf,
  updateAttempt,
} from '../../../tests/support/persisted.ts'
import { type LeaseState, leaseAfter, type LeaseEvent, noLease } from '../machine/lease.ts'
import { knows } from '../machine/update.ts'
import { keptExams, newAttempt, readAttemptRow } from './attempts.ts'
import { closeExamDb } from './database.ts'
import { startHoldsMs } from '../machine/resume.ts'
import { type Asker, beginHere, openAttempt, readDeviceId, readEntries, writerName } from './open-attempt.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  await closeExamDb()
})

let made = 0
const asker = (purchaseId: string, change: Partial<Asker> = {}): Asker => ({
  ownerId: 'anna',
  purchaseId,
  mode: 'exam',
  row: null,
  leaseState: noLease,
  signal: new AbortController().signal,
  newId: () => `new-id-${(made += 1)}`,
  now: () => 0,
  report: () => undefined,
  ...change,
})
const after = (state: LeaseState, events: readonly LeaseEvent[]) => events.reduce(leaseAfter, state)

it('[R18] a memory-only page takes a new device name at each read of the disk, and still knows its earlier answers', async () => {
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

it('[C.06] [R18] beginHere begins no attempt if another tab has begun one since, whatever attempt the page shows', async () => {
  const begin = (draftId: string, startKey: string, at: number, row: Asker['row']) =>
    beginHere({ ...asker('p3', { now: () => at, row }), deviceName: 'phone' }, { draftId, startKey })
  const first = await begin('p3-1', 'key', 0, null)
  expect(first?.row.draftId).toBe('p3-1')
  // The shown exam could not be built: the page begins a second attempt in addition to its own.
  const second = await begin('p3-2', 'another key', 1, first!.row)
  expect(second?.row.draftId).toBe('p3-2')

  const whose = { ownerId: 'anna', purchaseId: 'p3', mode: 'exam' } as const
  await createAttempt({ ...whose, draftId: 'of another tab', startKey: 'its key', createdAt: 2 })
  expect(await begin('p3-3', 'a third key', 3, second!.row)).toBeNull()
  expect((await keptExams('anna')).filter(({ purchaseId }) => purchaseId === 'p3')).toHaveLength(3)
})

type Page = Parameters<typeof openAttempt>[0]
const page = (purchaseId: string, change: Partial<Page> = {}): Page => ({
  ...asker(purchaseId),
  mayWrite: true,
  hasUnsavedAnswers: false,
  onLate: () => undefined,
  ...change,
})
const accepted = after(noLease, [{ type: 'going-on-accepted' }])
const deviceName = () => readDeviceId(() => 'never')
const start = (purchaseId: string, draftId: string) =>
  ({ ownerId: 'anna', purchaseId, mode: 'exam', draftId, startKey: 'key', createdAt: 0 }) as const
const own = (question_id: string, seq = 1): AnswerEvent => ({
  question_id,
  value: 'o1',
  epoch: 0,
  seq,
  device_id: 'phone',
})

/** Makes an exam that runs in this browser, with an answer. Resolves to its lease. */
async function running(purchaseId: string, draftId: string): Promise<number> {
  await createAttempt(start(purchaseId, draftId))
  await storePaper(draftId, paper, 0)
  const lease = await takeLeaseOf(draftId)
  await saveAnswer(draftId, own('q1'), lease)
  return lease
}

describe('the name of this browser', () => {
  it('readDeviceId makes the name of this browser once', async () => {
    const name = await readDeviceId(() => 'a name')
    expect(await readDeviceId(() => expect.unreachable('it has a name'))).toBe(name)
    expect(await openAttempt(page('none'))).toEqual({ kind: 'none', deviceName: name })
  })

  it('writerName pads the number of the lease, so that later leases have greater names', () => {
    expect(writerName('phone', 7)).toBe('phone~00007')
    expect(writerName('phone', 12) > writerName('phone', 9)).toBe(true)
  })
})

describe('openAttempt', () => {
  it('openAttempt finds everything that the disk has of the attempt, and takes the next lease', async () => {
    const lease = await running('p10', 'd10')
    const found = await openAttempt(page('p10'))
    const name = writerName(await deviceName(), lease + 1)
    expect(found).toMatchObject({
      kind: 'found',
      deviceName: await deviceName(),
      row: { draftId: 'd10', claim: lease },
      kept: {
        draftId: 'd10',
        deviceId: name,
        paper: { attemptInfo: paper.attemptInfo, questions: paper.questions, test: paper.test },
        entries: [['q1', { own: own('q1'), seen: null, mark: null, keeping: 'kept' }]],
        submission: null,
      },
      leaseEvents: [{ type: 'row-chosen' }, { type: 'lease-taken', lease: lease + 1, name }],
    })
    expect((await readAttemptRow('d10'))!.claim).toBe(lease + 1)
  })

  it('openAttempt takes no lease for a page that only looks on, and keeps the page’s device name', async () => {
    const lease = await running('p11', 'd11')
    const looking = { ...noLease, name: 'as before' }
    const found = await openAttempt(page('p11', { mayWrite: false, leaseState: looking }))
    expect(found).toMatchObject({ kept: { deviceId: 'as before' }, leaseEvents: [{ type: 'row-chosen' }] })
    expect(found.kind === 'found' && found.leaseEvents).toHaveLength(1)
    expect((await readAttemptRow('d11'))!.claim).toBe(lease)
  })

  it('openAttempt finds no paper if the paper or the attempt info is missing on the disk', async () => {
    await createAttempt(start('p12', 'd12'))
    expect(await openAttempt(page('p12'))).toMatchObject({ kept: { paper: null, entries: [], submission: null } })
    await createAttempt(start('p13', 'd13'))
    const lease = await takeLeaseOf('d13')
    expect(lease).toBe(1)
    await updateAttempt('d13', () => ({ state: 'open', frame: paper.attemptInfo }))
    expect(await openAttempt(page('p13'))).toMatchObject({ row: { frame: paper.attemptInfo }, kept: { paper: null } })
    await createAttempt(start('p14', 'd14'))
    await storePaper('d14', paper, 0)
    await updateAttempt('d14', () => ({ frame: null }))
    expect(await openAttempt(page('p14'))).toMatchObject({ kept: { paper: null } })
  })

  it('openAttempt finds the submission, and the answers that only the submission contains', async () => {
    const claim = await running('p15', 'd15')
    const body = { answers: [], submission_key: 'key', events: [own('q1'), own('q2')] }
    await closeAndEnqueue('d15', { body, title: '', claim, now: 0 })
    const found = await openAttempt(page('p15'))
    expect(found).toMatchObject({
      kept: {
        submission: { state: 'waiting' },
        entries: [
          ['q1', { own: own('q1'), keeping: 'kept' }],
          ['q2', { own: own('q2'), keeping: 'kept' }],
        ],
      },
    })
    // A submission of an earlier release may have no events.
    const other = await running('p16', 'd16')
    await closeAndEnqueue('d16', { body: { answers: [] }, title: '', claim: other, now: 0 })
    expect(await openAttempt(page('p16'))).toMatchObject({ kept: { entries: [['q1', {}]] } })
  })

  it('readEntries marks an answer that was never sent although the server has a later one', async () => {
    const claim = await running('p17', 'd17')
    await keepAck('d17', { q1: { epoch: 1, seq: 9, device_id: 'other' } }, { sent: [] })
    await saveAnswer('d17', { ...own('q1', 2) }, claim)
    const entries = await readEntries(asker('p17', { row: newAttempt(start('p17', 'd17')) }))
    expect(entries).toMatchObject([['q1', { own: own('q1', 2), untold: true, keeping: 'kept' }]])
    const [[, told]] = (await readEntries(asker('p10', { row: newAttempt(start('p10', 'd10')) }))) as [[string, object]]
    expect(told).not.toHaveProperty('untold')
  })

  it('openAttempt says that the page’s own attempt was deleted if its answers may be nowhere else', async () => {
    await running('p18', 'd18')
    const row = { ...newAttempt(start('p18', 'gone')), state: 'open' as const, frame: paper.attemptInfo }
    const leaseState = after(noLease, [{ type: 'lease-taken', lease: 1, name: 'n' }])
    // Another attempt runs, with a paper: it takes the place of the page's own.
    const withPaper = await openAttempt(page('p18', { row, leaseState, hasUnsavedAnswers: true }))
    expect(withPaper).toMatchObject({ kind: 'found', row: { draftId: 'd18' } })
    expect(await openAttempt(page('p19', { row, leaseState, hasUnsavedAnswers: true }))).toEqual({ kind: 'deleted' })
    const without = await openAttempt(page('p19', { row, leaseState, hasUnsavedAnswers: false }))
    expect(without.kind).toBe('none')
    // A person who was told that this browser keeps nothing continues with the page's attempt.
    const alone = { row, leaseState: accepted, hasUnsavedAnswers: true }
    expect(await openAttempt(page('p19', alone))).toMatchObject({ kind: 'found', row: { draftId: 'gone' } })
  })

  it('openAttempt does not call the page’s own attempt deleted if its row still exists and is done', async () => {
    const lease = await running('p20', 'd20')
    const row = (await readAttemptRow('d20'))!
    const leaseState = after(noLease, [{ type: 'lease-taken', lease, name: 'n' }])
    await updateAttempt('d20', () => ({ state: 'done' }))
    // The attempt ended between two looks: nothing is under way, and nothing was deleted.
    const over = await openAttempt(page('p20', { row, leaseState, hasUnsavedAnswers: true }))
    expect(over.kind).toBe('none')
  })
})

describe('[R08] a start that never reached the server and is too old', () => {
  const old = { now: () => startHoldsMs + 1 }

  it('a page that may write gives a too old start up, and a page that only looks on finds it', async () => {
    await createAttempt(start('p30', 'd30'))
    expect(await openAttempt(page('p30', { ...old, mayWrite: false }))).toMatchObject({ kind: 'found' })
    expect((await openAttempt(page('p30', { now: () => startHoldsMs }))).kind).toBe('found')
    expect((await openAttempt(page('p30', old))).kind).toBe('none')
    expect((await readAttemptRow('d30'))!.state).toBe('given-up')
  })

  it('a page continues its own too old start, under its lease or in memory', async () => {
    await createAttempt(start('p31', 'd31'))
    const row = (await readAttemptRow('d31'))!
    const held = after(noLease, [{ type: 'lease-taken', lease: 1, name: 'n' }])
    const memoryOnly = after(accepted, [{ type: 'persist-failed', name: 'n' }])
    for (const leaseState of [held, memoryOnly]) {
      expect(await openAttempt(page('p31', { ...old, row, leaseState }))).toMatchObject({ row: { draftId: 'd31' } })
    }
    // The page has another attempt in hand, or this one without a lease: then nobody has this one in hand.
    const other = { ...row, draftId: 'another' }
    expect((await openAttempt(page('p31', { ...old, row: other, leaseState: held }))).kind).toBe('none')
    await createAttempt(start('p32', 'd32'))
    const shown = (await readAttemptRow('d32'))!
    expect((await openAttempt(page('p32', { ...old, row: shown }))).kind).toBe('none')
  })

  it('openAttempt throws if the disk refuses the write that gives a too old start up', async () => {
    await createAttempt(start('p33', 'd33'))
    breakStorage('attempts')
    await expect(openAttempt(page('p33', old))).rejects.toMatchObject({ name: 'QuotaExceededError' })
    vi.restoreAllMocks()
    expect((await readAttemptRow('d33'))!.state).toBe('opening')
  })

  it('a page leaves a too old start to a tab that takes its lease between two reads', async () => {
    await createAttempt(start('p34', 'd34'))
    let looks = 0
    // At the first look the start is too old; then another tab takes the lease.
    const now = () => {
      looks += 1
      if (looks === 1) void takeLeaseOf('d34')
      return looks === 1 ? startHoldsMs + 1 : 0
    }
    expect(await openAttempt(page('p34', { now }))).toMatchObject({ row: { draftId: 'd34', state: 'opening' } })
  })
})

describe('[R20] a storage that fails', () => {
  it('openAttempt and readEntries throw if the person has not accepted a failing storage', async () => {
    await running('p40', 'd40')
    breakReading('answers')
    await expect(openAttempt(page('p40'))).rejects.toMatchObject({ name: 'UnknownError' })
    await expect(readEntries(asker('p40', { row: newAttempt(start('p40', 'd40')) }))).rejects.toThrow('a broken file')
  })

  it('openAttempt reports an accepted failure of the storage, and finds nothing', async () => {
    await blockStorage()
    const report = vi.fn()
    const found = await openAttempt(page('p41', { leaseState: accepted, report, newId: () => 'made here' }))
    expect(found).toEqual({ kind: 'none', deviceName: 'made here' })
    expect(report).toHaveBeenCalledTimes(2)
    expect(await readEntries(asker('p41', { leaseState: accepted, row: newAttempt(start('p41', 'd41')) }))).toEqual([])
    expect(await readEntries(asker('p41'))).toEqual([])
  })

  it('a page whose storage failure was accepted keeps its attempt in memory, under a unique device name', async () => {
    await blockStorage()
    const row = newAttempt(start('p42', 'd42'))
    const found = await openAttempt(page('p42', { leaseState: accepted, row, newId: () => 'x'.repeat(20) }))
    const name = `${'x'.repeat(20)}~00001~${'x'.repeat(8)}`
    expect(found).toEqual({
      kind: 'found',
      deviceName: 'x'.repeat(20),
      row,
      kept: { ...row, deviceId: name, paper: null, entries: [], submission: null },
      leaseEvents: [{ type: 'row-chosen' }, { type: 'persist-failed', name }],
    })
  })

  it('a page whose read fails after it took the lease gives up writing to the disk', async () => {
    const lease = await running('p43', 'd43')
    breakReading('answers')
    const found = await openAttempt(page('p43', { leaseState: accepted, newId: () => 'some-long-id' }))
    const name = `${writerName(await deviceName(), lease + 1)}~`
    expect(found).toMatchObject({ kept: { paper: null, entries: [] } })
    const events = found.kind === 'found' ? found.leaseEvents : []
    expect(events.map(({ type }) => type)).toEqual(['row-chosen', 'lease-taken', 'persist-failed'])
    expect(found.kind === 'found' && found.kept.deviceId.startsWith(name)).toBe(true)
    // A page that only looks on has no lease to give up.
    const looking = await openAttempt(page('p43', { leaseState: accepted, mayWrite: false }))
    expect(looking).toMatchObject({ leaseEvents: [{ type: 'row-chosen' }] })
    expect(looking.kind === 'found' && looking.leaseEvents).toHaveLength(1)
  })

  it('openAttempt finds nothing in a storage that is silent for 3 s, and calls onLate when an attempt turns up', async () => {
    await running('p44', 'd44')
    const speak = await silenceStorage('attempts', 'answers', 'papers')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const [onLate, onNothing] = [vi.fn(), vi.fn()]
    const both = Promise.all([
      openAttempt(page('p44', { leaseState: accepted, onLate })),
      openAttempt(page('p45', { leaseState: accepted, onLate: onNothing })),
    ])
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(2))
    await vi.advanceTimersByTimeAsync(3_000)
    expect((await both).map(({ kind }) => kind)).toEqual(['none', 'none'])
    expect(onLate).not.toHaveBeenCalled()
    vi.useRealTimers()
    await speak()
    await vi.waitFor(() => expect(onLate).toHaveBeenCalledOnce())
    expect(onNothing).not.toHaveBeenCalled()
  })
})

describe('beginHere', () => {
  it('beginHere writes a start to the disk together with its lease', async () => {
    const begun = await beginHere(
      { ...asker('p50', { now: () => 77 }), deviceName: 'phone' },
      { draftId: 'd50', startKey: 'k' },
    )
    expect(begun).toMatchObject({
      row: { draftId: 'd50', startKey: 'k', createdAt: 77, ownerId: 'anna', purchaseId: 'p50', mode: 'exam' },
      leaseEvents: [{ type: 'lease-taken', lease: 1, name: 'phone~00001' }],
    })
    expect(await readAttemptRow('d50')).toMatchObject({ claim: 1, startKey: 'k' })
  })

  it('[R20] beginHere keeps a start in memory if the person has accepted that nothing is stored', async () => {
    await blockStorage()
    const page = { ...asker('p51', { leaseState: accepted, newId: () => 'abcdefghijkl' }), deviceName: 'phone' }
    const begun = await beginHere(page, { draftId: 'd51', startKey: 'k' })
    expect(begun).toEqual({
      row: newAttempt({ ...start('p51', 'd51'), startKey: 'k' }),
      leaseEvents: [{ type: 'persist-failed', name: 'phone~00001~efghijkl' }],
    })
  })

  it('beginHere throws a TimeoutError when the storage is silent for 15 s', async () => {
    const speak = await silenceStorage('attempts')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const begin = beginHere({ ...asker('p52'), deviceName: 'phone' }, { draftId: 'd52', startKey: 'k' })
    const failure = expect(begin).rejects.toMatchObject({ name: 'TimeoutError' })
    await vi.advanceTimersByTimeAsync(15_000)
    await failure
    vi.useRealTimers()
    await speak()
  })
})

describe('a call whose signal is aborted', () => {
  const ended = AbortSignal.abort()

  it('an aborted openAttempt finds nothing and takes no lease', async () => {
    const lease = await running('p40', 'd40')
    expect(await openAttempt(page('p40', { signal: ended }))).toEqual({ kind: 'none', deviceName: await deviceName() })
    expect(await openAttempt(page('p40', { signal: ended, mayWrite: false }))).toMatchObject({ kind: 'none' })
    expect((await readAttemptRow('d40'))!.claim).toBe(lease)
  })

  it('an aborted beginHere writes its start without a lease', async () => {
    const ids = { draftId: 'd42', startKey: 'key' }
    expect(await beginHere({ ...asker('p42', { signal: ended }), deviceName: 'phone' }, ids)).toBeNull()
    expect(await readAttemptRow('d42')).toMatchObject({ state: 'opening', claim: 0 })
  })
})
