import { setTimeout as pause } from 'node:timers/promises'
import { buildPollDelay } from '../../src/attempt/machine/schedule.ts'
import type { Manner } from './exam-taker.ts'
import { ExamTaker, inClosedLoop } from './exam-taker.ts'
import { type Answer, Caller, newTrace, type Trace } from './http-caller.ts'
import type { Buyer } from './people.ts'

export interface Burst {
  /** Milliseconds from the press of "start" to the paper, for each person who got one. */
  waits: number[]
  asked: number
  /** Calls without a reply, or with one that is not meant for overload, by message. */
  failed: Map<string, number>
  /** Calls refused by 503 or 429 with Retry-After, and retried. */
  putOff: number
  polls: number
  /** Milliseconds of the examinees' saves, before the burst and during it. */
  quietSaves: number[]
  saves: number[]
  failedSaves: number
}

/** Seconds within which all press "start". */
const pressWithin = 10
/** Least and most seconds between two answers of an examinee. */
const between = [2, 4] as const
const quietSeconds = 15
/** Milliseconds after which a person gives up: the client asks 90 times. */
const givesUpAfterMs = 270_000

/**
 * Many people open their exam within ten seconds in an open loop, while examinees keep answering. They ask as the product's
 * client does: no timeout for the opening, 15 s for each question about the building, a retry after the pause that a 503 names.
 */
export async function measureBurst(people: Buyer[], examinees: Buyer[], manner: Manner): Promise<Burst> {
  const burst: Burst = {
    waits: [],
    asked: people.length,
    failed: new Map(),
    putOff: 0,
    polls: 0,
    quietSaves: [],
    saves: [],
    failedSaves: 0,
  }
  const inExam = await beginAll(examinees, manner)
  let isLoud = false
  let isOver = false
  const going = Promise.all(inExam.map((one) => goOn(one, () => isOver, note)))
  function note(ms: number | null): void {
    if (ms === null) burst.failedSaves += 1
    else (isLoud ? burst.saves : burst.quietSaves).push(ms)
  }
  await pause(quietSeconds * 1000)
  isLoud = true
  await Promise.all(
    people.map(async (buyer, n) => {
      await pause((n * pressWithin * 1000) / people.length)
      await open(buyer, manner, burst)
    }),
  )
  isOver = true
  await going
  for (const { exam } of inExam) exam.close()
  return burst
}

export interface InExam {
  exam: ExamTaker
  trace: Trace
}

export async function beginAll(buyers: Buyer[], manner: Manner): Promise<InExam[]> {
  const all = buyers.map((buyer) => {
    const trace = newTrace()
    return { exam: new ExamTaker(buyer, manner, trace), trace }
  })
  await inClosedLoop(all, { users: 8, seconds: 120 }, async ({ exam }) => {
    await exam.open()
    await exam.begin()
  })
  return all
}

/** Saves answer after answer, some seconds apart, and notes the milliseconds of each; null if it failed. */
export async function goOn(
  { exam, trace }: InExam,
  isOver: () => boolean,
  note: (ms: number | null) => void,
): Promise<void> {
  const [least, most] = between
  await pause(Math.random() * most * 1000)
  for (let turn = 0; !isOver(); turn += 1) {
    const count = exam.questions.length
    try {
      await exam.saveOne(turn % count, 1 + Math.floor(turn / count))
      note(trace.samples.at(-1)!.ms)
    } catch {
      note(null)
    }
    await pause((least + Math.random() * (most - least)) * 1000)
  }
}

async function open(buyer: Buyer, { origin, encoding }: Manner, burst: Burst): Promise<void> {
  const caller = new Caller(origin, buyer.address, encoding)
  const trace = newTrace()
  const begun = performance.now()
  const id = buyer.purchaseId
  /** Retries until a reply; null after a failure or when time is up. */
  async function ask(path: string, timeoutMs: number): Promise<Answer | null> {
    while (performance.now() - begun < givesUpAfterMs) {
      try {
        const reply = await caller.call(trace, 'open', { method: 'GET', path, bearer: buyer.bearer, timeoutMs })
        if (reply.status === 200) return reply
        if ((reply.status === 503 || reply.status === 429) && reply.retryAfter !== null) {
          burst.putOff += 1
          await pause(Math.max(1, reply.retryAfter) * 1000)
          continue
        }
        fail(`${reply.status} ${reply.text().slice(0, 80)}`)
      } catch (error) {
        fail(error instanceof Error ? error.message : String(error))
      }
      await pause(2000)
    }
    return null
  }
  function fail(what: string): void {
    burst.failed.set(what, (burst.failed.get(what) ?? 0) + 1)
  }
  const first = await ask(`/api/exam-meta/${id}/?start_key=${crypto.randomUUID()}`, givesUpAfterMs)
  let meta = read(first)
  for (let n = 1; meta !== null && meta.questions == null; n += 1) {
    await pause(buildPollDelay(n))
    burst.polls += 1
    const status = read(await ask(`/api/exam-status/${id}/`, 15_000))
    if (status === null) break
    if (status.status === 'building') continue
    if (status.status !== 'completed') {
      fail(`the building ended as ${status.status}`)
      break
    }
    meta = read(await ask(`/api/exam-meta/${id}/?exam_cache_key=${meta.exam_cache_key}`, 15_000))
  }
  if (meta?.questions != null) burst.waits.push(performance.now() - begun)
  caller.close()
}

function read(reply: Answer | null): { status?: string; exam_cache_key?: string; questions?: unknown } | null {
  return reply === null ? null : (JSON.parse(reply.text()) as { status?: string })
}
