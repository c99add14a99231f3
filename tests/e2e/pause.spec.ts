import type { BrowserContext, Page } from '@playwright/test'
import type { TestServer } from '../support/build-server.ts'
import { expect, test } from '../support/browser-test.ts'
import { workerIsReady } from '../support/worker-story.ts'
import { passTime } from '../support/pass-time.ts'
import { examinee, examOn, onDevice, onServer, runningExam, signInContext } from '../support/exam-story.ts'

const minute = 60_000
const covered = (page: Page) => expect(page.getByRole('heading', { name: 'Екзамен на паузі' })).toBeVisible()
const goOn = (page: Page) => page.getByRole('button', { name: 'Продовжити екзамен' }).click()
async function pause(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Пауза' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Зупинити годинник' }).click()
  await covered(page)
}
async function shown(page: Page, label: string): Promise<number> {
  const face = await page.locator('dl > div', { hasText: label }).locator('dd').innerText()
  const [seconds = 0, minutes = 0, hours = 0] = face.trim().split(/[:\s]/).slice(0, 3).map(Number).reverse()
  return ((hours * 60 + minutes) * 60 + seconds) * 1000
}

test('a paused exam survives a reload and continues on another device: the clock stops, the paper is covered, no answer is lost', async ({
  context,
  browser,
  server,
}) => {
  const { exam, person, purchaseId, stored } = await runningExam(context, server)
  const { page } = exam
  await exam.choose(1)
  await exam.says(onServer)
  await pause(page)
  await expect(page.getByRole('radio')).toHaveCount(0)
  await expect.poll(async () => (await stored()).state).toBe('paused')
  await exam.says('Усі відповіді на сервері.')
  const { deadlineAt, pausedUntil } = await stored()
  const left = +deadlineAt! - +pausedUntil!

  await page.reload()
  await covered(page)
  expect(Math.abs((await shown(page, 'Лишилося часу екзамену')) - left)).toBeLessThanOrEqual(1500)
  expect(await shown(page, 'Пауза може тривати ще')).toBeGreaterThan(149 * minute)

  const laptop = await browser.newContext({ locale: 'uk-UA' })
  await signInContext(laptop, person)
  const second = examOn(await laptop.newPage())
  await second.open(server.origin, purchaseId)
  await second.page.getByRole('button', { name: 'Продовжити екзамен' }).click()
  await covered(second.page)
  await goOn(second.page)
  await second.at(1)
  await second.isChosen(1)
  await expect.poll(async () => (await stored()).state).toBe('open')
  await second.submit()
  await second.seesResult()
  await expect(second.page.getByText('Паузи', { exact: true })).toBeVisible()
  await laptop.close()
})

test.describe('with a worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the server counts an offline pause once the network is back, and gets the answers before and after the pause', async ({
    context,
    server,
  }) => {
    const { exam, stored } = await runningExam(context, server)
    const { page } = exam
    await exam.choose(0)
    await exam.says(onServer)
    await workerIsReady(page)
    await context.setOffline(true)
    await exam.next()
    await exam.at(2)
    await exam.choose(1)
    await exam.says(onDevice)
    await pause(page)
    await exam.says('1 відповідь збережено на цьому пристрої')
    await page.reload()
    await covered(page)
    await goOn(page)
    await exam.at(2)
    await exam.next()
    await exam.choose(2)
    await context.setOffline(false)
    await exam.says(onServer)
    const attempt = await stored()
    expect([attempt.state, attempt.pausedUntil]).toEqual(['open', expect.any(Date)])
    const clock = page.getByRole('timer')
    await expect(clock).toBeVisible()
    const [minutes = 0, seconds = 0] = (await clock.innerText()).split(':').map(Number)
    expect(Math.abs((minutes * 60 + seconds) * 1000 - (+attempt.deadlineAt! - Date.now()))).toBeLessThan(2500)
    await exam.submit()
    await exam.seesResult()
    await expect(page.getByText('Паузи', { exact: true })).toBeVisible()
  })
})

