// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  atIntro,
  begun,
  closePages,
  createServer,
  newPurchase,
  openPage,
  reaches,
  savingOfQ1,
} from '../../../tests/support/exam-in-memory.ts'
import { tabsWithLocks } from '../../../tests/support/tabs-with-locks.ts'
import { findAttempt } from '../replica/attempts.ts'
import { closeExamDb } from '../replica/database.ts'
import { readSubmission } from '../replica/submissions.ts'
import { updateAttempt } from '../../../tests/support/persisted.ts'

const asTab = tabsWithLocks()
const minute = 60_000

afterEach(async () => {
  closePages()
  await closeExamDb()
})

/** A person has pressed start without a network. The page is still open. */
async function pressedUnheard(world = {}) {
  const server = createServer()
  server.reachable = false
  const purchaseId = newPurchase()
  const page = openPage(server, purchaseId, world)
  await atIntro(page)
  page.start(true)
  await reaches(page, 'failed')
  server.reachable = true
  const attemptRowOf = () => findAttempt('owner', purchaseId, 'exam')
  return { server, purchaseId, page, attemptRowOf }
}

/** The device of a page that is opened so many milliseconds later. */
const later = (jump: number) => ({ device: { jump } })

describe('a start that never reached the server', () => {
  it.each([16 * minute, 3 * 24 * 60 * minute, -60 * minute])(
    '[R08] a page that opens %i ms after a lost start begins no exam until another press, which uses a new key',
    async (jump) => {
      const { server, purchaseId, page } = await pressedUnheard()
      page.stop()
      const reopened = openPage(server, purchaseId, later(jump))
      await atIntro(reopened)
      expect(server.startKeys).toHaveLength(1)
      reopened.start(true)
      await reaches(reopened, 'answering')
      const [unheard, pressed] = server.startKeys
      expect(pressed).toEqual(expect.any(String))
      expect(pressed).not.toBe(unheard)
    },
  )

  it('[R08] a page that opens 14 minutes after a lost start repeats it under the same key', async () => {
    const { server, purchaseId, page } = await pressedUnheard()
    page.stop()
    await reaches(openPage(server, purchaseId, later(14 * minute)), 'answering')
    expect(new Set(server.startKeys).size).toBe(1)
  })

  it('[R08] a page repeats its lost start under the same key when the person presses again an hour later', async () => {
    const device = { jump: 0 }
    const { server, page } = await pressedUnheard({ device })
    device.jump = 60 * minute
    page.tryAgain()
    await reaches(page, 'answering')
    expect(new Set(server.startKeys).size).toBe(1)
  })

  it('[R08] a page that wakes 16 minutes after its lost start begins no exam until another press', async () => {
    const device = { jump: 0 }
    const { server, page } = await pressedUnheard({ device })
    device.jump = 16 * minute
    page.wake()
    // While another page reads, begins and opens its exam, this one would have opened its own.
    await begun(server, newPurchase())
    expect(page.view().state.phase).toBe('failed')
    const [own, ofTheOther] = server.startKeys
    expect(server.startKeys.filter((key) => key === own)).toHaveLength(1)
    page.tryAgain()
    await reaches(page, 'answering')
    expect(server.startKeys.filter((key) => key !== null && key !== ofTheOther)).toEqual([own, own])
  })

  it('[R08] a page that wakes 14 minutes after its lost start repeats it by itself under the same key', async () => {
    const device = { jump: 0 }
    const { server, page } = await pressedUnheard({ device })
    device.jump = 14 * minute
    page.wake()
    await reaches(page, 'answering')
    expect(new Set(server.startKeys).size).toBe(1)
  })

  it('[R18] a tab that only looks on leaves a lost start to the tab in which it was pressed', async () => {
    const { server, purchaseId, page, attemptRowOf } = await pressedUnheard(asTab())
    const pressed = await attemptRowOf()
    const other = openPage(server, purchaseId, { ...asTab(), ...later(16 * minute) })
    await vi.waitFor(() => expect(other.view().stage).toBe('running'))
    expect(await attemptRowOf()).toEqual(pressed)
    page.tryAgain()
    await reaches(page, 'answering')
    expect(new Set(server.startKeys).size).toBe(1)
  })
})

it('[R08] a start that another tab gave up while its reply was on the way continues and is submitted (20261128:244734)', async () => {
  const server = createServer()
  const replies = heldBack(server)
  const purchaseId = newPurchase()
  const page = openPage(server, purchaseId)
  await atIntro(page)
  page.start(true)
  await vi.waitFor(() => expect(server.startKeys).toHaveLength(1))
  // The page's tab slept, another tab took the writing over, and the device's clock was set.
  const other = openPage(server, purchaseId, later(16 * minute))
  await atIntro(other)
  other.stop()
  replies.letCome()
  await reaches(page, 'answering')
  page.answer('q1', 'o1')
  page.stop()

  const reopened = openPage(server, purchaseId)
  await reaches(reopened, 'answering')
  const { draftId } = (await findAttempt('owner', purchaseId, 'exam'))!
  reopened.submit()
  const submitted = { body: { answers: [{ question_id: 'q1', value: 'o1' }] } }
  await vi.waitFor(async () => expect(await readSubmission(draftId)).toMatchObject(submitted))
})

/** From now on starts get their replies only after `letCome`. */
function heldBack(server: ReturnType<typeof createServer>): { letCome: () => void } {
  const { open } = server.calls
  let letCome = () => {}
  const isTime = new Promise<void>((resolve) => {
    letCome = resolve
  })
  Object.assign(server.calls, {
    open: async (...asked: Parameters<typeof open>) => {
      const reply = await open(...asked)
      await isTime
      return reply
    },
  })
  return { letCome: () => letCome() }
}

it('[R08] a page that opens an hour later still polls a start whose paper the server was building', async () => {
  const { server, purchaseId, page, attemptRowOf } = await pressedUnheard()
  page.stop()
  const { draftId } = (await attemptRowOf())!
  await updateAttempt(draftId, () => ({ building: true }))
  await reaches(openPage(server, purchaseId, later(60 * minute)), 'building')
  expect(await attemptRowOf()).toMatchObject({ draftId, state: 'opening' })
})

describe('a start that is pressed while the page reads the disk', () => {
  it('[C.06] a start keeps its lease, because the outdated read takes no lease of the attempt that it finds', async () => {
    const { purchaseId, page, attemptRowOf } = await pressedUnheard()
    await updateAttempt((await attemptRowOf())!.draftId, () => ({ state: 'given-up' }))
    page.tryAgain()
    await atIntro(page)
    // A page that wakes reads again, and the person presses at that moment.
    page.wake()
    page.start(true)
    await reaches(page, 'answering')
    page.answer('q1', 'o1')
    await vi.waitFor(() => expect(savingOfQ1(page)).toBe('server'))
    expect(page.view().state).toMatchObject({ phase: 'answering', writer: 'here' })
    expect((await findAttempt('owner', purchaseId, 'exam'))?.claim).toBe(1)
  })
})
