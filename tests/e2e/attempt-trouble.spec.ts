import { readFile } from 'node:fs/promises'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { expect, test } from '../support/browser-test.ts'
import { onDevice, onServer, runningExam } from '../support/exam-story.ts'
import { troubledDevice } from '../support/troubled-device.ts'

test.skip(({ isMobile }) => !isMobile, 'What is kept and sent is the same in a wide window')

const notSaved = 'Не збережено на цьому пристрої'
const hours = (n: number) => new Date(Date.now() + n * 3_600_000)

/** Minutes on the exam's clock. */
async function minutesLeft(page: Page): Promise<number> {
  const parts = (await page.getByRole('timer').innerText()).split(':').map(Number)
  const [h, m, s] = parts.length === 3 ? parts : [0, ...parts]
  return h! * 60 + m! + s! / 60
}

/** Number of answers in the file that the page offers. */
async function answersInFile(page: Page): Promise<number> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Завантажити мої відповіді' }).click()
  const file = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
  return file.answers.length
}

/** Drops the time zone that all tests share: the story changes the zone, and a fixed zone cannot change. */
const ownTimezone = { timezoneId: undefined } as unknown as BrowserContextOptions

test.describe('the device sleeps', () => {
  test('[C.06] [R25] a device that sleeps two hours twice and changes its time zone shows the time really left, and the exam is graded once @full', async ({
    browser,
    server,
  }) => {
    const context = await browser.newContext(ownTimezone)
    const { exam, person, purchaseId, moveClock, stored } = await runningExam(context, server)
    const { page } = exam
    const device = await troubledDevice(page, server.origin)
    await moveClock({ deadlineAt: hours(3) })
    await exam.choose(0)
    await exam.says(onServer)
    await expect.poll(() => minutesLeft(page)).toBeGreaterThan(175)
    const sleepTwoHours = async () => {
      await device.fallAsleep()
      await device.moveWallClock(2)
      const { startedAt, deadlineAt } = await stored()
      // The server's clock cannot be moved, so its attempt grows older.
      const earlier = (time: Date | null) => new Date(time!.getTime() - 7_200_000)
      await moveClock({ startedAt: earlier(startedAt), deadlineAt: earlier(deadlineAt) })
      await device.wakeUp()
    }

    await context.setOffline(true)
    await sleepTwoHours()
    await expect.poll(() => minutesLeft(page)).toBeLessThan(61)
    expect(await minutesLeft(page)).toBeGreaterThan(55)
    await exam.next()
    await exam.choose(1)
    await exam.says(onDevice)

    await device.moveToTimezone('Atlantic/Azores')
    await device.moveWallClock(-1)
    await context.setOffline(false)
    await exam.says(onServer)
    // The clock is drawn every second.
    await expect.poll(() => minutesLeft(page)).toBeLessThan(61)
    expect(await minutesLeft(page)).toBeGreaterThan(55)

    await context.setOffline(true)
    await exam.next()
    await exam.choose(2)
    await exam.says(onDevice)
    await sleepTwoHours()
    await context.setOffline(false)
    await exam.seesResult()
    await exam.says('Здано із запізненням')
    await exam.says(/Вчасно сервер отримав 2.відповіді/)
    const { body } = await person.get(`/api/test-results/${purchaseId}/`)
    expect(body.results).toHaveLength(1)
    await context.close()
  })
})

test.describe('answers stay on this device only', () => {
  test('[C.06] the page counts answers that stay on the device for over a minute, gives them as a file, and sends them at a press @full', async ({
    context,
    server,
  }) => {
    await context.clock.install()
    // Makes the pauses between tries the longest, so that the person is faster than the next planned try.
    await context.addInitScript(() => (Math.random = () => 0.999))
    const { exam } = await runningExam(context, server)
    const { page } = exam
    await exam.choose(0)
    await exam.says(onServer)
    await context.setOffline(true)
    await exam.next()
    await exam.choose(1)
    await exam.says(onDevice)
    const notice = page.getByRole('button', { name: 'Відповіді лише тут' })
    await exam.unfold('Немає зв’язку з сервером')
    await exam.says(/Ще не на сервері: 1.відповідь/)
    const map = page.getByRole('navigation', { name: 'Усі запитання' })
    const waits = (question: number) => map.getByRole('button', { name: `${question}, є відповідь, ще не на сервері` })
    await expect(waits(2)).toBeVisible()
    await expect(map.getByRole('button', { name: '1, є відповідь', exact: true })).toBeVisible()
    // The unfolded part covers the question.
    await page.keyboard.press('Escape')
    await exam.next()
    await exam.choose(1)
    await exam.unfold('Немає зв’язку з сервером')
    await exam.says(/Ще не на сервері: 2.відповіді/)
    await expect(waits(3)).toBeVisible()
    await expect(notice).toHaveCount(0)
    await context.clock.fastForward('01:01')
    await expect(notice).toBeVisible()
    expect(await answersInFile(page)).toBe(3)

    const savings = (url: URL) => url.pathname.includes('/api/exam-answers/')
    await context.route(savings, (route) =>
      route.fulfill({ status: 503, json: { code: 'overloaded', status_code: 503 } }),
    )
    await context.setOffline(false)
    await exam.says(/Наступна спроба за 1[0-5]/)
    // The page's clock is paused, so that only the press sends, and no planned try comes before it.
    await expect(async () => {
      const now = await page.evaluate(() => Date.now())
      await context.clock.pauseAt(now + 1_000)
    }).toPass()
    await context.unroute(savings)
    const isSent = page.waitForRequest((request) => savings(new URL(request.url())))
    await page.getByRole('button', { name: 'Надіслати зараз' }).click()
    await context.clock.runFor(1_000)
    await isSent
    await context.clock.resume()
    await exam.says(onServer)
    await expect(notice).toHaveCount(0)
    await expect(page.getByText('Ще не на сервері')).toHaveCount(0)
    await expect(waits(2)).toHaveCount(0)
  })
})

