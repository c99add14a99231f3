import { expect, test } from '../support/browser-test.ts'
import { examinee, examOn, onDevice, onServer, signInContext, runningExam } from '../support/exam-story.ts'
import { startKillableBrowser } from '../support/killable-browser.ts'
import { sizeOf } from '../support/size-of.ts'
import { ago } from '../support/started-exam.ts'

test('the last question leads to the submission dialog, which leads back to questions without an answer or with a flag', async ({
  context,
  server,
}) => {
  const { exam } = await runningExam(context, server)
  const { page } = exam
  await exam.goTo(6)
  await exam.choose(0)
  await page.keyboard.press('f')
  await page.getByRole('button', { name: 'Перевірити й здати' }).click()
  const dialog = page.getByRole('dialog', { name: 'Здати екзамен?' })
  await expect(dialog).toContainText('Без відповіді: 5 запитань.')
  await expect(dialog).toContainText('Позначено, щоб повернутися: 1.')
  await expect(dialog).toContainText(/Лишилося часу: \d+:\d\d/)
  await expect(dialog.getByRole('button', { name: 'Перейти до запитання 6' })).toBeVisible()
  const choices = ['Повернутися до запитань', 'Здати'].map((name) => dialog.getByRole('button', { name, exact: true }))
  expect(await sizeOf(choices[0]!)).toEqual(await sizeOf(choices[1]!))
  await dialog.getByRole('button', { name: 'Перейти до запитання 4' }).click()
  await exam.at(4)
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('on a phone the question’s number opens the list of all questions at the window’s lower edge, and closing it returns the focus @full', async ({
  context,
  server,
}) => {
  const { exam } = await runningExam(context, server)
  const { page } = exam
  await page.setViewportSize({ width: 390, height: 664 })
  const way = page.getByRole('button', { name: 'Усі запитання' })
  expect((await sizeOf(way)).height).toBeGreaterThanOrEqual(44)
  const sheet = page.getByRole('dialog', { name: 'Усі запитання' })
  await way.click()
  await expect
    .poll(async () => {
      const { y, height } = (await sheet.boundingBox())!
      return Math.round(y + height)
    })
    .toBe(664)
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(way).toBeFocused()
  await way.press('Enter')
  await sheet.getByRole('button', { name: /^4,/ }).click()
  await exam.at(4)
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  // A press on the line in the bar opens only that line; the number still leads to the questions.
  await context.setOffline(true)
  await exam.choose(0)
  await exam.unfold('Немає зв’язку з сервером')
  await expect(sheet).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1 }).click({ force: true })
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await context.setOffline(false)
  await page.setViewportSize({ width: 1366, height: 657 })
  await expect(way).toBeHidden()
})

