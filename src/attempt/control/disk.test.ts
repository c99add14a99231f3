import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { atRest, type PageEvent } from '../machine/page-state.ts'
import type { AttemptRow } from '../machine/rows.ts'
import { withDb } from '../replica/database.ts'
import type { AttemptContext } from './context.ts'
import { append } from './disk.ts'

const event = { question_id: 'q1', value: 'так', epoch: 0, seq: 1, device_id: 'phone' }
const effect = { do: 'append' as const, event, draftId: 'nobody', lease: 1 }
const refused = { type: 'append-refused', event, lease: 1, because: 'failed' }

function writing(report: (this: unknown, error: unknown) => void) {
  const emit = vi.fn<(event: PageEvent) => void>()
  const page = atRest('exam', { wall: 0, steady: 0 })
  const context = { ports: { report }, page: () => page } as unknown as AttemptContext
  return { emit, append: () => append(context, effect, emit) }
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('[R18] a refused write of an answer is announced to the page even if its error report throws', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw new DOMException('Quota exceeded', 'QuotaExceededError')
  })
  const { emit, append } = writing(() => {
    throw new TypeError('Illegal invocation')
  })
  await append().catch(() => undefined)
  expect(emit).toHaveBeenCalledWith(refused)
})

it('[R21] an answer counts as refused when the storage is silent for 10 s, and as kept after a later try', async () => {
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
  const { emit, append } = writing(vi.fn())
  const first = append()
  await vi.advanceTimersByTimeAsync(10_000)
  await first
  expect(emit.mock.calls).toEqual([[refused]])

  isSilent = false
  await held
  await append()
  expect(emit).toHaveBeenLastCalledWith({ type: 'answer-kept', event })
})
