import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser-test.ts'
import { password, registration } from '../support/person.ts'
import { signInAsNewcomer } from '../support/sign-in.ts'
import { sizeOf } from '../support/size-of.ts'

// The stories are independent. When one worker played them one after another, they ended last in every run.
test.describe.configure({ mode: 'parallel' })

const toggle = (page: Page) => page.getByRole('button', { name: 'Відкрити меню' })
const menu = (page: Page) => page.getByRole('dialog', { name: 'Меню' })

test('[S2.01] [S2.03] [S2.06] pages of tests, exams, results and a running sign-in have no header or footer; others have both, the landing page only a footer @full', async ({
  page,
  server,
}) => {
  const frame = async (path: string) => {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    return [await page.getByRole('banner').count(), await page.getByRole('contentinfo').count()]
  }
  expect(await frame('/auth-callback?state=abc&code=def')).toEqual([0, 0])
  expect(await frame('/')).toEqual([0, 1])
  expect(await frame('/examples')).toEqual([1, 1])
  expect(await frame('/login')).toEqual([1, 1])
  await signInAsNewcomer(page, server)
  expect(await frame('/profile')).toEqual([1, 1])
  for (const path of ['/tests', '/tests/abstraktnij', '/learning/1/none', '/exam/1/none', '/math/test-result/none']) {
    expect([path, ...(await frame(path))]).toEqual([path, 0, 0])
  }
})