test.describe('the network goes away', () => {
  test.skip(({ isMobile }) => !isMobile, 'What is kept and sent is the same in a wide window')
  test('[C.06] the page keeps answers and a submission without a network, and the exam is graded when the network returns', async ({
    context,
    server,
  }) => {
    const { exam } = await runningExam(context, server)
    await exam.choose(0)
    await exam.says(onServer)

    await context.setOffline(true)
    await exam.next()
    await exam.choose(1)
    await exam.says(onDevice)
    await exam.says(/Зв’язку немає|Немає зв’язку/)
    await exam.submit()
    await exam.says('Сервер поки не відповідає')
    await exam.says(/Наступна спроба за|Надсилаємо…/)
    await exam.says(/^Роботу зарахуємо, якщо вона дійде до сервера до \d+ \S+ о \d\d:\d\d\./)

    await context.setOffline(false)
    await exam.seesResult()
    await exam.says('Здано')
  })

  test('[C.06] [R07] a page whose browser wrongly reports no network saves and submits, requests lasting storage, and invites to install after the first test @full', async ({
    context,
    server,
  }) => {
    await context.addInitScript(() => {
      Object.defineProperty(navigator, 'onLine', { get: () => false })
      // The browser also grants no lasting storage unasked, and could install the site.
      Object.assign(navigator.storage, { persisted: async () => false, persist: async () => (window.name = 'asked') })
      addEventListener('load', () => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })))
    })
    const { exam, stored } = await runningExam(context, server)
    expect(await exam.page.evaluate(() => navigator.onLine)).toBe(false)
    expect(await exam.page.evaluate(() => window.name), 'storage is asked to last').toBe('asked')
    await exam.choose(0)
    await exam.says(onServer)
    await exam.submit()
    await exam.seesResult()
    expect((await stored()).state).toBe('graded')
    await expect(exam.page.getByRole('region', { name: 'Встановіть «Тестування IQ»' })).toBeVisible()
  })

  test('[C.06] [R08] the page of purchases lists a submission that waits for the server, and sends it when the person asks @full', async ({
    context,
    server,
  }) => {
    const { exam } = await runningExam(context, server)
    const { page } = exam
    await exam.choose(0)
    await exam.says(onServer)
    await context.route('**/api/**', (route) => route.abort())
    await exam.submit()
    await exam.says('Сервер поки не відповідає')
    expect(await page.evaluate(() => navigator.onLine)).toBe(true)

    await page.goto(`${server.origin}/purchases`)
    const waiting = page.getByRole('region', { name: 'Ще не на сервері' })
    await expect(waiting).toContainText(/Спроб надіслати: [1-9]/)
    await expect(waiting).toContainText(/Роботу зарахуємо, якщо вона дійде до сервера до \d+ \S+ о \d\d:\d\d\./)
    // The person presses while the calls still fail: the delivery repeats by itself and might be faster than the press.
    const isTried = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('/api/exam-meta/'),
    )
    await waiting.getByRole('button', { name: 'Надіслати зараз' }).click()
    await isTried
    await context.unroute('**/api/**')
    await expect(waiting).toHaveCount(0)
    await expect(page.getByRole('link', { name: /Останній результат/ })).toBeVisible()
  })

  test('[C.06] a person downloads a refused exam on one device and submits the file on another; the first takes the next exam @full', async ({
    context,
    browser,
    server,
  }) => {
    const { exam, person } = await runningExam(context, server)
    await exam.choose(0)
    await exam.says(onServer)
    const isSubmission = (url: URL) => url.pathname.startsWith('/api/exam-meta/')
    await context.route(isSubmission, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 422, json: { detail: 'Роботу не прийнято.', code: 'invalid', status_code: 422 } })
        : route.continue(),
    )
    await exam.submit()
    const downloading = exam.page.waitForEvent('download')
    await exam.page.getByRole('button', { name: 'Завантажити мої відповіді' }).click()
    const file = await (await downloading).path()

    const elsewhere = await browser.newContext()
    await signInContext(elsewhere, person)
    const page = await elsewhere.newPage()
    await page.goto(`${server.origin}/purchases`)
    const input = page.getByLabel('Здати файл із відповідями')
    await input.setInputFiles({ name: 'cat.json', mimeType: 'application/json', buffer: Buffer.from('{"cat":1}') })
    await expect(page.getByText('Це не файл із відповідями')).toBeVisible()
    await input.setInputFiles(file)
    await expect(page.getByText('Відповіді з файла додано')).toBeVisible()
    await page.getByRole('button', { name: 'Здати зараз' }).click()
    await expect(page.getByText('Роботу здано')).toBeVisible()
    await page.getByRole('link', { name: 'Переглянути результат' }).click()
    await examOn(page).seesResult()
    await elsewhere.close()

    // A refusal does not block the device: the next attempt can be taken here as well.
    await context.unroute(isSubmission)
    await exam.page.reload()
    await exam.page.getByRole('button', { name: 'Почати новий екзамен' }).click()
    await exam.at(1)
    await exam.submit()
    await exam.seesResult()
  })
})

