/**
 * Comes back when everything that follows by itself has followed: what a page in memory, its server in memory and a fake
 * IndexedDB do is done turn by turn in this process, so many turns without a timer are longer than the longest chain of them,
 * on a machine of any speed. What a timer holds back is not waited for: advance the timers of the test for that.
 */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
