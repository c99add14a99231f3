import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

/**
 * Sends so many equal calls at once (burst.mjs says how they may differ); gives the statuses with their numbers. Another process makes
 * them with what cores all others leave: a flood comes from machines of its own, and takes no core from the server. SCHED_IDLE, because
 * Linux lets even a process of the lowest priority run to the end of its slice (3 ms, EEVDF) while another one wakes.
 */
export async function sendBurst(
  origin: string,
  { calls, from, call }: { calls: number; from: string; call: object },
): Promise<Record<string, number>> {
  const file = path.join(import.meta.dirname, 'burst.mjs')
  const args = ['--idle', '0', process.execPath, file, origin, String(calls), from, JSON.stringify(call)]
  return JSON.parse((await promisify(execFile)('chrt', args)).stdout) as Record<string, number>
}