test.describe('the browser is killed', () => {
  test.skip(({ isMobile }) => !isMobile, 'What is kept and sent is the same in a wide window')
  test('[C.06] [R01] [R02] a killed browser reopens the exam at its question with every answer called saved, and an offline submission is graded once', async ({
    server,
    launchOptions,
  }, info) => {
    const profile = info.outputPath('profile')
    const { person, purchaseId } = await examinee(server)
    const open = async () => {
      const { browser, kill } = await startKillableBrowser(profile, launchOptions.args)
      const context = browser.contexts()[0]!
      await signInContext(context, person)
      const exam = examOn(await context.newPage())
      await exam.open(server.origin, purchaseId)
      return { exam, context, kill }
    }

    const first = await open()
    await first.exam.start()
    await first.exam.choose(0)
    await first.exam.says(onServer)
    await first.context.setOffline(true)
    await first.exam.next()
    await first.exam.choose(1)
    await first.exam.says(onDevice)
    await first.kill()

    const second = await open()
    await second.exam.at(2)
    await second.exam.isChosen(1)
    await second.exam.says(onServer)
    await second.exam.goTo(1)
    await second.exam.isChosen(0)
    await second.context.setOffline(true)
    await second.exam.submit()
    await second.exam.says('Сервер поки не відповідає')
    const results = async () => (await person.get(`/api/test-results/${purchaseId}/`)).body.results
    expect(await results()).toEqual([])
    await second.kill()

    const third = await open()
    // The submission may be delivered, and graded, before the page asks for its state.
    await third.exam.says(/Результат екзамену|Попередній результат/)
    expect(await results()).toHaveLength(1)
    await third.kill()
  })
})

