import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import type { AnswerEvent } from '#contract/question.ts'
import type { HoldEvent } from '../machine/lease.ts'
import type { AttemptEvent } from '../machine/state.ts'
import type { AttemptRow } from '../replica/rows.ts'
import { withDb } from '../replica/database.ts'
import type { AttemptContext } from './context.ts'
import { createDiskWrites } from './disk-writes.ts'
import { atRest } from './view.ts'

const attemptUnder = (lease: number | null) => ({
  row: () => ({ draftId: 'nobody' }) as AttemptRow,
  lease: () => lease,
})
interface Told {
  readonly attempt: ReturnType<typeof attemptUnder>
  readonly isEntered: () => boolean
  readonly onKept: (event: AnswerEvent) => void
  readonly onRefused: (event: AnswerEvent) => void
  readonly onTakenOver: () => void
  readonly onGone: () => void
  readonly report: (this: unknown, error: unknown) => void
}

/** The writes of a page that does nothing else, and what it hears of them. */
function writesOf({ attempt, isEntered, onKept, onRefused, onTakenOver, onGone, report }: Told) {
  return createDiskWrites({
    ports: { report },
    attempt: {
      ...attempt,
      isEntered,
      hear: ({ type }: HoldEvent) => (type === 'row-missing' ? onGone() : onTakenOver()),
    },
    view: () => atRest,
    dispatch: ({ type, event }: AttemptEvent & { readonly event: AnswerEvent }) =>
      type === 'answer-kept' ? onKept(event) : onRefused(event),
  } as unknown as AttemptContext)
}

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
  const writes = writesOf({
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
  writes.save(event)
  await vi.waitFor(() => expect(onRefused).toHaveBeenCalledWith(event))
  writes.forget()
})

it('says that the attempt is gone when its rows are', async () => {
  const onGone = vi.fn()
  const parts = { onKept: vi.fn(), onRefused: vi.fn(), onTakenOver: vi.fn(), onGone, report: vi.fn() }
  const writes = writesOf({ isEntered: () => true, attempt: attemptUnder(1), ...parts })
  writes.save(event)
  await vi.waitFor(() => expect(onGone).toHaveBeenCalled())
  writes.forget()
})

it('writes nothing without a lease, and says that this is not kept', async () => {
  const [onRefused, onGone, put] = [vi.fn(), vi.fn(), vi.spyOn(IDBObjectStore.prototype, 'put')]
  const parts = { onKept: vi.fn(), onRefused, onTakenOver: vi.fn(), onGone, report: vi.fn() }
  const writes = writesOf({ isEntered: () => true, attempt: attemptUnder(null), ...parts })
  writes.save(event)
  await vi.waitFor(() => expect(onGone).toHaveBeenCalled())
  expect(onRefused).toHaveBeenCalledWith(event)
  expect(put).not.toHaveBeenCalled()
  writes.forget()
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
  const writes = writesOf({ isEntered: () => true, attempt: attemptUnder(1), ...parts })
  writes.save(event)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onRefused).toHaveBeenCalledWith(event)

  isSilent = false
  await held
  await vi.advanceTimersByTimeAsync(3_000)
  await vi.waitFor(() => expect(onKept).toHaveBeenCalledWith(event))
  writes.forget()
})

it('[R18] writes no answer into the row of another attempt, which was found and is not shown yet', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  const [onRefused, onGone] = [vi.fn(), vi.fn()]
  const parts = { onKept: vi.fn(), onRefused, onTakenOver: vi.fn(), onGone, report: vi.fn() }
  const writes = writesOf({ isEntered: () => false, attempt: attemptUnder(1), ...parts })
  writes.save(event)
  await vi.waitFor(() => expect(onRefused).toHaveBeenCalledWith(event))
  expect([onGone.mock.calls, put.mock.calls]).toEqual([[], []])
  writes.forget()
})

it('[R18] writes under the lease that its attempt has got meanwhile, and takes that for no other tab', async () => {
  await withDb((db) => db.put('attempts', { draftId: 'nobody', state: 'open', claim: 7 } as AttemptRow))
  const [onKept, onTakenOver] = [vi.fn(), vi.fn()]
  const leases = [1, 7, 7]
  const attempt = { ...attemptUnder(null), lease: () => leases.shift() ?? 7 }
  const parts = { onKept, onRefused: vi.fn(), onTakenOver, onGone: vi.fn(), report: vi.fn() }
  const writes = writesOf({ isEntered: () => true, attempt, ...parts })
  writes.save(event)
  await vi.waitFor(() => expect(onKept).toHaveBeenCalledWith(event))
  expect(onTakenOver).not.toHaveBeenCalled()
  writes.forget()
})
