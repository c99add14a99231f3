import { expect } from 'vitest'
import type { TestServer } from './build-server.ts'
import { startedExam } from './started-exam.ts'

const savesMeasured = 200

/** Times 200 saves: their median and 95th percentile, in ms. */
export async function timeSaves(keeper: TestServer): Promise<{ p50: number; p95: number }> {
  const exam = await startedExam(keeper)
  const times: number[] = []
  for (let seq = 1; seq <= savesMeasured; seq += 1) {
    const begun = performance.now()
    const { status } = await exam.save({ events: [{ ...exam.events[seq % exam.events.length]!, seq }] })
    times.push(performance.now() - begun)
    expect(status).toBe(200)
  }
  times.sort((a, b) => a - b)
  return { p50: times[savesMeasured * 0.5]!, p95: times[savesMeasured * 0.95]! }
}
