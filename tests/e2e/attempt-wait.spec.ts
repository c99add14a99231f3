import type { BrowserContext, Page } from '@playwright/test'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { expect, test as base } from '../support/browser-test.ts'
import { examinee, examOn, signInContext } from '../support/exam-story.ts'

/** Papers are built and exams graded by jobs: the page has to ask. */
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

/** How the page asks about its work, which is not done until `finish`. */
async function heldWork(context: BrowserContext, endpoint: string, status: string) {
  let asked = 0
  let isDone = false
  await context.route(
    (url) => url.pathname.startsWith(`/api/${endpoint}/`),
    async (route) => {
      asked += 1
      await (isDone ? route.continue() : route.fulfill({ json: { status } }))
    },
  )
  return {
    asked: () => asked,
    finish: () => {
      isDone = true
    },
    isAsked: (times: number) => expect.poll(() => asked, { intervals: [20] }).toBeGreaterThanOrEqual(times),
  }
}

/** Somebody whose paper is being built, on a page. */
async function waiting(context: BrowserContext, server: TestServer) {
  const building = await heldWork(context, 'exam-status', 'building')
  const grading = await heldWork(context, 'exam-results-status', 'processing')
  const { person, purchaseId } = await examinee(server)
  await signInContext(context, person)
  const exam = examOn(await context.newPage())
  await exam.open(server.origin, purchaseId)
  await exam.page.getByRole('button', { name: 'Почати екзамен' }).click()
  await exam.says('Складаємо екзамен саме для вас')
  const results = async () => (await person.get(`/api/test-results/${purchaseId}/`)).body.results.length
  return { building, grading, exam, page: exam.page, results }
}

/** The person looks at another tab, or at this one again. */
async function hide(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    isHidden ? 'hidden' : 'visible',
  )
}

/** Lets the page's clock run until it has asked so often in all. */
async function askUntil(page: Page, asked: () => number, times: number): Promise<void> {
  while (asked() < times) {
    const before = asked()
    await page.clock.runFor(5_000)
    await expect.poll(asked, { intervals: [10] }).toBeGreaterThan(before)
  }
}

test('[C.07] [R26] a hidden page goes on asking, and opens the exam; one that slept for ten minutes asks at once when it wakes, once, and shows the result', async ({
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

  await exam.handIn()
  await exam.says('Рахуємо результат')
  await askUntil(page, grading.asked, 1)
  await expect.poll(results).toBe(1)
  await hide(page, true)
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 100)
  const before = grading.asked()
  // The device's clock goes on while it sleeps, its timers do not.
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

test('[C.07] [R27] a reload while the paper is built and while the result is counted: the page goes on by itself, with the asks that are left', async ({
  context,
  server,
}) => {
  await context.clock.install()
  const { building, grading, exam, page, results } = await waiting(context, server)
  await askUntil(page, building.asked, 3)
  await page.reload()
  await exam.says('Складаємо екзамен саме для вас')
  building.finish()
  await askUntil(page, building.asked, 4)
  await exam.at(1)

  await exam.handIn()
  await exam.says('Рахуємо результат')
  await askUntil(page, grading.asked, 35)
  await page.reload()
  await exam.says('Рахуємо результат')
  await askUntil(page, grading.asked, 60)
  await exam.says(/Results processing timeout after 120 seconds|Результати не вдалося обробити за 120 секунд/)
  expect(grading.asked()).toBe(60)
  grading.finish()
  await page.getByRole('button', { name: 'Перевірити ще раз' }).click()
  await page.clock.runFor(2_000)
  await exam.seesResult()
  expect(await results()).toBe(1)
})