test.describe('one attempt in two places', () => {
  test('[C.06] [R09] [R10] a second tab only reads until the person takes over; the tab that lost the exam cannot write or submit, and both show one grade', async ({
    context,
    server,
  }) => {
    const { exam, person, purchaseId } = await runningExam(context, server)
    await exam.choose(0)
    await exam.says(onServer)

    const second = examOn(await context.newPage())
    await second.open(server.origin, purchaseId)
    await second.says('Екзамен відкрито в іншій вкладці')
    await second.isChosen(0)
    await expect(second.radio(1)).toBeDisabled()

    await second.page.getByRole('button', { name: 'Продовжити тут' }).click()
    await second.choose(1)
    await second.says(onServer)
    await exam.page.bringToFront()
    await exam.says('Екзамен відкрито в іншій вкладці')
    await expect(exam.radio(2)).toBeDisabled()

    await exam.page.getByRole('button', { name: 'Продовжити тут' }).click()
    await exam.isChosen(1)
    await exam.choose(2)
    await exam.says(onServer)
    await second.says('Екзамен відкрито в іншій вкладці')
    await expect(second.page.getByRole('button', { name: /^Здати( екзамен)?$/ })).toBeDisabled()
    await exam.submit()
    await exam.seesResult()
    await second.page.bringToFront()
    await second.seesResult()
    expect((await person.get(`/api/test-results/${purchaseId}/`)).body.results).toHaveLength(1)
  })

  test('[C.06] [R09] a device that lost a conflict shows both answers, and the person chooses one @full', async ({
    context,
    browser,
    server,
  }) => {
    const { exam: phone, person, purchaseId } = await runningExam(context, server)
    await phone.choose(0)
    await phone.says(onServer)
    await context.setOffline(true)
    await phone.choose(1)
    await phone.says(onDevice)

    const other = await browser.newContext()
    await other.clock.install()
    await signInContext(other, person)
    const laptop = examOn(await other.newPage())
    await laptop.open(server.origin, purchaseId)
    await laptop.start()
    await laptop.isChosen(0)
    await laptop.choose(2)
    await laptop.says(onServer)

    await context.setOffline(false)
    await phone.says('Екзамен продовжено на іншому пристрої')
    const conflict = phone.page.getByRole('region', { name: 'На іншому пристрої ви відповіли інакше' })
    const chosen = async (n: number) =>
      (await phone.page.locator('label:has(input[type=radio])').nth(n).innerText()).split('\n').at(-1)!
    await expect(conflict).toContainText(await chosen(1))
    await expect(conflict).toContainText(await chosen(2))
    await expect(conflict.getByRole('button')).toHaveCount(0)
    await phone.isChosen(2)
    // The line ends above the map and folds on scrolling, so that any number can be pressed.
    for (const number of [6, 1]) await phone.goTo(number)
    const line = phone.page.getByRole('status').locator('button[aria-expanded]')
    // Scrolling to a number out of sight may have folded the line.
    if ((await line.getAttribute('aria-expanded')) === 'false') await line.click()
    await expect(line).toHaveAttribute('aria-expanded', 'true')
    const size = phone.page.viewportSize()!
    const resize = async (height: number) => {
      await phone.page.setViewportSize({ ...size, height })
      // The page hears of its new height later: there may be nothing to scroll yet.
      await phone.page.waitForFunction((high) => window.innerHeight === high, height)
    }
    await resize(500)
    await phone.page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }))
    await expect(line).toHaveAttribute('aria-expanded', 'false')
    await resize(size.height)
    await line.click()

    await phone.page.getByRole('button', { name: 'Продовжити тут' }).click()
    await expect(line).toHaveAttribute('aria-expanded', 'true')
    // Both answers are shown over the question. Their buttons appear only when this page is the writer.
    await expect(conflict.getByRole('button')).not.toHaveCount(0)
    // The conflict is below the options, and above the map or, in a wide window, to the left of it. One call measures all parts,
    // because the page scrolls to them.
    const parts = [
      await phone.page.getByRole('main').locator('fieldset').elementHandle(),
      await phone.page.getByRole('navigation', { name: 'Усі запитання' }).elementHandle(),
    ]
    const order = await conflict.evaluate((region, around) => {
      const [options, map] = around.map((part) => (part as Element).getBoundingClientRect())
      const { top, bottom, right } = region.getBoundingClientRect()
      return { isBelowOptions: top >= options!.bottom, isOffMap: bottom <= map!.top || right <= map!.left }
    }, parts)
    expect(order).toEqual({ isBelowOptions: true, isOffMap: true })
    await phone.goTo(6)
    await expect(line).toHaveCount(0)
    await phone.goTo(1)
    await phone.unfold('Дві відповіді')
    await conflict.getByRole('button', { name: 'Лишити цю: на цьому пристрої' }).click()
    await expect(conflict).toHaveCount(0)
    await phone.isChosen(1)
    await phone.says(onServer)

    // A page that only reads hears of the takeover within half a minute.
    await laptop.page.clock.fastForward(31_000)
    await laptop.says('Екзамен продовжено на іншому пристрої')
    await laptop.isChosen(1)
    await other.close()
  })

  test('[C.06] [R09] the submission dialog names a question that another device answered differently, and the person can choose that answer @full', async ({
    context,
    browser,
    server,
  }) => {
    const { exam: phone, person, purchaseId } = await runningExam(context, server)
    await context.setOffline(true)
    await phone.choose(1)
    await phone.says(onDevice)

    const other = await browser.newContext()
    await signInContext(other, person)
    // The dialog waits for the server's reply for four seconds. A busy machine may need them all for two presses.
    await other.addInitScript(() => {
      const wait = window.setTimeout
      const patient = (work: () => void, ms?: number) => wait(work, ms === 4_000 ? 60_000 : ms)
      window.setTimeout = patient as typeof setTimeout
      // The page asks every half a minute. The person must not hear of the answer that way before submitting.
      const repeat = window.setInterval
      const rare = (work: () => void, ms?: number) => repeat(work, ms === 30_000 ? 3_600_000 : ms)
      window.setInterval = rare as typeof setInterval
    })
    const laptop = examOn(await other.newPage())
    await laptop.open(server.origin, purchaseId)
    await laptop.start()
    await laptop.choose(2)
    await laptop.says(onServer)

    await context.setOffline(false)
    await phone.says('Екзамен продовжено на іншому пристрої')
    const { page } = laptop
    const conflict = page.getByRole('region', { name: 'На іншому пристрої ви відповіли інакше' })
    await expect(conflict).toHaveCount(0)
    let speak: () => void = () => undefined
    const hasSpoken = new Promise<void>((resolve) => {
      speak = resolve
    })
    await page.route('**/api/exam-answers/**', async (route) => {
      await hasSpoken
      await route.continue()
    })
    const submit = page.getByRole('button', { name: /^Здати( екзамен)?$/ }).first()
    await submit.click()
    const dialog = page.getByRole('dialog', { name: 'Здати екзамен?' })
    await dialog.getByRole('button', { name: 'Здати', exact: true }).click()
    await expect(dialog.getByRole('button', { name: 'Завантаження...' })).toBeVisible()
    speak()
    // The conflict arrived after the press, so the press was void.
    await expect(dialog).toContainText('На іншому пристрої ви відповіли інакше: запитання 1.')
    await dialog.getByRole('button', { name: 'Повернутися до запитань' }).click()
    await laptop.isChosen(2)
    await laptop.unfold('Дві відповіді')
    await conflict.getByRole('button', { name: 'Лишити цю: на іншому пристрої' }).click()
    await expect(conflict).toHaveCount(0)
    await laptop.isChosen(1)
    await laptop.says(onServer)
    await other.close()
  })
})

