import { expect, test } from '../support/browser-test.ts'
import { password, registration } from '../support/person.ts'
import { examinee, examOn, onServer, runningExam, signInContext } from '../support/exam-story.ts'

// What a browser, a device, an extension or an app around the page takes away or puts in.

const tooOld = /У цьому браузері сайт не працює\. Потрібен Chrome 111, Edge 111, Firefox 115, Safari 16\.4 або новіший/
const mayClose = /Сторінку можна закрити/

test.describe('[S8.24] a browser that is older than what the site is built for', () => {
  for (const [path, mark] of [
    ['/', ''],
    ['/login', ' @full'],
    ['/faq', ''],
  ] as const)
    test(`is told so on ${path}, with those that work, and nothing of the site begins there${mark}`, async ({
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
    test(`is told so on ${path} where it cannot read a script`, async ({ page }) => {
      await page.route('**/assets/window-*.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'const a = |> 1' }),
      )
      await page.goto(path)
      await expect(page.getByRole('alert').filter({ hasText: tooOld })).toBeVisible()
    })

  test('is no browser in which an error comes later, and none without a network', async ({ page }) => {
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
  test(`[C.06] an exam without ${missing} is handed in, or the page says that it is not: never that it goes on by itself${mark}`, async ({
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
    ['26 days behind', -26 * 24 * 60 * minute, ''],
  ] as const)
    test(`shows the time that a running exam has, ${said}${mark}`, async ({ browser, server, baseURL }) => {
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
      await page.goto('/faq')
      await expect(page.getByRole('complementary').getByRole('timer')).toBeVisible()
      await Promise.all([first.close(), second.close()])
    })
})

/** What a browser that forbids storage to a site refuses: each alone, and all of it, as with all cookies blocked. */
const storages = [
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'caches',
  'navigator.storage',
  'BroadcastChannel',
  'navigator.locks',
]

for (const [refused, mark] of [...storages.map((name) => [[name], ' @full'] as const), [storages, ''] as const]) {
  const said = refused.length === 1 ? refused[0] : 'any storage at all'
  test(`[S3.01] [C.06] a browser without ${said} signs in, and hands an exam in${mark}`, async ({
    context,
    server,
  }) => {
    const { person, purchaseId } = await examinee(server)
    await context.addInitScript((names) => {
      const deny = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      }
      for (const name of names) {
        if (name === 'BroadcastChannel') Object.assign(window, { BroadcastChannel: deny })
        else if (name === 'navigator.locks')
          navigator.locks.request = navigator.locks.query = () =>
            Promise.reject(new DOMException('denied', 'SecurityError'))
        else if (name === 'navigator.storage')
          for (const ask of ['estimate', 'persist', 'persisted'])
            Object.assign(navigator.storage, {
              [ask]: () => Promise.reject(new DOMException('denied', 'SecurityError')),
            })
        else if (name === 'indexedDB') indexedDB.open = deny
        else Object.defineProperty(window, name, { get: deny })
      }
    }, refused)
    const exam = examOn(await context.newPage())
    const { page } = exam
    await page.goto('/login')
    await page.getByLabel('Email').fill(person.email!)
    await page.getByLabel('Пароль', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Увійти', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/Вхід/)
    const line = page.getByText('Браузер не дає сайту зберігати дані')
    await expect(line).toHaveCount(refused.includes('localStorage') ? 1 : 0)
    // By links, as a person goes: a session of this page alone is gone with a load of another one.
    await page.evaluate((path) => {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
    }, `/exam/1/${purchaseId}`)
    await page.getByRole('button', { name: /^(Почати екзамен|Усе одно почати|Почати без збереження.*)/ }).click()
    await exam.at(1)
    await exam.choose(0)
    await exam.submit()
    await exam.seesResult()
  })
}

test('[S3.01] a registration in a browser that forbids storage opens the account, and no second press is told that it exists', async ({
  page,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    }),
  )
  await page.goto('/register')
  const { email, first_name, last_name } = registration()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Ім/).fill(first_name)
  await page.getByLabel('Прізвище').fill(last_name)
  for (const field of await page
    .getByLabel(/[Пп]ароль/)
    .and(page.locator('input'))
    .all())
    await field.fill(password)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: /Зареєструватися|Створити/ }).click()
  await expect(page.getByText('Браузер не дає сайту зберігати дані')).toBeVisible()
  await expect(page.getByText(/вже існує|Помилка реєстрації/)).toHaveCount(0)
})

test('[C.06] an exam begins in a browser whose databases exist without their stores, and its answers are kept', async ({
  context,
  server,
}) => {
  const { person, purchaseId } = await examinee(server)
  await signInContext(context, person)
  const page = await context.newPage()
  await page.goto('/api/site/footer/')
  await page.evaluate(
    async (names) => {
      for (const name of names)
        await new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open(name, 1)
          opening.onsuccess = () => resolve(opening.result.close())
          opening.onerror = () => reject(opening.error)
        })
    },
    ['exam-v1', 'session-v1', 'cache-v1', 'push-v1', 'practice-v1', 'guest-trial-v1'],
  )
  const exam = examOn(page)
  await exam.open(server.origin, purchaseId)
  await expect(page.getByText(/приватн/)).toHaveCount(0)
  await exam.start()
  await exam.choose(1)
  await exam.says(onServer)
  await page.reload()
  await page.getByRole('button', { name: 'Продовжити екзамен' }).click()
  await exam.isChosen(1)
})
