import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../support/browser-test.ts'
import { readFile } from 'node:fs/promises'
import { examinee, examOn, onServer, runningExam, signInContext } from '../support/exam-story.ts'
import { newcomer, password, type Person, registration } from '../support/person.ts'

// Things that a browser, a device, an extension or an app around the page removes or adds.

const tooOld = /Цей браузер застарий: потрібен Chrome 111, Edge 111, Firefox 115, Safari 16\.4 або новіший/
const mayClose = /Сторінку можна закрити/

test.describe('[S8.24] a browser older than the site supports', () => {
  for (const [path, mark] of [
    ['/', ''],
    ['/login', ' @full'],
    ['/faq', ''],
  ] as const)
    test(`the page ${path} tells an outdated browser which browsers work, and does not start the site${mark}`, async ({
      page,
    }) => {
      await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'))
      await page.goto(path)
      const said = page.getByRole('alert').filter({ hasText: tooOld })
      await expect(said).toBeVisible()
      await expect(said).toBeInViewport({ ratio: 1 })
      await expect(page.getByText('Перевірте з’єднання')).toBeHidden()
      expect(await page.evaluate(() => 'isOpened' in window)).toBe(false)
    })

  for (const path of ['/', '/faq'])
    test(`the page ${path} tells a browser that cannot parse a script that it is outdated`, async ({ page }) => {
      await page.route('**/assets/window-*.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'const a = |> 1' }),
      )
      await page.goto(path)
      await expect(page.getByRole('alert').filter({ hasText: tooOld })).toBeVisible()
    })

  test('the notice of an outdated browser does not appear after a later error, nor when scripts cannot be loaded', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(page.getByText('Завантаження...')).toHaveCount(0)
    await page.evaluate(() => dispatchEvent(new ErrorEvent('error', { filename: `${location.origin}/assets/a.js` })))
    await expect(page.locator('#unfit')).toBeHidden()
    await page.route('**/*.js', (route) => route.abort())
    await page.reload()
    await expect(page.locator('#unfit')).toBeHidden()
  })
})

for (const [missing, mark] of [
  ['AbortSignal.timeout', ''],
  ['structuredClone', ' @full'],
  ['navigator.locks', ' @full'],
  ['BroadcastChannel', ' @full'],
] as const)
  test(`[C.06] an exam in a browser without ${missing} is submitted, or the page says that it cannot be and offers the answers as a file${mark}`, async ({
    context,
    server,
  }) => {
    const { person, purchaseId } = await examinee(server)
    await signInContext(context, person)
    await context.addInitScript((name) => {
      const path = name.split('.')
      const owner = path.slice(0, -1).reduce<object>((found, key) => Reflect.get(found, key), window)
      const [last = ''] = path.slice(-1)
      if (!Reflect.deleteProperty(owner, last) || last in owner)
        Reflect.deleteProperty(Object.getPrototypeOf(owner), last)
    }, missing)
    const exam = examOn(await context.newPage())
    await exam.open(server.origin, purchaseId)
    const refused = exam.page.getByText(/Цей браузер не може надіслати роботу|сторінк[аи] не вдалося/i)
    const button = exam.page.getByRole('button', { name: 'Почати екзамен' })
    await button.click()
    await exam.at(1)
    await exam.choose(0)
    await exam.submit()
    const result = exam.page.getByRole('heading', { name: 'Результат екзамену' })
    await expect(result.or(refused).first()).toBeVisible()
    if (await refused.first().isVisible()) {
      await expect(exam.page.getByText(mayClose)).toHaveCount(0)
      await expect(exam.page.getByRole('button', { name: 'Завантажити мої відповіді' })).toBeVisible()
    }
  })

test.describe('a second device whose clock is wrong', () => {
  const minute = 60_000
  for (const [said, ahead, mark] of [
    ['ten minutes behind', -10 * minute, ' @full'],
    ['an hour ahead', 60 * minute, ''],
    ['a day behind', -24 * 60 * minute, ' @full'],
    ['26 days behind', -26 * 24 * 60 * minute, ' @full'],
  ] as const)
    test(`a second device whose clock is ${said} shows the time that a running exam really has left${mark}`, async ({
      browser,
      server,
      baseURL,
    }) => {
      const first = await browser.newContext({ baseURL: baseURL! })
      const { person, stored } = await runningExam(first, server)
      const second = await browser.newContext({ baseURL: baseURL!, serviceWorkers: 'block' })
      await signInContext(second, person)
      await second.clock.install({ time: Date.now() + ahead })
      const page = await second.newPage()
      await page.goto('/purchases')
      const left = page.getByRole('timer', { name: 'Лишилося часу' }).first()
      await expect(left).toBeVisible()
      const { deadlineAt } = await stored()
      const toSeconds = (face: string) => face.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
      await expect(async () => {
        const shown = toSeconds((await left.textContent())!) * 1_000
        expect(Math.abs(shown - (deadlineAt!.getTime() - Date.now()))).toBeLessThan(5_000)
      }).toPass()
      await Promise.all([first.close(), second.close()])
    })
})