test.describe('two devices submit', () => {
  test.skip(({ isMobile }) => !isMobile, 'What is kept and sent is the same in a wide window')
  test('[C.06] [R10] two devices that submit at the same moment get one grade, and both lead to it @full', async ({
    context,
    browser,
    server,
  }) => {
    const { exam: phone, person, purchaseId } = await runningExam(context, server)
    await phone.choose(0)
    await phone.says(onServer)
    // If the phone heard that the laptop has continued with the exam, it would not offer to submit it.
    await phone.page.route('**/api/exam-answers/**', (route) => route.abort())
    const other = await browser.newContext()
    await signInContext(other, person)
    const laptop = examOn(await other.newPage())
    await laptop.open(server.origin, purchaseId)
    await laptop.start()

    await Promise.all([phone.submit(), laptop.submit()])
    for (const exam of [phone, laptop]) {
      // The second submission has other bytes under the same key. Its device keeps them and hears which counted.
      await exam.says(/Результат екзамену|Екзамен уже здано з іншого пристрою/)
      const way = exam.page.getByRole('link', { name: 'Переглянути результат' })
      if ((await way.count()) > 0) await way.click()
      await exam.seesResult()
    }
    const { body } = await person.get(`/api/test-results/${purchaseId}/`)
    expect(body.results).toHaveLength(1)
    await other.close()
  })
})

test.describe('the clock', () => {
  test.skip(({ isMobile }) => !isMobile, 'What is kept and sent is the same in a wide window')
  for (const [days, how, mark] of [
    [1, 'ahead', ' @full'],
    [-1, 'behind', ''],
  ] as const) {
    test(`[R25] [S12] a device whose clock is a day ${how} shows the time that is really left${mark}`, async ({
      context,
      server,
    }) => {
      await context.addInitScript((by) => {
        const real = Date.now
        Date.now = () => real() + by
      }, days * 86_400_000)
      const { exam, stored } = await runningExam(context, server)
      const { deadlineAt } = await stored()
      const secondsLeft = () => (deadlineAt!.getTime() - Date.now()) / 1000
      const before = secondsLeft()
      const [minutes, seconds] = (await exam.page.getByRole('timer').innerText()).split(':').map(Number)
      const shown = minutes! * 60 + seconds!
      // The shown time may be off by ten seconds. The two bounds are the time left before and after the reading.
      expect(shown).toBeLessThan(before + 10)
      expect(shown).toBeGreaterThan(secondsLeft() - 10)
      await exam.choose(0)
      await exam.says(onServer)
      await exam.submit()
      await exam.seesResult()
    })
  }

  test('[C.06] an exam submits itself when its time is up, and is not late', async ({ context, server }) => {
    const { exam, moveClock } = await runningExam(context, server)
    await exam.choose(0)
    await exam.says(onServer)
    await moveClock({ deadlineAt: new Date(Date.now() + 2_000) })
    // The server's next reply carries the new deadline.
    await exam.next()
    await exam.choose(0)
    await exam.seesResult()
    await expect(exam.page.getByText('Здано із запізненням')).toHaveCount(0)
  })

  test('[C.06] an exam that reaches the server after the deadline is graded, and its result says that it is late @full', async ({
    context,
    server,
  }) => {
    const { exam, moveClock } = await runningExam(context, server)
    await exam.choose(0)
    await exam.says(onServer)
    await context.setOffline(true)
    await exam.next()
    await exam.choose(0)
    await exam.says(onDevice)
    await moveClock({ startedAt: ago(7_200), deadlineAt: ago(3_600) })
    await context.setOffline(false)
    await exam.seesResult()
    await exam.says('Здано із запізненням')
    await exam.says(/Вчасно сервер отримав 1.відповідь/)
  })
})
