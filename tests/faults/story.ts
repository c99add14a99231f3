import { setTimeout as pause } from 'node:timers/promises'
import { examPath } from '../support/exam-story.ts'
import { troubledDevice } from '../support/troubled-device.ts'
import { enrol } from './candidate.ts'
import { type Device, unpackDevice } from './device.ts'
import { Examinee } from './examinee.ts'
import { type Fault, type Schedule, type Stroke } from './schedule.ts'
import { type Outcome, reckon } from './reckoning.ts'
import { Witness } from './witness.ts'
import type { World } from './world.ts'

/** Milliseconds after the last fault within which everything must have converged. */
const convergesWithinMs = 90_000
const darknessMs = 1_500

/** Plays one exam with its schedule's faults, and reports what became of the answers. */
export async function playSchedule(
  world: World,
  schedule: Schedule,
  tell: (line: string) => void = () => undefined,
): Promise<Outcome> {
  await world.restored()
  const candidate = await enrol(world)
  const witness = new Witness()
  const devices: Device[] = []
  for (const number of new Set(schedule.devices)) {
    devices[number] = await unpackDevice(world.origin)
    world.devices.add(devices[number])
  }
  const people = schedule.devices.map(
    (number) => new Examinee(devices[number]!, number, candidate, examPath(candidate.purchaseId), witness),
  )
  const befall = (fault: Fault | null, place: number) => {
    if (fault === null) return Promise.resolve()
    tell(`at place ${place}: ${JSON.stringify(fault)}`)
    const examinee = people[place]!
    if ('calls' in fault) return Promise.resolve(examinee.device.proxy.hit(fault.kind, fault.calls))
    return strike(fault.kind, {
      world,
      examinee,
      neighbours: people.filter(({ device }) => device === examinee.device),
      email: candidate.email,
      strangerEmail: candidate.strangerEmail,
      revoke: candidate.revoke,
    })
  }
  const mend = async () => {
    for (const { proxy } of devices) proxy.mend()
    await world.restored()
  }

  let trouble: string | null = null
  try {
    await befall(schedule.start, 0)
    for (const [number, { place, question, waitsFor, before, after }] of schedule.steps.entries()) {
      const examinee = people[place]!
      tell(`place ${place} answers question ${question}, waits for ${waitsFor}`)
      await examinee.goTo(question)
      await befall(before, place)
      const isPaused = schedule.pauses.includes(number)
      if (isPaused) {
        tell(`place ${place} pauses the exam`)
        await examinee.pause()
        await befall(after, place)
      }
      await examinee.answer(question, waitsFor)
      if (!isPaused) await befall(after, place)
    }
    if (schedule.isReviewed) {
      tell('everybody looks through the exam')
      await mend()
      // The place that submits looks last, so it knows the others' choices.
      const order = people.filter((_, place) => place !== schedule.submit.place)
      for (const examinee of [...order, people[schedule.submit.place]!]) await examinee.review()
    }
    tell(`place ${schedule.submit.place} submits`)
    const last = people[schedule.submit.place]!
    await last.toQuestion()
    await befall(schedule.submit.before, schedule.submit.place)
    await last.submit()
    await befall(schedule.submit.after, schedule.submit.place)
    await mend()
    tell('all faults have ended')
    await last.toResult(convergesWithinMs)
  } catch (error) {
    trouble = error instanceof Error ? error.message : String(error)
    for (const [place, examinee] of people.entries()) {
      tell(`what place ${place} saw: ${await examinee.photograph(`${schedule.name}-${place}`)}`)
    }
  } finally {
    for (const device of devices) {
      await device.discard()
      world.devices.delete(device)
    }
  }
  await mend()
  for (const press of witness.presses) tell(JSON.stringify(press))
  return await reckon(world, candidate, witness, trouble)
}

interface Scene {
  world: World
  examinee: Examinee
  /** All tabs of the same browser, including this one. */
  neighbours: Examinee[]
  email: string
  strangerEmail: string
  revoke: () => Promise<void>
}

async function strike(stroke: Stroke, scene: Scene): Promise<void> {
  const { world, examinee, neighbours } = scene
  const { device } = examinee
  switch (stroke) {
    case 'kill the browser':
      await device.kill()
      for (const neighbour of neighbours) neighbour.lostTab()
      return
    case 'kill the server':
      return await world.killServer()
    case 'stop the database':
      return world.stopDatabase()
    case 'replace the server':
      return await world.replaceServer()
    case 'no network':
      device.proxy.darken()
      // Everything until then happens without a network.
      void pause(darknessMs).then(() => device.proxy.mend())
      return
    case 'reload':
      return await examinee.reload()
    case 'session revoked':
      return await scene.revoke()
    case 'log out and back':
      return await examinee.logOut()
    case 'somebody else logs in between':
      await examinee.logOut()
      await examinee.lendTo(scene.strangerEmail)
      return await examinee.logOut()
    case 'access expires': {
      const page = await examinee.tab()
      return await page.evaluate(() => localStorage.setItem('access', 'of.another.time'))
    }
    case 'disk full':
      return await (await troubledDevice(await examinee.tab(), device.proxy.origin)).fillDisk()
    case 'storage lost':
      return await (await troubledDevice(await examinee.tab(), device.proxy.origin)).loseStorageProcess()
    case 'clock jumps':
      return await (await troubledDevice(await examinee.tab(), device.proxy.origin)).moveWallClock(24)
  }
}