test.describe('a window of an app that saves no file', () => {
  for (const [app, userAgent] of [
    [
      'Instagram',
      'Mozilla/5.0 (Linux; Android 14; K; wv) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36 Instagram 316.0',
    ],
    ['Telegram', undefined],
  ] as const)
    test.describe(app, () => {
      test.use({ ...(userAgent && { userAgent }), permissions: ['clipboard-read', 'clipboard-write'] })
      test.beforeEach(async ({ context }) => {
        if (app === 'Telegram') await context.addInitScript(() => Object.assign(window, { TelegramWebview: {} }))
      })

      test('[C.06] the profile in an app’s window points to a browser, copies the person’s data, and does not claim to have saved a file @full', async ({
        context,
        server,
      }) => {
        await signInContext(context, await newcomer(server))
        const page = await context.newPage()
        let downloads = 0
        page.on('download', () => (downloads += 1))
        await page.goto('/profile?settings')
        await page.getByRole('button', { name: 'Завантажити мої дані' }).click()
        const said = page.getByRole('dialog', { name: 'Відкрийте сторінку у браузері' })
        await expect(said).toBeVisible()
        await expect(page.getByText('Файл збережено в завантаженнях.')).toHaveCount(0)
        expect(downloads).toBe(0)
        await said.getByRole('button', { name: 'Скопіювати вміст файла' }).click()
        await expect(said.getByText('Вміст файла скопійовано.')).toBeVisible()
        expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toHaveProperty('exported_at')
        // The product may take a browser's page for an app's window by mistake, so the dialog still offers a download.
        const came = page.waitForEvent('download')
        await said.getByRole('button', { name: 'Усе одно завантажити' }).click()
        expect(JSON.parse(await readFile((await (await came).path())!, 'utf8'))).toHaveProperty('exported_at')
      })

      test('[C.06] an exam in an app’s window copies answers that are on the page only, without the ticket @full', async ({
        context,
        server,
      }) => {
        await context.addInitScript(() => {
          IDBFactory.prototype.open = () => {
            throw new DOMException('denied', 'SecurityError')
          }
        })
        const { person, purchaseId } = await examinee(server)
        await signInContext(context, person)
        const exam = examOn(await context.newPage())
        const { page } = exam
        await exam.open(server.origin, purchaseId)
        await page.getByRole('button', { name: 'Продовжити все одно' }).click()
        await page.getByRole('button', { name: 'Почати все одно' }).click()
        await exam.at(1)
        await context.setOffline(true)
        await exam.choose(1)
        await exam.submit()
        await page.getByRole('button', { name: 'Завантажити мої відповіді' }).first().click()
        const said = page.getByRole('dialog', { name: 'Відкрийте сторінку у браузері' })
        await expect(said).toContainText('в іншому браузері не буде')
        await said.getByRole('button', { name: 'Скопіювати вміст файла' }).click()
        await expect(said.getByText('Вміст файла скопійовано.')).toBeVisible()
        const kept = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))
        expect(kept.answers).toHaveLength(1)
        expect(kept).not.toHaveProperty('ticket')
      })
    })
})

type Refusal = 'all storage throws' | 'no storage is there' | 'databases refuse to open' | 'nothing can be written'

/** A browser that keeps nothing, or not all: cookies blocked for the site, an old private window, a full disk, a policy. */
const refuseStorage = (context: BrowserContext, how: Refusal) =>
  context.addInitScript((refusal) => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    const full = () => {
      throw new DOMException('Quota exceeded', 'QuotaExceededError')
    }
    const stores = ['localStorage', 'sessionStorage', 'indexedDB', 'caches']
    if (refusal === 'all storage throws')
      for (const name of stores) Object.defineProperty(window, name, { configurable: true, get: refuse })
    if (refusal === 'no storage is there')
      for (const name of stores) Object.defineProperty(window, name, { configurable: true, value: undefined })
    if (refusal === 'databases refuse to open') IDBFactory.prototype.open = refuse
    if (refusal === 'nothing can be written') {
      Storage.prototype.setItem = full
      IDBObjectStore.prototype.put = full
      IDBObjectStore.prototype.add = full
    }
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
  }, how)

const heldOnPage = 'Браузер не дає сайту зберігати дані'

