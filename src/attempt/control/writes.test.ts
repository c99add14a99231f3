// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { begun, closePages, createServer, newPurchase, savingOfQ1 } from '../../../tests/support/exam-in-memory.ts'
import { settled } from '../../../tests/support/settled.ts'
import { closeExamDb } from '../replica/database.ts'

afterEach(() => {
  closePages()
  vi.useRealTimers()
})

it('a tap costs the disk one strict write, and its acknowledgement costs one relaxed write', async () => {
  const server = createServer()
  // The server's clock runs along: otherwise the clocks' difference would change, and the page would note it with another write.
  const offset = server.now - Date.now()
  Object.defineProperty(server, 'now', { get: () => Date.now() + offset })
  const controller = await begun(server, newPurchase())
  await vi.waitFor(() => expect(controller.view().reached).toBe(true))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await followed()
  // An open connection has its own reference to `transaction`, which the spy would not replace.
  await closeExamDb()
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const writes = () =>
    transaction.mock.calls.flatMap(([, mode, how]) => (mode === 'readwrite' ? [how?.durability ?? 'relaxed'] : []))

  for (const [taps, value] of ['o1', 'o2', 'o1'].entries()) {
    controller.answer('q1', value)
    await vi.waitFor(() => expect(savingOfQ1(controller)).toBe('server'))
    await followed()
    expect(writes()).toEqual(Array.from({ length: taps + 1 }, () => ['strict', 'relaxed']).flat())
  }
})

/** Waits longer than answers are gathered, so that all that follows by itself has followed. */
async function followed() {
  await vi.advanceTimersByTimeAsync(400)
  await settled()
}