test.describe('a guest', () => {
  test('[S2.09] a guest reads a test’s public page, its price and the terms of refunds without a script, and begins the free trial @full', async ({
    page,
    server,
    browser,
  }) => {
    const viewport = { width: 360, height: 740 }
    const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: server.origin, viewport })
    const reader = await plain.newPage()
    await reader.goto('/test/logichnij.html')
    await expect(reader.getByRole('heading', { level: 1, name: 'Логічний тест IQ' })).toBeVisible()
    const card = reader.getByRole('region', { name: 'Ціна й умови' })
    await expect(card.getByText('199 ₴')).toBeInViewport()
    await expect(card.getByRole('link', { name: 'Спробувати безкоштовно' })).toBeInViewport()
    // The page's policy allows its styles and pictures, and nothing is wider than the window.
    await expect(card).toHaveCSS('border-top-left-radius', '20px')
    const picture = reader.getByRole('img', { name: /^Зразок матриці/ })
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
    const overhang = () => reader.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(await overhang()).toBe(0)
    await card.getByRole('link', { name: 'Оплата й повернення' }).click()
    await expect(reader).toHaveURL(/\/pytannia\.html#oplata$/)
    await expect(reader.getByText(/повернемо всю суму на ваш запит/)).toBeInViewport()
    expect(await overhang()).toBe(0)
    const question = reader.getByText('Коли спроба екзамену вважається використаною?')
    const answer = reader.getByText('Коли ви побачили перше запитання й пішов годинник.')
    await expect(answer).toBeHidden()
    await question.click()
    await expect(answer).toBeVisible()
    await plain.close()

    await page.goto('/test/logichnij.html')
    await page.getByRole('link', { name: 'Спробувати безкоштовно' }).click()
    await expect(page).toHaveURL(/\/\?trial=logichnij-proba$/)
    await expect(page.getByRole('heading', { name: 'Запитання 1 з 6' })).toBeInViewport()
  })

  test('[S1.01] [S1.03] [S2.01] [S6.02] a guest finds name, tagline, tests with prices and an item to solve on the landing page', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(page).toHaveTitle('Тестування IQ')
    await expect(page.locator('html')).toHaveAttribute('lang', 'uk')
    await expect(page.getByText('Комерційний сайт України').first()).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Увійти' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Реєстрація' })).toBeVisible()
    for (const [title, price, trial] of [
      ['Вербальний тест IQ', '149 ₴', 'Вербальний тест: проба'],
      ['Математичний тест IQ', '149 ₴', 'Математичний тест: проба'],
      ['Логічний тест IQ', '199 ₴', 'Логічний тест: проба'],
    ] as const) {
      const named = page.getByRole('heading', { name: title, exact: true })
      const card = page.locator('#tests').getByRole('listitem').filter({ has: named })
      await expect(card.getByText(price, { exact: true }), title).toBeVisible()
      await expect(card.getByRole('link', { name: `Спробувати безкоштовно: ${trial}` })).toBeVisible()
    }
    await expect(page.getByRole('link', { name: 'Повні тести від 149 ₴' })).toBeInViewport()

    await page.getByRole('button', { name: 'Перевірити' }).click()
    await expect(page.getByText('Оберіть або введіть відповідь')).toBeVisible()
    const typed = page.getByLabel('Ваша відповідь')
    if ((await typed.count()) > 0) await typed.fill('7')
    else await page.getByRole('radio').first().check()
    await page.getByRole('button', { name: 'Перевірити' }).click()
    await expect(page.getByText(/Правильно!|Не цього разу\./)).toBeVisible()
  })

  test('[S2.20] a guest opens examples of another kind in a modal on the landing page, and closing it returns to the button', async ({
    page,
  }) => {
    await page.goto('/')
    const open = page.getByRole('button', { name: 'Завдання з числами' })
    await open.click()
    const modal = page.getByRole('dialog')
    await expect(modal.getByRole('heading', { name: 'Приклад завдання' })).toBeVisible()
    await expect(modal.getByText('Математичне завдання')).toBeVisible()
    const seen = await modal.locator('form').ariaSnapshot()
    const typed = modal.getByLabel('Ваша відповідь')
    if ((await typed.count()) > 0) await typed.fill('7')
    else await modal.getByRole('radio').first().check()
    await modal.getByRole('button', { name: 'Перевірити' }).click()
    await expect(modal.getByRole('link', { name: 'Почати безкоштовно' })).toHaveAttribute('href', '/?trial')
    await modal.getByRole('button', { name: 'Інший приклад' }).click()
    await expect.poll(() => modal.locator('form').ariaSnapshot()).not.toBe(seen)
    await expect(modal.getByRole('button', { name: 'Перевірити' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(modal).toHaveCount(0)
    await expect(open).toBeFocused()
  })

  test('[S2.20] a guest sees all options of every example in its modal on small phones, and can start the six free questions @full', async ({
    page,
  }) => {
    const hidden: string[] = []
    for (const [width, height] of [
      [360, 640],
      [390, 664],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto('/examples')
      const opening = page.getByRole('button', { name: 'Розв’язати' })
      await expect(opening.first()).toBeVisible()
      for (let index = 0; index < (await opening.count()); index += 1) {
        await opening.nth(index).click()
        const modal = page.getByRole('dialog')
        await expect(modal.getByRole('button', { name: 'Перевірити' })).toBeAttached()
        const bottom = await modal.evaluate((dialog) => dialog.getBoundingClientRect().bottom)
        const options = modal.locator('fieldset label')
        for (const label of await options.all()) {
          const box = (await label.boundingBox())!
          if (box.y + box.height > bottom)
            hidden.push(`${width}×${height}, ${index + 1}: ${box.y + box.height - bottom}`)
        }
        await page.keyboard.press('Escape')
        await expect(modal).toHaveCount(0)
      }
    }
    expect(hidden).toEqual([])
    await page.getByRole('link', { name: 'Почати безкоштовно' }).click()
    await expect(page.getByRole('heading', { name: 'Запитання 1 з 6' })).toBeVisible()
  })

  test('[S1.05] [S7.20] [S9.08] the footer shows the phone and e-mail that the server sent, and the year 2025 @full', async ({
    page,
  }) => {
    await page.route('**/api/footer/', (route) =>
      route.fulfill({ json: { phone_number: '+380 44 765 43 21', email: 'kontakt@iq.example' } }),
    )
    await page.goto('/examples')
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('link', { name: '+380 44 765 43 21' })).toHaveAttribute('href', 'tel:+380447654321')
    await expect(footer.getByRole('link', { name: 'kontakt@iq.example' })).toBeVisible()
    await expect(footer.getByText('2025')).toBeVisible()
  })

  test('[S1.06] [S2.21] [S2.24] a guest opens each legal text in a modal and closes it by icon, backdrop and Escape', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/examples')
    const opener = page.getByRole('contentinfo').getByRole('list', { name: 'Документи' }).getByRole('button')
    await expect(opener).toHaveText(['Застереження щодо результатів', 'Політика конфіденційності', 'Договір оферти'])
    const titles = ['Застереження щодо результатів', 'Політика конфіденційності', 'Договір публічної оферти']
    const ways = [
      () => page.getByRole('button', { name: 'Закрити' }).click(),
      () => page.mouse.click(4, 4),
      () => page.keyboard.press('Escape'),
    ]
    for (const [index, close] of ways.entries()) {
      await opener.nth(index).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await expect(dialog).toHaveCount(1)
      await expect(dialog.getByRole('heading', { level: 2 }).first()).toHaveText(titles[index]!)
      await expect(dialog.getByText(/^Редакція \d+\.\d+ від .* р\.$/)).toBeVisible()
      expect(await sizeOf(dialog)).toEqual({ width: 1200, height: 720 })
      await expect(page.locator('html')).toHaveCSS('overflow', 'hidden')
      await close()
      await expect(dialog).toHaveCount(0)
      await expect(opener.nth(index)).toBeFocused()
    }
  })

  test('[S2.24] [S8.23] a guest sees only the loading text when a legal text cannot be loaded @full', async ({
    page,
  }) => {
    await page.route('**/api/offer/', (route) => route.fulfill({ status: 400, json: { detail: 'Таємна помилка' } }))
    await page.goto('/examples')
    const refused = page.waitForResponse('**/api/offer/')
    await page.getByRole('button', { name: 'Договір оферти' }).click()
    await (await refused).finished()
    // Waits until the page has drawn its reaction.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 100))))
    const dialog = page.getByRole('dialog', { name: 'Договір оферти' })
    await expect(dialog.locator('header + div')).toHaveText('Завантаження...')
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await expect(dialog.getByRole('button')).toHaveCount(1)
    await expect(dialog.getByRole('button', { name: 'Закрити' })).toBeVisible()
    await expect(page.getByText('Таємна помилка')).toHaveCount(0)
  })

  test('[S4.30] the page makes one call for a legal text that is opened twice @full', async ({ page }) => {
    let calls = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/offer/')) calls += 1
    })
    await page.goto('/examples')
    for (let time = 0; time < 2; time += 1) {
      await page.getByRole('contentinfo').getByRole('button', { name: 'Договір оферти' }).click()
      await expect(page.getByRole('dialog').getByText('Продавець').first()).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    expect(calls).toBe(1)
  })

  test('[S2.09] a guest is sent home from an unknown path, and reads why once', async ({ page }) => {
    for (const path of ['/nothing', '/learn/1/2', '/profile/x']) {
      await page.goto(path)
      await expect(page).toHaveURL((url) => url.pathname === '/')
      await expect(page.getByText('За цією адресою сторінки немає')).toBeVisible()
    }
    // The page says why only once: a reload keeps the page's state in the history, but sends nobody here.
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('За цією адресою сторінки немає')).toHaveCount(0)
  })

  test('[S2.07] a guest returns to path, query and hash of a protected page after logging in @full', async ({
    page,
    server,
  }) => {
    const account = registration()
    await fetch(`${server.origin}/api/auth/register/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    })
    await page.goto('/tests?type=logic#list')
    await expect(page).toHaveURL(/\/login$/)
    await page.getByLabel('Електронна пошта').fill(account.email)
    await page.getByLabel('Пароль', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Увійти' }).click()
    await expect(page).toHaveURL(/\/tests\?type=logic#list$/)
  })

  test('[S2.14] a guest finds home, log-in and registration in the menu, and nothing of the cabinet', async ({
    page,
  }) => {
    await page.goto('/examples')
    await toggle(page).click()
    await expect(menu(page).getByRole('link')).toHaveText(['Головна', 'Увійти', 'Реєстрація'])
    await expect(menu(page).getByRole('button', { name: 'Вийти' })).toHaveCount(0)
  })

  test('[S8.24] the page says that the code of the menu or of a modal is lost, stays open, and opens it at the next press @full', async ({
    page,
    browser,
  }) => {
    // Not a fault of the shell: Chromium itself used to hold a failed module for lost until a reload.
    test.skip(Number.parseInt(browser.version(), 10) <= 153, 'this Chromium never asks again for code that was lost')
    const pieces = /\/assets\/(side-menu|dialogs)-[^/]*\.js$/
    await page.route(pieces, (route) => route.abort())
    await page.goto('/examples')
    const offer = page.getByRole('contentinfo').getByRole('button', { name: 'Договір оферти' })
    const notice = page.getByRole('status').filter({ hasText: 'Не вдалося завантажити частину сайту' })
    await toggle(page).click()
    await expect(notice).toBeVisible()
    await notice.getByRole('button', { name: 'Закрити' }).click()
    await expect(notice).toHaveCount(0)
    await offer.click()
    await expect(notice).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: /Приклади/ })).toBeVisible()

    await page.unroute(pieces)
    await toggle(page).click()
    await expect(menu(page)).toBeVisible()
    await expect(notice).toHaveCount(0)
    await page.keyboard.press('Escape')
    await offer.click()
    await expect(page.getByRole('dialog').getByText('Продавець').first()).toBeVisible()
  })

  test('[S2.32] a person shows and hides the password on the log-in page @full', async ({ page }) => {
    await page.goto('/login')
    const field = page.getByLabel('Пароль', { exact: true })
    await field.fill('таємниця')
    await expect(field).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Показати пароль' }).click()
    await expect(field).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Приховати пароль' }).click()
    await expect(field).toHaveAttribute('type', 'password')
  })

  test('[S2.31] [S5.20] the registration form marks faulty fields, and keeps what was typed', async ({ page }) => {
    await page.goto('/register')
    await page.getByLabel('Електронна пошта').fill('не-адреса')
    await page.getByLabel('Пароль', { exact: true }).fill('1234567')
    await page.getByRole('button', { name: 'Зареєструватися' }).click()
    await expect(page.getByText('Пароль повинен містити мінімум 8 символів')).toBeVisible()
    await expect(page.getByLabel('Електронна пошта')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Електронна пошта')).toHaveValue('не-адреса')
  })
})

test.describe('a signed-in person', () => {
  test.beforeEach(async ({ page, server }) => {
    await signInAsNewcomer(page, server)
  })

  test('[S2.06] [S2.09] a signed-in person is sent home from the address of a result with an impossible test type', async ({
    page,
  }) => {
    await page.goto('/verbal!/test-result/1')
    await expect(page).toHaveURL((url) => url.pathname === '/')
  })

  test('[S2.08] [S9.08] a signed-in person is sent from a guest page back to the page before, or else to the profile', async ({
    page,
  }) => {
    await page.goto('/login')
    await expect(page).toHaveURL(/\/profile$/)
    await page.goto('/faq')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Питання й відповіді')
    await page.goto('/register')
    await expect(page).toHaveURL(/\/faq$/)
  })

  test('[S2.14] [S2.15] [S2.16] the menu of a signed-in person has six links, locks scrolling, closes in four ways and logs out', async ({
    page,
  }) => {
    await page.goto('/faq')
    await toggle(page).click()
    await expect(menu(page).getByRole('link')).toHaveText([
      'Головна',
      'Особистий кабінет',
      'Сповіщення',
      'Мої покупки',
      'Досягнення',
      'Питання й відповіді',
    ])
    await expect(page.locator('html')).toHaveCSS('overflow', 'hidden')
    await page.keyboard.press('Escape')
    await expect(menu(page)).toHaveCount(0)
    await expect(toggle(page)).toBeFocused()

    await toggle(page).click()
    await page.getByRole('button', { name: 'Закрити меню' }).click()
    await expect(menu(page)).toHaveCount(0)

    // On a phone, too, the panel leaves a strip of the overlay beside it.
    await toggle(page).click()
    await expect(menu(page)).toBeVisible()
    await page.mouse.click(4, 4)
    await expect(menu(page)).toHaveCount(0)

    await toggle(page).click()
    await menu(page).getByRole('link', { name: 'Мої покупки' }).click()
    await expect(menu(page)).toHaveCount(0)
    await expect(page).toHaveURL(/\/purchases$/)

    await toggle(page).click()
    await menu(page).getByRole('button', { name: 'Вийти' }).click()
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('link', { name: 'Увійти' })).toBeVisible()
    expect(await page.evaluate(() => [localStorage.getItem('access'), localStorage.getItem('refresh')])).toEqual([
      null,
      null,
    ])
  })

  test('[S2.12] [S2.13] [S2.17] [S9.04] a signed-in person sees the desktop header at 1025 px and the mobile bar at 1024 px', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1025, height: 800 })
    await page.goto('/faq')
    const header = page.getByRole('banner')
    const bar = page.getByRole('navigation', { name: 'Розділи кабінету' })
    await expect(header.getByText('Тестування IQ')).toBeVisible()
    await expect(header.getByText('Комерційний сайт України')).toBeVisible()
    await expect(header.getByRole('link', { name: 'Мої тести' })).toHaveAttribute('href', '/purchases')
    await expect(header.getByRole('link', { name: 'Оксана' })).toHaveAttribute('href', '/profile')
    await expect(bar.getByRole('link')).toHaveCount(5)
    await expect(bar).toBeVisible()
    await toggle(page).click()
    expect((await sizeOf(menu(page))).width).toBe(400)
    await page.keyboard.press('Escape')

    await page.setViewportSize({ width: 1024, height: 800 })
    await expect(header.getByText('Комерційний сайт України')).toBeHidden()
    await expect(header.getByRole('link', { name: 'Мої тести' })).toBeHidden()
    await expect(header.getByRole('link', { name: 'Оксана' })).toBeVisible()
    await expect(bar).toBeHidden()
    await expect(toggle(page)).toBeVisible()
  })

  test('[S2.22] [S2.25] a signed-in person reads about a test in a modal of 900 × 600', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto('/tests')
    await page
      .getByRole('button', { name: /^Докладніше про тест/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { level: 3 }).or(dialog.getByRole('listitem')).first()).toBeVisible()
    expect(await sizeOf(dialog)).toEqual({ width: 900, height: 600 })
  })

  test('[S8.21] the page of a test says that the information about it could not be loaded, or was not found @full', async ({
    page,
  }) => {
    await page.route('**/api/test-info/**', (route) => route.fulfill({ status: 404, json: { detail: 'x' } }))
    await page.goto('/tests/verbalnij')
    await expect(page.getByText('Не вдалося завантажити детальну інформацію про тест')).toBeVisible()
    await page.unroute('**/api/test-info/**')
    await page.route('**/api/test-info/**', (route) => route.fulfill({ json: {} }))
    await page.goto('/tests/logichnij')
    await expect(page.getByText('Інформація про тест не знайдена')).toBeVisible()
  })

  test('[S7.41] [S36] markup of a test loses its scripts, and its pictures come from the API host', async ({
    page,
    server,
  }) => {
    const content =
      '&lt;p&gt;Текст&lt;/p&gt;&lt;img src="/media/a.png" alt="Схема" onerror="window.broken=1"&gt;&lt;svg onload="window.broken=1"&gt;&lt;/svg&gt;' +
      '<img src="//evil.example/b.png" alt="чужа" srcset="//evil.example/c.png 2x"><img src="/media/../x.png" alt="крок" srcset="https://evil.example/d.png">' +
      '<a href="javascript:window.broken=1">скрипт</a><a href="data:text/html,x">дані</a><a href="//evil.example">далі</a>'
    const answered: string[] = []
    page.on('response', (response) => answered.push(response.url()))
    await page.route('**/api/test-info/**', (route) => route.fulfill({ json: { test_info: { content } } }))
    const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
    await page.route('**/media/a.png', (route) => route.fulfill({ contentType: 'image/svg+xml', body: picture }))
    await page.goto('/tests/verbalnij')
    await expect(page.getByRole('img', { name: 'Схема' })).toHaveAttribute('src', '/media/a.png')
    for (const words of ['скрипт', 'дані']) {
      await expect(page.locator('a', { hasText: words })).not.toHaveAttribute('href', /./)
    }
    await expect(page.locator('[srcset]')).toHaveCount(0)
    expect(await page.evaluate(() => 'broken' in window)).toBe(false)
    expect(answered.filter((url) => !url.startsWith(server.origin))).toEqual([])
  })

  test('[S3.01] [S7.19] a signed-in person changes their name in the profile, and finds the change after a reload @full', async ({
    page,
  }) => {
    await page.goto('/profile?settings')
    await page.getByLabel('Ім’я').fill('Ґалина')
    await page.getByRole('button', { name: 'Зберегти' }).click()
    await expect(page.getByText('Зміни збережено.')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Ім’я')).toHaveValue('Ґалина')
  })

  test('[S8.02] [S8.03] pages show a fallback message if the server sends none, and load at the next try @full', async ({
    page,
  }) => {
    const fail = (path: string) => page.route(path, (route) => route.fulfill({ status: 400, json: {} }))
    const again = async (path: string) => {
      await page.unroute(path)
      await page.getByRole('button', { name: 'Спробувати ще раз' }).click()
    }
    await fail('**/api/owned-tests/')
    await page.goto('/purchases')
    await expect(page.getByText('Не удалось загрузить купленные тесты')).toBeVisible()
    await expect(page.getByText('Не вдалося завантажити куплені тести')).toBeVisible()
    await again('**/api/owned-tests/')
    await expect(page.getByText('Тут поки порожньо')).toBeVisible()

    await fail('**/api/available-tests/')
    await page.goto('/tests')
    await expect(page.getByText('Не удалось загрузить доступные тесты')).toBeVisible()
    await again('**/api/available-tests/')
    await expect(page.getByRole('heading', { level: 2, name: 'Вербальний тест IQ' })).toBeVisible()

    await fail('**/api/auth/token/refresh/')
    await fail('**/api/user/profile/')
    await page.goto('/profile?settings')
    await expect(page.getByText('Помилка оновлення токену')).toBeVisible()
    await again('**/api/auth/token/refresh/')
    await expect(page.getByText('Не удалось загрузить профиль')).toBeVisible()
    await again('**/api/user/profile/')
    await expect(page.getByLabel('Ім’я')).toHaveValue('Оксана')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('[S2.11] [S8.24] a page says that it is loading and why it did not open, and opens at the next try @full', async ({
    page,
  }) => {
    await page.goto('/faq')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    let refuse: () => void = () => undefined
    const isSeenLoading = new Promise<void>((resolve) => {
      refuse = resolve
    })
    await page.route('**/assets/cabinet-*.js', async (route) => {
      await isSeenLoading
      await route.abort()
    })
    await page.getByRole('contentinfo').waitFor()
    // The questions of this page are loaded, too.
    await expect(page.getByText('Завантаження...', { exact: true })).toHaveCount(0)
    await toggle(page).click()
    await menu(page).getByRole('link', { name: 'Мої покупки' }).click()
    await expect(page.getByText('Завантаження...', { exact: true })).toBeVisible()
    refuse()
    await expect(page.getByText('Не вдалося завантажити частину сайту')).toBeVisible()
    await page.unroute('**/assets/cabinet-*.js')
    await page.getByRole('button', { name: 'Завантажити ще раз' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Мої тести' })).toBeVisible()
  })

  for (const [what, file, mark] of [
    ['code', '**/assets/cabinet-*.js', ' @full'],
    ['styles', '**/assets/cabinet-*.css', ''],
  ] as const) {
    test(`[S8.24] a page that lost its ${what} says so without reloading itself, and opens whole at a press${mark}`, async ({
      page,
    }) => {
      let documents = 0
      page.on('domcontentloaded', () => (documents += 1))
      await page.route(file, (route) => route.fulfill({ status: 404, body: 'gone' }))
      await page.goto('/purchases')
      await expect(page.getByText('Не вдалося завантажити частину сайту')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: 'Мої тести' })).toHaveCount(0)
      expect(documents).toBe(1)

      await page.unroute(file)
      await page.getByRole('button', { name: 'Завантажити ще раз' }).click()
      const title = page.getByRole('heading', { level: 1, name: 'Мої тести' })
      await expect(title.locator('..')).toHaveCSS('display', 'flex')
    })
  }

  test('[S8.24] a page that lost its styles at the first visit has them at a later one @full', async ({ page }) => {
    await page.goto('/faq')
    await page.getByRole('contentinfo').waitFor()
    let asked = 0
    await page.route('**/assets/cabinet-*.css', (route) => {
      asked += 1
      return asked === 1 ? route.abort() : route.continue()
    })
    await toggle(page).click()
    await menu(page).getByRole('link', { name: 'Мої покупки' }).click()
    await expect(page.getByText('Не вдалося завантажити частину сайту')).toBeVisible()
    const title = page.getByRole('heading', { level: 1, name: 'Мої тести' })
    // A person who comes back within two seconds still sees the failure.
    await expect(async () => {
      await page.goBack()
      await page.goForward()
      await expect(title).toBeVisible({ timeout: 1_000 })
    }).toPass()
    expect(asked).toBe(2)
    await expect(title.locator('..')).toHaveCSS('display', 'flex')
  })

  test.describe('a page that came without its scripts or styles', () => {
    const notWhole = (page: Page) => page.getByText('Сторінка завантажилася не повністю.')

    test('[S8.24] a page that got no script says later what to do, and a prerendered page does not say it', async ({
      page,
    }) => {
      await page.route('**/assets/*.js', (route) => route.abort())
      await page.goto('/purchases')
      await expect(page.locator('#root')).toBeEmpty()
      await expect(notWhole(page), 'it is too early to say so').toBeHidden()
      // Ends the animations, as 15 seconds do.
      await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()))
      await expect(notWhole(page)).toBeVisible()
      await expect(page.getByRole('alert')).toContainText('Перевірте з’єднання з інтернетом і оновіть її.')

      for (const drawn of ['/', '/examples', '/login']) {
        await page.goto(drawn)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(notWhole(page), drawn).toHaveCSS('display', 'none')
      }
    })

    test('[S8.24] a page gets its styles although they were lost before any script ran @full', async ({ page }) => {
      const shell = await (await page.request.get('/purchases')).text()
      const styles = [...shell.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"/g)].map(([, address]) => address!)
      expect(styles).not.toEqual([])
      const lost = new Set<string>()
      await page.route(
        ({ pathname }) => styles.includes(pathname),
        (route) => {
          const address = route.request().url()
          if (lost.has(address)) return route.continue()
          lost.add(address)
          return route.abort()
        },
      )
      await page.goto('/purchases')
      await expect(page.getByRole('heading', { level: 1, name: 'Мої тести' })).toBeVisible()
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(251, 250, 246)')
      await expect(notWhole(page)).toBeHidden()
      expect(lost.size).toBe(styles.length)
    })
  })

  test('the page of purchases shows that an order waits for its payment, until it shows that the payment failed @full', async ({
    page,
  }) => {
    let status = 'pending'
    const order = { purchase_id: 'o1', test_id: 't1', purchase_card_title: 'Тест', price: 14900, currency: 'UAH' }
    await page.route('**/api/purchases/o1/', (route) => route.fulfill({ json: { ...order, status } }))
    await page.goto('/purchases?order=o1')
    await expect(page.getByText('Чекаємо на підтвердження оплати')).toBeVisible()
    status = 'failed'
    await expect(page.getByText('Оплата не пройшла').first()).toBeVisible()
  })
})
