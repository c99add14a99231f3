import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { createAnswerKeeper } from './answer-keeper.ts'

afterEach(() => vi.restoreAllMocks())

it('[R18] says that an answer was refused, whatever becomes of the report', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw new DOMException('Quota exceeded', 'QuotaExceededError')
  })
  const onRefused = vi.fn()
  const keeper = createAnswerKeeper({
    onKept: vi.fn(),
    onRefused,
    onTakenOver: vi.fn(),
    onGone: vi.fn(),
    // As the window's own reportError does.
    report(this: unknown) {
      if (this !== undefined) throw new TypeError('Illegal invocation')
    },
  })
  const event = { question_id: 'q1', value: 'так', epoch: 0, seq: 1, device_id: 'phone' }
  keeper.save(event)
  await vi.waitFor(() => expect(onRefused).toHaveBeenCalledWith(event))
  keeper.stop()
})

it('says that the attempt is gone when its rows are', async () => {
  const onGone = vi.fn()
  const parts = { onKept: vi.fn(), onRefused: vi.fn(), onTakenOver: vi.fn(), onGone, report: vi.fn() }
  const keeper = createAnswerKeeper(parts)
  keeper.writeUnder('nobody', 1)
  keeper.save({ question_id: 'q1', value: 'так', epoch: 0, seq: 1, device_id: 'phone' })
  await vi.waitFor(() => expect(onGone).toHaveBeenCalled())
  keeper.stop()
})
