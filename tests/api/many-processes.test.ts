import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { countLosses, nothingWrong, type TakenExam, takeExamAmidDeaths } from '../support/exam-amid-deaths.ts'
import { seededChance } from '../support/mortal-server.ts'
import { givePurchase, newcomer } from '../support/person.ts'
import { startPlainProxy } from '../support/plain-proxy.ts'
import { type SpawnedServer, spawnServer } from '../support/spawn-server.ts'

const processes = 4
const lanes = 8

/** The database's keeper: makes people and purchases, and neither serves nor takes jobs. */
let keeper: TestServer
beforeAll(async () => {
  keeper = await startTestServer()
  await keeper.services.jobs.stop()
})
afterAll(() => keeper.close())

const seed = Number(process.env.PROCESSES_SEED ?? Math.floor(Math.random() * 2 ** 31))

it('four processes that are killed at any time behind a plain proxy lose no acknowledged answer, and grade each exam once @full', async () => {
  console.log(`PROCESSES_SEED=${seed}`)
  const chance = seededChance(seed)
  const name = (number: number) => `process-${number}`
  const servers: SpawnedServer[] = []
  for (let number = 0; number < processes; number += 1) servers.push(await spawnServer(keeper.config, name(number)))
  const portOf = ({ origin }: SpawnedServer) => Number(new URL(origin).port)
  const proxy = await startPlainProxy(() => servers.map(portOf))
  const origin = `http://127.0.0.1:${proxy.port}`
  const deaths = Array.from({ length: processes }, () => 0)
  let isOver = false

  async function killOneAfterAnother(): Promise<void> {
    while (!isOver) {
      await pause(200 + chance() * 800)
      // Kills a random one of the processes that have died least, so that none is spared.
      const fewest = Math.min(...deaths)
      const spared = servers.map((_, number) => number).filter((number) => deaths[number] === fewest)
      const number = spared[Math.floor(chance() * spared.length)]!
      await servers[number]!.kill()
      deaths[number]! += 1
      servers[number] = await spawnServer(keeper.config, name(number))
    }
  }

  const taken: TakenExam[] = []
  /** Takes at least three exams, and more until every process has died at least once. */
  async function lane(number: number): Promise<void> {
    for (let exam = 0; exam < 3 || (deaths.includes(0) && exam < 40); exam += 1) {
      const person = await newcomer(keeper)
      const purchaseId = await givePurchase(keeper, person, 'logichnij-proba')
      const mine = seededChance(seed + 100 * number + exam)
      taken.push(await takeExamAmidDeaths({ origin: () => origin }, person, purchaseId, mine))
    }
  }

  const killing = killOneAfterAnother()
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)))
  isOver = true
  await killing
  const counts = await countLosses(keeper.services.db, origin, taken)
  console.log(JSON.stringify({ deaths, ...counts }))
  await proxy.close()
  await Promise.all(servers.map((server) => server.kill()))
  expect(counts).toMatchObject(nothingWrong)
  expect(deaths).not.toContain(0)
}, 600_000)
