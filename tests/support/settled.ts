/**
 * Resolves when everything that waits for no timer has happened. A page in memory, its server and a fake IndexedDB work turn
 * by turn in this process, and 500 turns of the event loop are more than their longest chain, on a machine of any speed. For
 * work behind a timer, advance the timers of the test.
 */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