test.describe('a file of the site is lost in mid-exam', () => {
  test('[C.06] [S8.24] an exam page that lost its styles at a reload says so and stays; the next load has question and answer @full', async ({
    context,
    server,
  }) => {
    const { exam } = await runningExam(context, server)
    const { page } = exam
    await exam.next()
    await exam.choose(1)
    await exam.says(onServer)
    const styles = '**/assets/attempt-*.css'
    let lost = 0
    await page.route(styles, (route) => {
      lost += 1
      return route.abort()
    })
    let documents = 0
    page.on('domcontentloaded', () => (documents += 1))
    await page.reload()
    await exam.says('Не вдалося завантажити частину сайту')
    expect(lost, 'the styles have the name that is held back').toBeGreaterThan(0)
    expect(documents).toBe(1)

    await page.unroute(styles)
    await page.getByRole('button', { name: 'Завантажити ще раз' }).click()
    await exam.at(2)
    await exam.isChosen(1)
  })
})

test.describe("the browser's storage fails in mid-exam", () => {
  test('[C.06] [R19] the page reopens a lost connection to the browser’s storage in mid-exam, and keeps the answer @full', async ({
    context,
    server,
  }) => {
    const { exam } = await runningExam(context, server)
    await context.setOffline(true)
    await (await troubledDevice(exam.page, server.origin)).loseStorageProcess()
    await exam.choose(1)
    await exam.says(onDevice)
    await context.setOffline(false)
    await exam.page.reload()
    await exam.isChosen(1)
  })

  test('[C.06] [R18] on a full disk answers go to the server, offline ones stay on the page, and the page calls none of these saved on the device @full', async ({
    context,
    server,
  }) => {
    const { exam, person, purchaseId } = await runningExam(context, server)
    const { page } = exam
    const device = await troubledDevice(page, server.origin)
    await device.fillDisk()
    await exam.choose(0)
    await exam.says(onServer)
    await exam.says('Браузер не зберігає відповідей')

    await context.setOffline(true)
    await exam.next()
    await exam.choose(1)
    await exam.says(notSaved)
    await exam.unfold('Лише на сторінці')
    await expect(page.getByText(onDevice, { exact: true })).toHaveCount(0)
    expect(await answersInFile(page)).toBe(2)

    await exam.submit()
    await exam.says('Браузер не зміг записати вашу роботу на диск')
    await expect(page.getByText('Відповіді збережено на цьому пристрої')).toHaveCount(0)
    expect(await answersInFile(page)).toBe(2)
    await context.setOffline(false)
    await exam.seesResult()
    const { body } = await person.get(`/api/test-results/${purchaseId}/`)
    expect(body.results).toHaveLength(1)
    const timeline = await person.get(`/api/attempt-timeline/${body.results[0].attempt_id}/`)
    const counted = timeline.body.results.filter(({ phase }: { phase: string }) => phase !== 'after_close')
    expect(new Set(counted.map((event: { question_id: string }) => event.question_id)).size).toBe(2)
  })

  test('[C.06] the page asks a person before they go back from answers that a full disk left on the page only @full', async ({
    context,
    server,
  }) => {
    const { exam } = await runningExam(context, server)
    const { page } = exam
    await (await troubledDevice(page, server.origin)).fillDisk()
    // Makes the history look as if the person had opened the exam from their purchases.
    await page.evaluate(() => {
      const exam = location.pathname
      history.replaceState({ idx: 0, key: 'purchases', usr: null }, '', '/purchases')
      history.pushState({ idx: 1, key: 'exam', usr: null }, '', exam)
    })
    await context.setOffline(true)
    await exam.choose(1)
    await exam.says('Лише на сторінці')
    const question = page.getByRole('dialog', { name: 'Піти з цієї сторінки?' })
    const goBack = () => page.evaluate(() => history.back())
    for (const _twice of [1, 2]) {
      await goBack()
      await expect(question.getByRole('button', { name: 'Завантажити мої відповіді' })).toBeVisible()
      await question.getByRole('button', { name: 'Залишитися' }).click()
      await expect(question).toHaveCount(0)
      await exam.isChosen(1)
    }
    await goBack()
    await question.getByRole('button', { name: 'Піти без них' }).click()
    await expect(page).toHaveURL(/purchases$/)
    await expect(question).toHaveCount(0)
  })

  test('[C.06] the page writes answers again after the browser’s data were deleted; they survive a reload and are submitted @full', async ({
    context,
    server,
  }) => {
    const { exam } = await runningExam(context, server)
    const { page } = exam
    const device = await troubledDevice(page, server.origin)
    await context.setOffline(true)
    await exam.choose(0)
    await exam.says(onDevice)
    await device.deleteDatabases()
    await exam.next()
    await exam.choose(1)
    await exam.says(onDevice)
    // The server must get neither answer, so that only this browser can know them.
    await context.route(
      (url) => url.pathname.startsWith('/api/exam-answers/'),
      (route) => route.abort(),
    )
    await context.setOffline(false)
    await page.reload()
    await exam.at(2)
    await exam.isChosen(1)
    await exam.says(onDevice)
    await exam.goTo(1)
    await exam.isChosen(0)

    await context.setOffline(true)
    await exam.submit()
    await exam.says('Сервер поки не відповідає')
    await device.deleteDatabases()
    await context.setOffline(false)
    await exam.seesResult()
  })
})
