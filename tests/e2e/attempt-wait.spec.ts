import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { expect, test as base } from '../support/browser-test.ts'
import { examinee, examOn, signInContext } from '../support/exam-story.ts'
import { changed, startedExam } from '../support/started-exam.ts'
import { storedText } from '../support/worker-story.ts'

/** A server that builds papers and grades exams in jobs, so that the page has to ask. */
const test = base.extend<object, { server: TestServer }>({
  server: [
    async ({ browserName: _any }, provide) => {
      const server = await startTestServer({ workMode: 'job' })
      await provide(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
})

test.skip(({ isMobile }) => !isMobile, 'What is kept and sent is the same in a wide window')

/** Answers the page's calls about its work with `reply` until `finish`. */
async function heldWork(context: BrowserContext, endpoint: string, reply: { status: string; attempt_id?: string }) {
  let asked = 0
  let isDone = false
  await context.route(
    (url) => url.pathname.startsWith(`/api/${endpoint}/`),
    async (route) => {
      asked += 1
      await (isDone ? route.continue() : route.fulfill({ json: reply }))
    },
  )
  return {
    asked: () => asked,
    isDone: () => isDone,
    finish: () => {
      isDone = true
    },
    isAsked: (times: number) => expect.poll(() => asked, { intervals: [20] }).toBeGreaterThanOrEqual(times),
  }
}

/** A job may build the paper before the server replies to the start. The page must hear of work that continues. */
async function heldOpening(context: BrowserContext): Promise<void> {
  await context.route(
    (url) => url.pathname.startsWith('/api/exam-meta/') && url.searchParams.has('start_key'),
    async (route) => {
      const response = await route.fetch()
      const { exam_cache_key } = await response.json()
      await route.fulfill({ response, json: { status: 'building_started', exam_cache_key } })
    },
  )
}

/** Opens a page of a person whose paper is being built. */
async function waiting(context: BrowserContext, server: TestServer) {
  const building = await heldWork(context, 'exam-status', { status: 'building' })
  await heldOpening(context)
  const { person, purchaseId } = await examinee(server)
  const inWork = { status: 'processing', attempt_id: '' }
  const grading = await heldWork(context, 'exam-results-status', inWork)
  // The job may have graded the exam already. The list of results must not show it before the grading's reply does.
  await context.route(
    (url) => url.pathname.startsWith('/api/test-results/'),
    (route) =>
      grading.isDone()
        ? route.continue()
        : route.fulfill({ json: { count: 0, next: null, previous: null, results: [] } }),
  )
  await signInContext(context, person)
  const exam = examOn(await context.newPage())
  await exam.open(server.origin, purchaseId)
  await exam.page.getByRole('button', { name: 'Почати екзамен' }).click()
  await exam.says('Добираємо запитання саме для вас')
  const results = async () => (await person.get(`/api/test-results/${purchaseId}/`)).body.results.length
  return { building, grading, inWork, exam, page: exam.page, person, purchaseId, results }
}

async function hide(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      // A browser's event bubbles to the window.
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    },
    isHidden ? 'hidden' : 'visible',
  )
}

/** Runs the page's clock until it has asked `times` times in all. */
async function askUntil(page: Page, asked: () => number, times: number): Promise<void> {
  while (asked() < times) {
    const before = asked()
    await page.clock.runFor(5_000)
    await expect.poll(asked, { intervals: [10] }).toBeGreaterThan(before)
  }
}

test('[C.07] [R26] a hidden page keeps polling and opens the exam; after ten minutes of sleep it polls immediately, once, and shows the result @full', async ({
  context,
  server,
}) => {
  await context.clock.install()
  const { building, grading, exam, page, results } = await waiting(context, server)
  await hide(page, true)
  await askUntil(page, building.asked, 3)
  building.finish()
  await askUntil(page, building.asked, 4)
  await exam.at(1)
  await hide(page, false)

  await exam.submit()
  await exam.says('Рахуємо результат')
  await askUntil(page, grading.asked, 1)
  await expect.poll(results).toBe(1)
  await hide(page, true)
  // Stops the clock just after a call: the next call is two seconds away, and no call is running.
  let now = 0
  await expect(async () => {
    await page.waitForResponse(/exam-results-status/)
    now = await page.evaluate(() => Date.now())
    // `pauseAt` throws if that second is over before this call arrives. Then the block is tried again.
    await page.clock.pauseAt(now + 1_000)
  }).toPass()
  const before = await whenItRests(grading.asked)
  // While the device sleeps its clock continues, and its timers do not.
  await page.clock.setSystemTime(now + 600_000)
  await hide(page, false)
  await grading.isAsked(before + 1)
  await hide(page, true)
  await hide(page, false)
  expect(grading.asked()).toBe(before + 1)
  grading.finish()
  await page.clock.resume()
  await exam.seesResult()
})

/** Returns the count when it has not changed for half a second. */
async function whenItRests(count: () => number): Promise<number> {
  let last = -1
  const isAsBefore = () => {
    const before = last
    last = count()
    return last === before
  }
  await expect.poll(isAsBefore, { intervals: [500] }).toBe(true)
  return last
}

test('[C.07] [R27] a page reloaded while the paper is built or the result is counted keeps polling by itself, 60 times in all for the result @full', async ({
  context,
  server,
}) => {
  await context.clock.install()
  const { building, grading, exam, page, results } = await waiting(context, server)
  await askUntil(page, building.asked, 3)
  await page.reload()
  await exam.says('Добираємо запитання саме для вас')
  building.finish()
  await askUntil(page, building.asked, 4)
  await exam.at(1)

  await exam.submit()
  await exam.says('Рахуємо результат')
  await askUntil(page, grading.asked, 35)
  // The page waits three seconds for its count to be written. A clock that jumps gives the disk no such time.
  const isCountKept = async () => {
    const kept = await storedText(page)
    return new RegExp(`"resultsAsked":${grading.asked()}\\b`).test(kept)
  }
  await expect.poll(isCountKept).toBe(true)
  await page.reload()
  await exam.says('Рахуємо результат')
  await askUntil(page, grading.asked, 60)
  await exam.says('Results processing timeout after 120 seconds')
  expect(grading.asked()).toBe(60)
  grading.finish()
  await page.getByRole('button', { name: 'Перевірити ще раз' }).click()
  await page.clock.runFor(2_000)
  await exam.seesResult()
  expect(await results()).toBe(1)
})

test('[C.06] a person who waits for a result can download the signed receipt in the exam, after a reload, on the result’s page and with the grade @full', async ({
  context,
  server,
}) => {
  const { building, grading, inWork, exam, page, person, purchaseId } = await waiting(context, server)
  building.finish()
  await exam.at(1)
  await exam.submit()
  const kept = async () => {
    await exam.says(/^Сервер прийняв вашу роботу \d+ .+ \d+:\d+\.$/)
    await expect(page.getByText(`Номер спроби: ${inWork.attempt_id}`, { exact: true })).toBeVisible()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Завантажити квитанцію про прийняття' }).click()
    return readFile(await (await downloading).path(), 'utf8')
  }
  await exam.says('Рахуємо результат')
  inWork.attempt_id = (await person.get(`/api/exam-results-status/${purchaseId}/`)).body.attempt_id
  const receipt = await kept()
  expect((await person.post('/api/receipts/verify/', { receipt })).body).toEqual({ valid: true })
  await page.reload()
  await exam.says('Рахуємо результат')
  expect(await kept()).toBe(receipt)
  await page.goto(`${server.origin}/verbal/test-result/${purchaseId}`)
  await exam.says('Рахуємо результат')
  expect(await kept()).toBe(receipt)
  grading.finish()
  await exam.seesResult()
  await page.getByRole('button', { name: 'Перевірити справжність' }).click()
  expect(await kept()).toBe(receipt)
})

test('[C.06] the page of a result lists answers that came after the exam was closed, by question and time, and the result stays the same @full', async ({
  context,
  server,
}) => {
  const { person, purchaseId, events, questions, submit, save, result } = await startedExam(server)
  await submit({ answers: [], events: events.slice(0, 4) })
  const graded = await result()
  await signInContext(context, person)
  const page = await context.newPage()
  const late = page.getByText(/^Відповіді, що надійшли після завершення/)
  const accepted = page.getByText(/^Сервер прийняв вашу роботу/)
  await page.goto(`${server.origin}/verbal/test-result/${purchaseId}`)
  await page.getByRole('button', { name: 'Перевірити справжність' }).click()
  await expect(accepted).toBeVisible()
  await expect(late).toHaveCount(0)

  await save({ events: [changed(events[4]!, questions), { ...events[5]!, value: null }] })
  await page.reload()
  await expect(late).toHaveText('Відповіді, що надійшли після завершення: 2')
  await late.click()
  const rows = page.getByRole('group').filter({ has: late }).getByRole('listitem')
  await expect(rows).toHaveText([/^Запитання 5\d+ .+:\d\d$/, /^Запитання 6: відповідь прибрано\d+ .+:\d\d$/])
  expect(await result(), 'nothing is graded silently').toEqual(graded)
})

test('[C.06] a page without AbortSignal.timeout polls for its paper and opens the exam @full', async ({
  context,
  server,
}) => {
  const { person, purchaseId } = await examinee(server)
  await signInContext(context, person)
  await context.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'timeout'))
  const exam = examOn(await context.newPage())
  await exam.open(server.origin, purchaseId)
  await exam.page.getByRole('button', { name: 'Почати екзамен' }).click()
  await exam.at(1)
})
