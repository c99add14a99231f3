import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import type { AttemptRow } from '../storage/exam-rows.ts'
import { withDb } from '../storage/exam-db.ts'
import { createAnswerKeeper } from './answer-keeper.ts'

const attemptUnder = (claim: number | null) => ({
  row: () => ({ draftId: 'nobody' }) as AttemptRow,
  claim: () => claim,
})
const event = { question_id: 'q1', value: 'так', epoch: 0, seq: 1, device_id: 'phone' }

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('[R18] says that an answer was refused, whatever becomes of the report', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw new DOMException('Quota exceeded', 'QuotaExceededError')
  })
  const onRefused = vi.fn()
  const keeper = createAnswerKeeper({
    attempt: attemptUnder(1),
    isEntered: () => true,
    onKept: vi.fn(),
    onRefused,
    onTakenOver: vi.fn(),
    onGone: vi.fn(),
    // As the window's own reportError does.
    report(this: unknown) {
      if (this !== undefined) throw new TypeError('Illegal invocation')
    },
  })
  keeper.save(event)
  await vi.waitFor(() => expect(onRefused).toHaveBeenCalledWith(event))
  keeper.forget()
})

it('says that the attempt is gone when its rows are', async () => {
  const onGone = vi.fn()
  const parts = { onKept: vi.fn(), onRefused: vi.fn(), onTakenOver: vi.fn(), onGone, report: vi.fn() }
  const keeper = createAnswerKeeper({ isEntered: () => true, attempt: attemptUnder(1), ...parts })
  keeper.save(event)
  await vi.waitFor(() => expect(onGone).toHaveBeenCalled())
  keeper.forget()
})

it('writes nothing without a claim, and says that this is not kept', async () => {
  const [onRefused, onGone, put] = [vi.fn(), vi.fn(), vi.spyOn(IDBObjectStore.prototype, 'put')]
  const parts = { onKept: vi.fn(), onRefused, onTakenOver: vi.fn(), onGone, report: vi.fn() }
  const keeper = createAnswerKeeper({ isEntered: () => true, attempt: attemptUnder(null), ...parts })
  keeper.save(event)
  await vi.waitFor(() => expect(onGone).toHaveBeenCalled())
  expect(onRefused).toHaveBeenCalledWith(event)
  expect(put).not.toHaveBeenCalled()
  keeper.forget()
})

it('[R21] says that an answer is not kept when the storage does not answer, and offers it again', async () => {
  let isSilent = true
  let held = Promise.resolve()
  await new Promise<void>((begun) => {
    held = withDb(async (db) => {
      const tx = db.transaction(['attempts', 'answers'], 'readwrite')
      await tx.objectStore('attempts').put({ draftId: 'nobody', state: 'open', claim: 1 } as AttemptRow)
      begun()
      while (isSilent) await tx.objectStore('attempts').count()
      await tx.done
    })
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const [onKept, onRefused] = [vi.fn(), vi.fn()]
  const parts = { onKept, onRefused, onTakenOver: vi.fn(), onGone: vi.fn(), report: vi.fn() }
  const keeper = createAnswerKeeper({ isEntered: () => true, attempt: attemptUnder(1), ...parts })
  keeper.save(event)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onRefused).toHaveBeenCalledWith(event)

  isSilent = false
  await held
  await vi.advanceTimersByTimeAsync(3_000)
  await vi.waitFor(() => expect(onKept).toHaveBeenCalledWith(event))
  keeper.forget()
})

it('[R18] writes no answer into the draft of another attempt, which was found and is not shown yet', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  const [onRefused, onGone] = [vi.fn(), vi.fn()]
  const parts = { onKept: vi.fn(), onRefused, onTakenOver: vi.fn(), onGone, report: vi.fn() }
  const keeper = createAnswerKeeper({ isEntered: () => false, attempt: attemptUnder(1), ...parts })
  keeper.save(event)
  await vi.waitFor(() => expect(onRefused).toHaveBeenCalledWith(event))
  expect([onGone.mock.calls, put.mock.calls]).toEqual([[], []])
  keeper.forget()
})

it('[R18] writes under the claim that its attempt has got meanwhile, and takes that for no other tab', async () => {
  await withDb((db) => db.put('attempts', { draftId: 'nobody', state: 'open', claim: 7 } as AttemptRow))
  const [onKept, onTakenOver] = [vi.fn(), vi.fn()]
  const claims = [1, 7, 7]
  const attempt = { ...attemptUnder(null), claim: () => claims.shift() ?? 7 }
  const parts = { onKept, onRefused: vi.fn(), onTakenOver, onGone: vi.fn(), report: vi.fn() }
  const keeper = createAnswerKeeper({ isEntered: () => true, attempt, ...parts })
  keeper.save(event)
  await vi.waitFor(() => expect(onKept).toHaveBeenCalledWith(event))
  expect(onTakenOver).not.toHaveBeenCalled()
  keeper.forget()
})
