import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

/**
 * Sends so many equal calls together (burst.mjs says how they may differ). Returns the statuses with their numbers. A separate
 * process uses only cores that others leave, as a flood comes from other machines. SCHED_IDLE, because Linux lets even a process
 * of the lowest priority finish its slice (3 ms, EEVDF) while another one wakes.
 */
export async function sendBurst(
  origin: string,
  { calls, from, call }: { calls: number; from: string; call: object },
): Promise<Record<string, number>> {
  const file = path.join(import.meta.dirname, 'burst.mjs')
  const args = ['--idle', '0', process.execPath, file, origin, String(calls), from, JSON.stringify(call)]
  return JSON.parse((await promisify(execFile)('chrt', args)).stdout) as Record<string, number>
}