/** A person in an exam, whose device and server clocks move only when the test says so. */
async function examInTime(context: BrowserContext, server: TestServer) {
  const { person, purchaseId } = await examinee(server)
  await signInContext(context, person)
  const page = await context.newPage()
  await page.clock.install()
  const exam = examOn(page)
  await exam.open(server.origin, purchaseId)
  await exam.start()
  await exam.choose(0)
  await exam.says(onServer)
  const attempt = async () => (await person.get(`/api/exam-meta/${purchaseId}/`)).body.attempt
  const { id } = await attempt()
  const pass = async (milliseconds: number) => {
    await passTime(server, id, milliseconds)
    await page.clock.fastForward(milliseconds)
  }
  const shown = async () => {
    const [minutes = 0, seconds = 0] = (await page.getByRole('timer').innerText()).split(':').map(Number)
    return (minutes * 60 + seconds) * 1000
  }
  /** Milliseconds left by the page's clock, and its distance from the server's, less the time of asking the server. */
  const left = async () => {
    const early = await shown()
    const { deadline_at, server_time } = await attempt()
    const here = await shown()
    const there = Date.parse(deadline_at) - Date.parse(server_time)
    return { here, apart: Math.max(0, there - early, here - there) }
  }
  return { exam, page, attempt, pass, left }
}

test('the clocks of page and server stop for a pause of 40 minutes without a network, and agree to 1.5 seconds after it', async ({
  context,
  server,
}) => {
  const { exam, page, attempt, pass, left } = await examInTime(context, server)
  const before = await left()
  await context.setOffline(true)
  await pause(page)
  await exam.says('Зв’язку немає.')
  await pass(40 * minute)
  await covered(page)
  await context.setOffline(false)
  await expect.poll(async () => (await attempt()).state, { timeout: 60_000 }).toBe('paused')
  await goOn(page)
  await exam.at(1)
  await expect.poll(async () => (await attempt()).state).toBe('open')
  // A busy machine draws the next second late: a face that was drawn in time agrees to a second.
  await expect.poll(async () => (await left()).apart).toBeLessThanOrEqual(1000)
  const after = await left()
  expect(before.here - after.here).toBeLessThan(40_000)
  await exam.isChosen(0)
})

test('the clock of a paused exam starts by itself after 150 minutes, on the page and on the server', async ({
  context,
  server,
}) => {
  const { exam, page, attempt, pass, left } = await examInTime(context, server)
  const before = await left()
  await pause(page)
  await expect.poll(async () => (await attempt()).state).toBe('paused')
  await pass(149.6 * minute)
  await expect(page.getByRole('status').filter({ hasText: 'За пів хвилини годинник піде сам.' })).toBeAttached()
  await covered(page)
  await pass(1.4 * minute)
  await exam.at(1)
  // A busy machine draws the next second late: a face that was drawn in time agrees to a second.
  await expect.poll(async () => (await left()).apart).toBeLessThanOrEqual(1000)
  const after = await left()
  expect(before.here - after.here).toBeGreaterThanOrEqual(minute - 1500)
  await exam.choose(1)
  await exam.says(onServer)
})

test('an exam has no third pause, and the dialog says so @full', async ({ context, server }) => {
  const { exam } = await runningExam(context, server)
  const { page } = exam
  for (const left of ['2 паузи', '1 пауза']) {
    await page.getByRole('button', { name: 'Пауза' }).click()
    await expect(page.getByRole('dialog')).toContainText(`Лишилося ${left}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Зупинити годинник' }).click()
    await covered(page)
    await goOn(page)
    await exam.at(1)
  }
  await page.getByRole('button', { name: 'Пауза' }).click()
  await expect(page.getByRole('dialog')).toContainText('Паузи цього екзамену вже використано.')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Зупинити годинник' })).toHaveCount(0)
})

test('a pause that began without the network reaches the server at the next visit although its page was closed', async ({
  context,
  server,
}) => {
  const { person, purchaseId } = await examinee(server)
  await signInContext(context, person)
  const exam = examOn(await context.newPage())
  await exam.open(server.origin, purchaseId)
  await exam.start()
  await exam.choose(1)
  await exam.says(onServer)
  await context.setOffline(true)
  await pause(exam.page)
  await exam.page.close()
  await context.setOffline(false)
  const home = await context.newPage()
  await home.goto(`${server.origin}/purchases`)
  await expect
    .poll(async () => (await person.get(`/api/exam-meta/${purchaseId}/`)).body.attempt.state, { timeout: 20_000 })
    .toBe('paused')
})