async function logIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Електронна пошта').fill(person.email!)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Увійти' }).click()
  await expect(page).toHaveURL(/\/profile$/)
}

for (const [refusal, mark] of [
  ['all storage throws', ''],
  ['no storage is there', ' @full'],
  ['databases refuse to open', ' @full'],
  ['nothing can be written', ' @full'],
] as const)
  test.describe(`in a browser where ${refusal}`, () => {
    test.beforeEach(({ context }) => refuseStorage(context, refusal))

    test(`[C.06] a person whose browser refuses storage logs in, and the page says if the browser cannot keep the session${mark}`, async ({
      page,
      server,
    }) => {
      await logIn(page, await newcomer(server))
      if (refusal === 'databases refuse to open') return
      await expect(page.getByText(heldOnPage)).toBeVisible()
    })

    test('[C.06] a person whose browser refuses storage registers, comes to the chosen test and pays for it @full', async ({
      page,
    }) => {
      await page.goto('/register?test=logichnij')
      await page.getByLabel('Ім’я').fill('Оксана')
      await page.getByLabel('Прізвище').fill('Коваль')
      await page.getByLabel('Електронна пошта').fill(registration().email)
      await page.getByLabel('Пароль', { exact: true }).fill(password)
      await page.getByRole('checkbox', { name: /договір оферти/ }).check()
      await page.getByRole('checkbox', { name: /політикою конфіденційності/ }).check()
      await page.getByRole('button', { name: 'Зареєструватися' }).click()
      await expect(page).toHaveURL(/\/tests\/logichnij$/)
      await expect(page.getByText('Помилка реєстрації')).toHaveCount(0)
      // The payment leaves the site, and would lose a session that only the page holds.
      await page.getByRole('button', { name: 'Купити' }).click()
      await expect(page.getByText('Це пробна оплата')).toBeVisible()
      await page.getByRole('button', { name: 'Сплатити' }).click()
      await expect(
        page
          .getByText('Оплату отримано')
          .or(page.getByRole('heading', { level: 1, name: /Вхід/ }))
          .first(),
      ).toBeVisible()
    })

    test('[C.06] a person whose browser refuses storage begins a training, takes two tasks, ends it and sees its review @full', async ({
      page,
      server,
    }) => {
      const { person } = await examinee(server)
      await logIn(page, person)
      await page
        .getByRole('link', { name: /Мої тести|Покупки/ })
        .first()
        .click()
      await page.getByRole('link', { name: 'Пройти тренування' }).first().click()
      const start = page.getByRole('button', { name: /^(Почати тренування|Продовжити все одно)$/ })
      await expect(async () => {
        if (await start.first().isVisible()) await start.first().click()
        await expect(page.getByRole('heading', { name: 'Запитання 1 з 5', exact: true })).toBeVisible({
          timeout: 1_000,
        })
      }).toPass()
      for (const number of [1, 2]) {
        await expect(page.getByRole('heading', { name: `Запитання ${number} з 5`, exact: true })).toBeVisible()
        await page.getByRole('button', { name: 'Не знаю' }).click()
        await expect(page.getByText('Розберімо разом.')).toBeVisible()
        if (number === 1) await page.getByRole('button', { name: 'Далі' }).click()
      }
      await page.getByRole('button', { name: 'Завершити зараз' }).click()
      await expect(page.getByRole('heading', { name: 'Підсумок тренування' })).toBeVisible()
      await page.getByRole('link', { name: 'До результату з розбором' }).click()
      await expect(page.getByRole('heading', { name: 'Результат тренування' })).toBeVisible()
      await expect(page.getByRole('heading', { name: /^Запитання \d$/ })).toHaveCount(5)
    })

    test('[C.06] a person whose browser refuses storage starts an exam, saves an answer on the server and submits it @full', async ({
      page,
      server,
    }) => {
      const { person } = await examinee(server)
      await logIn(page, person)
      const exam = examOn(page)
      await page
        .getByRole('link', { name: /Мої тести|Покупки/ })
        .first()
        .click()
      await page
        .getByRole('link', { name: /Екзамен|екзамен/ })
        .first()
        .click()
      const start = page.getByRole('button', { name: /^(Почати екзамен|Почати все одно|Продовжити все одно)$/ })
      await expect(async () => {
        if (await start.first().isVisible()) await start.first().click()
        await expect(page.getByRole('heading', { name: 'Запитання 1 з 6', exact: true })).toBeVisible({
          timeout: 1_000,
        })
      }).toPass()
      await exam.choose(0)
      await exam.says(onServer)
      await exam.submit()
      await exam.seesResult()
    })
  })
