import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../support/browser-test.ts'
import { examinee, examOn, onDevice, onServer, signInContext, runningExam } from '../support/exam-story.ts'
import { shortenTimeouts, restoreTimeouts } from '../support/short-timeouts.ts'
import { givePurchase } from '../support/person.ts'
import { startedExam } from '../support/started-exam.ts'
import { troubledDevice } from '../support/troubled-device.ts'

// The stories of the device check set their windows themselves.
test.skip(({ isMobile }) => !isMobile, 'What is kept and sent is the same in a wide window')

/** Blocks the storage as a private window or a policy does: `indexedDB` exists, but no database opens. */
const blockStorage = (context: BrowserContext) =>
  context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The user denied permission to access the database.', 'SecurityError')
    }
  })

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
/** Holds calls to this address back until `letCome`. */
async function heldBack(page: Page, url: string): Promise<{ letCome: () => void }> {
  let letCome = () => {}
  const mayCome = new Promise<void>((resolve) => (letCome = resolve))
  await page.route(url, async (route) => {
    await mayCome
    await route.continue()
  })
  return { letCome: () => letCome() }
}

const checkOf = (page: Page) => page.getByRole('region', { name: 'Перевірка пристрою' })

test.describe('a browser that keeps nothing', () => {
  test('[C.06] [R20] an exam page without browser storage says so before the start, saves answers on the server, and submits the exam @full', async ({
    context,
    server,
  }) => {
    const { person, purchaseId } = await examinee(server)
    await signInContext(context, person)
    await blockStorage(context)
    const exam = examOn(await context.newPage())
    const { page } = exam
    await exam.open(server.origin, purchaseId)
    await exam.says('Браузер не дозволяє зберігати відповіді')
    await press(page, 'Продовжити все одно')
    await expect(checkOf(page).getByRole('alert')).toContainText('зберігатиме лише сервер')
    await press(page, 'Почати все одно')
    await exam.at(1)
    await exam.says('Браузер не зберігає відповідей')
    await exam.choose(0)
    await exam.says(onServer)

    await context.setOffline(true)
    await exam.next()
    await exam.choose(1)
    await exam.says('Лише на сторінці')
    await expect(page.getByText(onDevice, { exact: true })).toHaveCount(0)
    await expect(page.getByText('усе зберігається на цьому пристрої')).toHaveCount(0)
    await exam.submit()
    await exam.says('Браузер не зміг записати вашу роботу на диск')
    await expect(page.getByRole('button', { name: 'Завантажити мої відповіді' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Надіслати зараз' })).toBeVisible()
    await context.setOffline(false)
    await exam.seesResult()
    const { body } = await person.get(`/api/test-results/${purchaseId}/`)
    expect(body.results).toHaveLength(1)
  })

  test('[C.06] [R18] a tab on a full disk takes a running exam over: the other tab says so, and the answers go to the server @full', async ({
    context,
    server,
  }) => {
    const { exam: first, purchaseId, stored } = await runningExam(context, server)
    await first.choose(0)
    await first.says(onServer)
    const { epoch } = await stored()
    const second = examOn(await context.newPage())
    await second.open(server.origin, purchaseId)
    await second.says('Екзамен відкрито в іншій вкладці')
    const device = await troubledDevice(second.page, server.origin)
    await device.fillDisk()
    await press(second.page, 'Продовжити тут')
    await second.says('Браузер не зберігає відповідей')
    await second.isChosen(0)
    await second.choose(1)
    await second.says(onServer)
    await expect(second.page.getByText(onDevice, { exact: true })).toHaveCount(0)
    await first.says('Екзамен відкрито в іншій вкладці')
    expect((await stored()).epoch).toBe(epoch + 1)
    await second.submit()
    await second.seesResult()
  })
})

test.describe('an upgrade of the database that an open tab blocks', () => {
  test('[C.06] [R21] an open tab that blocks a database upgrade still saves answers; a new tab points to it, and shows them after it closes @full', async ({
    context,
    server,
  }) => {
    const { exam: first, purchaseId } = await runningExam(context, server)
    await first.choose(0)
    await first.says(onServer)
    const upgrading = await context.newPage()
    await upgrading.goto('/robots.txt')
    await upgrading.evaluate(
      () =>
        new Promise((resolve) => {
          indexedDB.open('exam-v1', 2).onblocked = resolve
        }),
    )
    await first.choose(1)
    await first.says(onServer)

    const second = examOn(await context.newPage())
    await shortenTimeouts(second.page)
    await second.open(server.origin, purchaseId)
    await second.says('Екзамен відкрито в іншій вкладці')
    // Nobody delays the storage any more, so it gets its normal time to answer.
    await restoreTimeouts(second.page)
    // A requested upgrade delays every later opening until the tab that it waits for is closed.
    await upgrading.close()
    await first.page.close()
    await second.isChosen(1)
  })
})

test.describe('the check of the device', () => {
  test('[C.06] the device check appears by itself before the first exam, and later only when the person asks for it', async ({
    context,
    server,
  }) => {
    const { person, purchaseId } = await examinee(server)
    await signInContext(context, person)
    const exam = examOn(await context.newPage())
    const { page } = exam
    await exam.open(server.origin, purchaseId)
    const check = checkOf(page)
    await expect(check.getByRole('status')).toHaveText(/готовий до екзамену|Почати можна/)
    // Normal findings are one line. The rest unfolds.
    const summary = check.getByText('Що перевірено')
    if (!(await check.getByText('Збереження відповідей').isVisible())) await summary.click()
    await expect(check.getByText('Збереження відповідей')).toBeVisible()
    await expect(check).toContainText('Збереження відповідейпрацює')
    await expect(check).toContainText(/Вільне місце(понад|лише) \d+\s[ГМ]Б/)
    await expect(check).toContainText('Зв’язок із серверомє')
    await expect(check).toContainText('Годинникзбігається із сервером')
    await expect(check).toContainText('Якщо інтернет зникне, відповідайте далі')
    await exam.start()

    await exam.open(server.origin, await givePurchase(server, person, 'logichnij-proba'))
    await expect(page.getByRole('button', { name: 'Почати екзамен' })).toBeVisible()
    await expect(check).toHaveCount(0)
    await press(page, 'Перевірити пристрій')
    await expect(page.getByRole('heading', { name: 'Перевірка пристрою' })).toBeFocused()
    const device = await troubledDevice(page, server.origin)
    await device.moveWallClock(-2)
    await device.fillDisk()
    await context.setOffline(true)
    await press(page, 'Перевірити ще раз')
    await expect(check.getByRole('alert')).toContainText('Браузер не зберігає відповідей')
    await expect(check).toContainText('сервер не відповів')
    await expect(page.getByRole('button', { name: 'Почати все одно' })).toBeVisible()
    await context.setOffline(false)
    await press(page, 'Перевірити ще раз')
    await expect(check).toContainText('відстає на 2')
  })

  for (const [width, height, mark] of [
    [412, 915, ''],
    [1440, 900, ' @full'],
  ] as const) {
    test(`[C.06] a device check that loads late does not move the button that continues the exam, in a window of ${width} × ${height}${mark}`, async ({
      page,
      context,
      server,
    }) => {
      const { person, purchaseId } = await startedExam(server)
      await signInContext(context, person)
      await page.setViewportSize({ width, height })
      const checks = await heldBack(page, '**/assets/device-check-*.js')
      const exam = examOn(page)
      await exam.open(server.origin, purchaseId)
      const button = page.getByRole('button', { name: 'Продовжити екзамен' })
      await expect(button).toBeVisible()
      const before = await button.boundingBox()
      checks.letCome()
      await expect(checkOf(page).getByRole('status')).toHaveText(/готовий до екзамену|Почати можна/)
      expect(await button.boundingBox()).toEqual(before)
    })
  }

  for (const [width, height, mark] of [
    [1024, 768, ' @full'],
    [768, 1024, ' @full'],
    [1440, 900, ' @full'],
  ] as const) {
    test(`[C.06] a device check that finds trouble does not move the start button up or down, in a window of ${width} × ${height}${mark}`, async ({
      page,
      context,
      server,
    }) => {
      const { person, purchaseId } = await examinee(server)
      await signInContext(context, person)
      await page.setViewportSize({ width, height })
      const checks = await heldBack(page, '**/assets/device-check-*.js')
      const exam = examOn(page)
      await exam.open(server.origin, purchaseId)
      const button = page.getByRole('button', { name: /^Почати (екзамен|все одно)$/ })
      await expect(button).toBeVisible()
      const before = await button.boundingBox()
      const device = await troubledDevice(page, server.origin)
      await device.moveWallClock(-2)
      await device.fillDisk()
      checks.letCome()
      await expect(checkOf(page).getByRole('alert')).toContainText('Браузер не зберігає відповідей')
      await expect(checkOf(page).getByRole('status').first()).toHaveText(/зважте на таке: збереження відповідей/)
      expect((await button.boundingBox())?.y).toBe(before?.y)
    })
  }
})
