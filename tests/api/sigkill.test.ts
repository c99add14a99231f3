import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { countLosses, nothingWrong, type TakenExam, takeExamAmidDeaths } from '../support/exam-amid-deaths.ts'
import { seededChance, startMortalServer } from '../support/mortal-server.ts'
import { givePurchase, newcomer } from '../support/person.ts'

/** The database's keeper: makes people and purchases, and neither serves nor takes jobs. */
let keeper: TestServer
beforeAll(async () => {
  keeper = await startTestServer()
  await keeper.services.jobs.stop()
})
afterAll(() => keeper.close())

/** A run prints its seed: SIGKILL_SEED=… plays the same deaths of the same answers again. */
const seed = Number(process.env.SIGKILL_SEED ?? Math.floor(Math.random() * 2 ** 31))

async function sitAll({ exams, lanes, requestsOfALife }: { exams: number; lanes: number; requestsOfALife: number }) {
  console.log(`SIGKILL_SEED=${seed}: ${exams} exams, ${lanes} at a time`)
  const chance = seededChance(seed)
  const server = await startMortalServer(keeper.config, chance, requestsOfALife)
  try {
    const waiting = Array.from({ length: exams }, (_, number) => seededChance(seed + number + 1))
    const taken: TakenExam[] = []
    const lane = async () => {
      for (let mine = waiting.pop(); mine !== undefined; mine = waiting.pop()) {
        const person = await newcomer(keeper)
        const purchaseId = await givePurchase(keeper, person, 'logichnij-proba')
        taken.push(await takeExamAmidDeaths(server, person, purchaseId, mine))
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    const origin = await server.spare()
    const counts = { ...(await countLosses(keeper.services.db, origin, taken)), kills: server.kills() }
    console.log(
      `SIGKILL_SEED=${seed} ${Object.entries(counts)
        .map(([name, value]) => `${name}=${value}`)
        .join(' ')}`,
    )
    return counts
  } finally {
    await server.end()
  }
}

describe('a server that is killed at random moments, with clients that retry', () => {
  it('a server that is killed at random grades every acknowledged answer of 8 exams, and each exam once', {
    timeout: 300_000,
  }, async () => {
    const counts = await sitAll({ exams: 8, lanes: 4, requestsOfALife: 25 })
    expect(counts).toMatchObject({ exams: 8, ...nothingWrong })
    expect(counts.kills).toBeGreaterThan(0)
  })

  it('@full a server that is killed at random grades every acknowledged answer of 200 exams, and each exam once', {
    timeout: 1_800_000,
  }, async () => {
    const counts = await sitAll({ exams: 200, lanes: 8, requestsOfALife: 25 })
    expect(counts).toMatchObject({ exams: 200, ...nothingWrong })
    expect(counts.kills).toBeGreaterThan(20)
  })
})
