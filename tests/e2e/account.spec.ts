import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser-test.ts'
import type { TestServer } from '../support/build-server.ts'
import { letterTo, linkIn } from '../support/letters.ts'
import { waitForSlowStorage } from '../support/short-timeouts.ts'
import { Person, password, registration } from '../support/person.ts'
import { signInAsNewcomer } from '../support/sign-in.ts'
import { sizeOf } from '../support/size-of.ts'
import { readStoredText } from '../support/stored-text.ts'

test.skip(({ isMobile }) => !isMobile, 'What is kept and sent is the same in a wide window')

/** Sets a password through the page of an opened letter, and logs in with it. */
async function setsPassword(phone: Page, email: string, password: string) {
  await phone.getByRole('link', { name: 'Задати пароль' }).click()
  await field(phone, 'Новий пароль').fill(password)
  await field(phone, 'Новий пароль ще раз').fill(password)
  await press(phone, 'Змінити пароль')
  await field(phone, 'Електронна пошта').fill(email)
  await field(phone, 'Пароль').fill(password)
  await press(phone, 'Увійти')
  await expect(phone).toHaveURL(/\/profile$/)
}

const next = 'зовсім-новий-пароль-8'
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
/** An account that is not signed in here. */
async function stranger(server: TestServer): Promise<string> {
  const form = registration()
  await new Person(server).post('/api/auth/register/', form)
  return form.email
}
const logsIn = async (server: TestServer, email: string, secret: string) =>
  (await new Person(server).post('/api/auth/login/', { email, password: secret })).status === 200

test.describe('a forgotten password', () => {
  test('[S2.04] [S7.14] [S7.15] [S3.05] [S25] a person who forgot the password gets a letter, sets a new password by its link and logs in @full', async ({
    page,
    server,
  }) => {
    const email = await stranger(server)
    await page.goto('/login')
    // Before the page is hydrated a link loads the next page whole, which does not move the focus.
    await expect(page.getByRole('button', { name: 'Увійти' })).toBeEnabled()
    await field(page, 'Електронна пошта').fill(email)
    await field(page, 'Пароль').fill('зовсім не той пароль')
    await press(page, 'Увійти')
    await expect(page.getByRole('alert')).toBeVisible()
    await page.getByRole('link', { name: 'Забули пароль?' }).click()
    await expect(heading(page)).toBeFocused()
    await expect(field(page, 'Електронна пошта')).toHaveValue(email)
    await field(page, 'Електронна пошта').press('Enter')
    await expect(page).toHaveURL(/\/reset-password\/check-email$/)
    await expect(page.getByText(`Якщо для ${email} є обліковий запис`)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Надіслати ще раз через \d+\sс$/ })).toBeDisabled()

    const { uid, token } = await linkIn(server, email, 'reset-password')
    const messages: string[] = []
    page.on('request', (request) => messages.push(request.headers().referer ?? '', request.url()))
    const opened = await page.goto(`/reset-password/${uid}/${token}`)
    expect(opened!.headers()['referrer-policy']).toBe('no-referrer')
    await expect(page).toHaveURL(/\/reset-password\/link\/opened$/)
    await page.reload()
    await field(page, 'Новий пароль').fill('1234567')
    await field(page, 'Новий пароль ще раз').fill('12345678')
    await press(page, 'Змінити пароль')
    await expect(page.getByText('Пароль повинен містити мінімум 8 символів')).toBeVisible()
    await expect(page.getByText('Паролі не співпадають')).toBeVisible()
    await field(page, 'Новий пароль').fill(next)
    await field(page, 'Новий пароль ще раз').fill(next)
    await press(page, 'Змінити пароль')
    await expect(page).toHaveURL(/\/login\?after=password-reset$/)
    expect(messages.filter((text) => text.includes(token))).toEqual([`${server.origin}/reset-password/${uid}/${token}`])

    await expect(page.getByText('Пароль змінено. Увійдіть із новим паролем.')).toBeVisible()
    await field(page, 'Електронна пошта').fill(email)
    await field(page, 'Пароль').fill(next)
    await press(page, 'Увійти')
    await expect(page).toHaveURL(/\/profile$/)
  })

  test('[S2.04] the page of a dead reset link says so before a password is typed, and leads to a new letter @full', async ({
    page,
  }) => {
    await page.goto('/reset-password/bm9ib2R5/no-such-token')
    await expect(page.getByText('Це посилання вже не працює')).toBeVisible()
    await expect(field(page, 'Новий пароль')).toHaveCount(0)
    // If the check gets no reply, the page shows the form. The reply to the passwords then says that the link is dead.
    await page.route('**/api/auth/password/reset/check/', (route) => route.abort())
    await page.goto('/reset-password/bm9ib2R5/no-such-token')
    await field(page, 'Новий пароль').fill(next)
    await field(page, 'Новий пароль ще раз').fill(next)
    await press(page, 'Змінити пароль')
    await expect(page.getByText('Це посилання вже не працює')).toBeVisible()
    await page.goto('/')
    await page.goto('/reset-password/link/opened')
    await expect(page.getByText('Це посилання вже не працює')).toBeVisible()
    await page.getByRole('link', { name: 'Надіслати новий лист' }).click()
    await expect(page).toHaveURL(/\/reset-password\/email$/)
  })

  test('[S2.04] the reset page answers an unknown address like a known one, and sends again after a minute @full', async ({
    page,
  }) => {
    await page.clock.install()
    await page.goto('/reset-password/email')
    await field(page, 'Електронна пошта').fill('nobody@person.example')
    await press(page, 'Надіслати лист')
    await expect(page.getByText('Якщо для nobody@person.example є обліковий запис')).toBeVisible()
    await page.clock.fastForward(61_000)
    await press(page, 'Надіслати ще раз')
    await expect(page.getByText('Надіслали ще раз.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Надіслати ще раз через/ })).toBeDisabled()
  })

  test('[S8.02] [S8.03] the reset pages say why the letter was not sent or the new password was not set @full', async ({
    page,
  }) => {
    await page.route('**/api/auth/password/reset/**', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/reset-password/email')
    await field(page, 'Електронна пошта').fill('o@person.example')
    await press(page, 'Надіслати лист')
    await expect(page.getByText('Не удалось отправить письмо для сброса пароля')).toBeVisible()
    await page.goto('/reset-password/u/t')
    await field(page, 'Новий пароль').fill(next)
    await field(page, 'Новий пароль ще раз').fill(next)
    await press(page, 'Змінити пароль')
    await expect(page.getByText('Не удалось изменить пароль')).toBeVisible()
    await page.unroute('**/api/auth/password/reset/**')
    await page.route('**/api/auth/password/reset/**', (route) => route.abort())
    await press(page, 'Змінити пароль')
    await expect(page.getByText('Ошибка сети')).toBeVisible()
  })
})

test('[S3.03] the log-in asks to remember a person only if they ticked the box, by password and by mailed link @full', async ({
  page,
}) => {
  let sent: unknown[] = []
  await page.route('**/api/auth/{login,link}/', (route) => {
    sent.push(route.request().postDataJSON().remember_me)
    return route.fulfill({ status: 400, json: {} })
  })
  for (const [path, send] of [
    ['/login', 'Увійти'],
    ['/login?by=link', 'Надіслати посилання'],
  ] as const) {
    sent = []
    await page.goto(path)
    await field(page, 'Електронна пошта').fill('o@person.example')
    if (path === '/login') await field(page, 'Пароль').fill(password)
    const remember = page.getByRole('checkbox', { name: 'Запам’ятати мене на цьому пристрої' })
    await expect(remember).not.toBeChecked()
    await press(page, send)
    await expect.poll(() => sent, path).toEqual([false])
    await expect(page.getByRole('button', { name: send, exact: true })).toBeEnabled()
    await remember.check()
    await press(page, send)
    await expect.poll(() => sent, path).toEqual([false, true])
  }
})

test.describe('a sign-in by a mailed link', () => {
  test('[S2.03] a mailed sign-in link works once, only in the browser that requested it, and opens the page the person wanted @full', async ({
    page,
    server,
    browser,
  }) => {
    const email = await stranger(server)
    const verify = await linkIn(server, email, 'verify-email')
    await new Person(server).post('/api/auth/email/verify/', verify)
    await page.goto('/purchases')
    await page.getByRole('link', { name: 'Увійти за посиланням з листа' }).click()
    await expect(heading(page)).toHaveText('Вхід за посиланням')
    await field(page, 'Електронна пошта').fill(email)
    await press(page, 'Надіслати посилання')
    await expect(page.getByText(`Якщо для ${email} є обліковий запис`)).toBeVisible()
    const [link] = /http\S+\/auth-callback\?\S+/.exec(await letterTo(server, email, '/auth-callback?'))!

    const elsewhere = await browser.newContext()
    const other = await elsewhere.newPage()
    await other.goto(link)
    await expect(other.getByText('Це посилання просили в іншому браузері')).toBeVisible()
    expect(await other.evaluate(() => localStorage.getItem('access'))).toBeNull()
    await elsewhere.close()

    const tab = await page.context().newPage()
    await tab.goto(link)
    await expect(tab).toHaveURL(/\/purchases$/)
    await tab.goto('/')
    await tab.goto(link)
    await expect(tab.getByText('Це посилання просили в іншому браузері або вже використали')).toBeVisible()
    await expect(tab).toHaveURL(/\/auth-callback$/)
  })

  test('[S2.03] a sign-in link copied from a mail program’s browser and pasted into the reloaded page that requested it signs the person in @full', async ({
    page,
    server,
    browser,
  }) => {
    const email = await stranger(server)
    await new Person(server).post('/api/auth/email/verify/', await linkIn(server, email, 'verify-email'))
    await page.goto('/purchases')
    await page.getByRole('link', { name: 'Увійти за посиланням з листа' }).click()
    await expect(field(page, 'Посилання з листа')).toHaveCount(0)
    await field(page, 'Електронна пошта').fill(email)
    await press(page, 'Надіслати посилання')
    await expect(page.getByText(`Якщо для ${email} є обліковий запис`)).toBeVisible()
    const [link] = /http\S+\/auth-callback\?\S+/.exec(await letterTo(server, email, '/auth-callback?'))!

    const mail = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
    const other = await mail.newPage()
    await other.goto(link)
    await press(other, 'Скопіювати посилання')
    await expect(other.getByText('Скопійовано.')).toBeVisible()
    const copied = await other.evaluate(() => navigator.clipboard.readText())
    await mail.close()

    await page.reload()
    await field(page, 'Посилання з листа').fill('щось інше')
    await press(page, 'Увійти за посиланням')
    await expect(page.getByText('Це не посилання для входу з нашого листа.')).toBeVisible()
    await field(page, 'Посилання з листа').fill(`Ось воно: ${copied} `)
    await press(page, 'Увійти за посиланням')
    await expect(page).toHaveURL(/\/purchases$/)
    await expect(heading(page)).toHaveText('Мої тести')
  })
})

test.describe('a change of password', () => {
  test.beforeEach(async ({ page, server }) => {
    await signInAsNewcomer(page, server)
    await page.goto('/profile?settings')
    await press(page, 'Змінити пароль')
  })
  const submit = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^Змінити|^Завантаження/ })

  test('[S2.22] [S2.26] [S5.01] [S5.02] [S5.03] [S5.04] [S5.05] the password form names the fault at each field, and its button stays disabled until all fields are filled @full', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await sizeOf(page.getByRole('dialog'))).toEqual({ width: 600, height: 500 })
    await expect(field(page, 'Старий пароль')).toBeFocused()
    await expect(submit(page)).toBeDisabled()
    for (const name of ['Новий пароль', 'Новий пароль ще раз', 'Старий пароль']) await field(page, name).focus()
    await expect(page.getByText("Старий пароль обов'язковий")).toBeVisible()
    await expect(page.getByText("Новий пароль обов'язковий")).toBeVisible()
    await expect(page.getByText("Підтвердження паролю обов'язкове")).toBeVisible()
    await field(page, 'Старий пароль').fill(password)
    await field(page, 'Новий пароль').fill('1234567')
    await expect(page.getByText('Пароль повинен містити мінімум 8 символів')).toBeVisible()
    await expect(submit(page)).toBeDisabled()
    await field(page, 'Новий пароль ще раз').fill('12345678')
    await expect(page.getByText('Паролі не співпадають')).toBeVisible()
    await expect(submit(page)).toBeEnabled()
    await field(page, 'Старий пароль').fill('')
    await expect(submit(page)).toBeDisabled()
  })

  test('[S4.31] the password form’s button stays disabled while the session is being renewed @full', async ({
    page,
  }) => {
    // Without a kept profile the page would wait for the renewal itself.
    await expect.poll(() => page.evaluate(readStoredText)).toContain('"session-v1","profiles",["')
    let renew: () => void = () => undefined
    const renewal = new Promise<void>((resolve) => {
      renew = resolve
    })
    await page.route('**/api/auth/token/refresh/', async (route) => {
      await renewal
      await route.continue()
    })
    await waitForSlowStorage(page)
    await page.reload()
    await press(page, 'Змінити пароль')
    await field(page, 'Старий пароль').fill(password)
    await field(page, 'Новий пароль').fill(next)
    await field(page, 'Новий пароль ще раз').fill(next)
    await expect(submit(page)).toHaveText('Завантаження...')
    await expect(submit(page)).toBeDisabled()
    renew()
    await expect(submit(page)).toHaveText('Змінити пароль')
    await expect(submit(page)).toBeEnabled()
  })

  test('[S3.05] [S4.31] [S7.16] [S7.17] [S8.20] the password form checks the old password before it sets the new one, and again after each edit of it @full', async ({
    page,
    server,
  }) => {
    const calls: string[] = []
    let held: (() => void) | null = null
    await page.route('**/api/auth/password/*/', async (route) => {
      calls.push(new URL(route.request().url()).pathname.split('/')[4]!)
      if (calls.length === 1) await new Promise<void>((go) => (held = go))
      await (calls.length === 3 ? route.fulfill({ status: 500, json: {} }) : route.continue())
    })
    await field(page, 'Старий пароль').fill('не той пароль')
    await field(page, 'Новий пароль').fill(next)
    await field(page, 'Новий пароль ще раз').fill(next)
    await page.keyboard.press('Enter')
    await expect(submit(page)).toHaveText('Завантаження...')
    await expect(submit(page)).toBeDisabled()
    await expect.poll(() => held).not.toBeNull()
    held!()
    await expect(page.getByText('Невірний старий пароль')).toBeVisible()
    await expect(field(page, 'Старий пароль')).toBeFocused()

    await field(page, 'Старий пароль').fill(password)
    await submit(page).click()
    await expect(page.getByText('Помилка зміни паролю')).toBeVisible()
    expect(calls).toEqual(['check', 'check', 'change'])
    // The person edits the old password and restores it. The text is the same, but its check no longer holds.
    await field(page, 'Старий пароль').press('End')
    await page.keyboard.press('x')
    await page.keyboard.press('Backspace')
    await submit(page).click()
    await expect(page.getByText('Пароль змінено. На інших пристроях')).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Закрити' }).last()).toBeFocused()
    expect(calls.slice(3)).toEqual(['check', 'change'])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const { email } = await page.evaluate(async () => {
      const bearer = `Bearer ${localStorage.getItem('access')}`
      return (await fetch('/api/user/profile/', { headers: { authorization: bearer } })).json()
    })
    expect(await logsIn(server, email, next)).toBe(true)
  })
})

test.describe('feedback', () => {
  const form = (page: Page) => page.getByRole('dialog', { name: 'Зворотний зв’язок' })

  test('[S1.07] [S2.20] [S2.22] [S5.10] [S5.11] [S5.12] [S4.32] [S7.35] a guest writes to us from the footer', async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/examples')
    await press(page, 'Написати нам')
    expect(await sizeOf(form(page))).toEqual({ width: 800, height: 500 })
    await expect(field(page, 'Тип звернення')).toHaveValue('unauthorized_user_appeal')
    await field(page, 'Електронна пошта').fill('гість')
    await field(page, 'Повідомлення').fill('коротко')
    await expect(form(page).getByText(/обязател|Пожалуйста|Сообщение/)).toHaveCount(0)
    await press(page, 'Надіслати')
    await expect(page.getByText('Пожалуйста, введите корректный email')).toBeVisible()
    await expect(page.getByText('Введіть, будь ласка, правильну електронну адресу')).toBeVisible()
    await expect(page.getByText('Сообщение должно содержать минимум 10 символов')).toBeVisible()
    await field(page, 'Електронна пошта').fill('guest@person.example')
    await field(page, 'Повідомлення').fill('Чи можна скласти екзамен двічі?')
    await press(page, 'Надіслати')
    await expect(page.getByText('Дякуємо! Ми отримали повідомлення')).toBeVisible()
    await expect(field(page, 'Повідомлення')).toHaveValue('')
    await expect(field(page, 'Електронна пошта')).toHaveValue('')
    await letterTo(server, server.config.seller.email, 'Чи можна скласти екзамен двічі?')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Написати нам' })).toBeFocused()
  })

  test('[S1.07] [S8.22] the feedback form has a signed-in person’s e-mail filled in, and says why a message was not sent @full', async ({
    page,
    server,
  }) => {
    const person = await signInAsNewcomer(page, server)
    await page.goto('/faq')
    await page.getByRole('contentinfo').getByRole('button', { name: 'Написати нам' }).click()
    await expect(field(page, 'Електронна пошта')).toHaveValue(person.email!)
    await expect(field(page, 'Тип звернення')).toHaveValue('authorized_user_appeal')
    await field(page, 'Повідомлення').fill('Куди поділася моя грамота?')
    const answers = [
      { status: 400, json: { message: 'Ми вже знаємо' }, said: 'Ми вже знаємо' },
      { status: 500, json: {}, said: 'Произошла ошибка сервера' },
      { said: 'Ошибка соединения. Проверьте интернет-соединение.' },
      { status: 200, body: 'ok', said: 'Произошла ошибка при отправке формы' },
    ]
    for (const { said, ...answer } of answers) {
      await page.unroute('**/api/feedback/')
      await page.route('**/api/feedback/', (route) =>
        answer.status === undefined ? route.abort() : route.fulfill(answer),
      )
      await press(page, 'Надіслати')
      await expect(page.getByText(said)).toBeVisible()
    }
    await expect(field(page, 'Повідомлення')).toHaveValue('Куди поділася моя грамота?')
  })
})

test.describe('the cabinet', () => {
  test('[S6.03] [S17] a banner asks an unverified person to confirm the address until they hide it for the day or confirm the address @full', async ({
    page,
    server,
  }) => {
    const person = await signInAsNewcomer(page, server)
    await page.goto('/faq')
    const banner = page.getByRole('complementary', { name: 'Підтвердження адреси' })
    await expect(banner).toContainText(person.email!)
    await banner.getByRole('button', { name: 'Надіслати лист ще раз' }).click()
    await expect(banner.getByText('Лист надіслано.')).toBeVisible()
    await banner.getByRole('button', { name: 'Сховати до завтра' }).click()
    await expect(banner).toHaveCount(0)
    await page.goto('/profile?settings')
    await expect(page.getByText('Адресу ще не підтверджено')).toBeVisible()
    await expect(banner).toHaveCount(0)
    await page.evaluate(() => localStorage.removeItem('verify_banner_rests_on'))
    await waitForSlowStorage(page)
    await page.addInitScript(() => {
      const withHeader = new MutationObserver(() => {
        if (document.querySelector('header') === null) return
        document.documentElement.dataset.cameWithBanner = String(
          document.querySelector('main')?.previousElementSibling?.tagName === 'ASIDE',
        )
        withHeader.disconnect()
      })
      withHeader.observe(document, { childList: true, subtree: true })
    })
    await page.reload()
    await expect(banner).toBeVisible()
    // A banner that appears later would push down the text that is being read.
    await expect(page.locator('html')).toHaveAttribute('data-came-with-banner', 'true')

    const { uid, token } = await linkIn(server, person.email!, 'verify-email')
    await page.goto(`/verify-email/${uid}/${token}`)
    await expect(page).toHaveURL(/\/verify-email\/link\/opened$/)
    expect((await person.get('/api/user/profile/')).body.is_verified).toBe(false)
    await press(page, 'Підтвердити адресу')
    await expect(page.getByText('Адресу підтверджено. Дякуємо!')).toBeVisible()
    await page.getByRole('link', { name: 'До тестів' }).click()
    await expect(page.getByRole('heading', { name: 'Тести', level: 1 })).toBeVisible()
    await page.goto('/profile?settings')
    await expect(page.getByText('Адресу підтверджено.')).toBeVisible()
    await expect(banner).toHaveCount(0)
    await page.goto(`/verify-email/${uid}/${token}`)
    await press(page, 'Підтвердити адресу')
    await expect(page.getByText('Це посилання вже не працює')).toBeVisible()
  })

  test('[S6.03] a person who confirms the address on another device reads that the old password is void, sets a new one there and signs in @full', async ({
    page,
    server,
    browser,
  }) => {
    const { email } = await signInAsNewcomer(page, server)
    const { uid, token } = await linkIn(server, email!, 'verify-email')
    const elsewhere = await browser.newContext()
    const phone = await elsewhere.newPage()
    await phone.goto(`${server.origin}/verify-email/${uid}/${token}`)
    await expect(phone.getByText('Якщо ви реєструвалися в іншому браузері, краще відкрийте лист там')).toBeVisible()
    await press(phone, 'Підтвердити адресу')
    await expect(phone.getByText('старий пароль більше не діє: задайте новий і ввійдіть')).toBeVisible()
    await setsPassword(phone, email!, next)
    await elsewhere.close()
    // The browser that registered is signed out: the link may have been opened by the same person or by somebody else.
    await page.goto('/profile?settings')
    await expect(page).toHaveURL(/\/login$/)
  })

  test('[S3.01] [S8.03] a person changes every field of the profile, can undo unsaved changes, and reads when saving failed @full', async ({
    page,
    server,
  }) => {
    const person = await signInAsNewcomer(page, server)
    await page.goto('/profile?settings')
    await field(page, 'Ім’я').fill('')
    await field(page, 'Телефон').fill('дзвоніть')
    await press(page, 'Зберегти')
    await expect(page.getByText('Ім’я обов’язкове')).toBeVisible()
    await expect(page.getByText('Введіть номер у вигляді')).toBeVisible()
    await press(page, 'Скасувати зміни')
    await expect(field(page, 'Ім’я')).toHaveValue('Оксана')
    await expect(page.getByRole('button', { name: 'Зберегти' })).toBeFocused()
    await expect(field(page, 'Телефон')).toHaveValue('')
    await expect(page.getByText('Ім’я обов’язкове')).toHaveCount(0)

    const change = { first_name: 'Ґалина', last_name: "О'Коннор", phone_number: '+380 67 123 45 67', gender: 'female' }
    await field(page, 'Ім’я').fill(change.first_name)
    await field(page, 'Прізвище').fill(change.last_name)
    await field(page, 'Телефон').fill(change.phone_number)
    await field(page, 'Стать').selectOption(change.gender)
    await field(page, 'Про себе').fill('Люблю задачі')
    await page.route('**/api/user/profile/', (route) => route.fulfill({ status: 500, json: {} }))
    await press(page, 'Зберегти')
    await expect(page.getByText('Не удалось сохранить профиль')).toBeVisible()
    await page.unroute('**/api/user/profile/')
    await press(page, 'Зберегти')
    await expect(page.getByText('Зміни збережено.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Скасувати зміни' })).toHaveCount(0)
    expect((await person.get('/api/user/profile/')).body).toMatchObject({ ...change, description: 'Люблю задачі' })
    await expect(page.getByRole('banner').getByRole('link', { name: 'Ґалина' })).toBeVisible()
  })

  test('[S2.20] [S2.21] a person gives and takes back the consent to letters, and opens its terms in the settings and at registration @full', async ({
    page,
    server,
  }) => {
    await page.goto('/register')
    await press(page, 'умовах розсилки')
    const terms = page.getByRole('dialog', { name: 'Згода на отримання листів' })
    await expect(terms).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await sizeOf(page.getByRole('dialog'))).toEqual({ width: 1200, height: 720 })
    const person = await signInAsNewcomer(page, server)
    await page.goto('/profile?settings')
    const box = page.getByRole('checkbox', { name: /^Отримувати листи/ })
    await expect(box).not.toBeChecked()
    await press(page, 'умовах розсилки')
    await expect(terms).toBeVisible()
    await page.keyboard.press('Escape')
    await box.check()
    await expect(page.getByText('Листи надходитимуть.')).toBeVisible()
    expect((await person.get('/api/user/profile/')).body.newsletter).toBe(true)
    await box.uncheck()
    await expect(page.getByText('Листів більше не буде.')).toBeVisible()
    expect((await person.get('/api/user/profile/')).body.newsletter).toBe(false)
  })

  test('the server changes the e-mail when both mailboxes have confirmed it @full', async ({ page, server }) => {
    const person = await signInAsNewcomer(page, server)
    const newEmail = registration().email
    await page.goto('/profile?settings')
    await press(page, 'Змінити адресу')
    await expect(field(page, 'Нова адреса')).toBeFocused()
    await field(page, 'Нова адреса').fill(newEmail)
    await field(page, 'Пароль').fill('не той')
    await press(page, 'Надіслати листи')
    await expect(page.getByText('Неправильний пароль.')).toBeVisible()
    await field(page, 'Пароль').fill(password)
    await press(page, 'Надіслати листи')
    await expect(page.getByText(`Надіслали листи на стару адресу й на ${newEmail}`)).toBeVisible()
    const ends = [
      [person.email!, 'Підтверджено з однієї скриньки.'],
      [newEmail, 'Адресу змінено.'],
    ] as const
    for (const [mailbox, said] of ends) {
      const { uid, token } = await linkIn(server, mailbox, 'confirm-email')
      await page.goto(`/confirm-email/${uid}/${token}`)
      await press(page, 'Підтвердити зміну')
      await expect(page.getByText(said)).toBeVisible()
    }
    await page.getByRole('link', { name: 'До кабінету' }).click()
    await expect(page.getByRole('main').getByText(newEmail)).toBeVisible()
    expect(await logsIn(server, newEmail, password)).toBe(true)
  })

  test('a person who confirms a new address on another device reads that the old password is void, sets a new one there and signs in @full', async ({
    page,
    server,
    browser,
  }) => {
    const person = await signInAsNewcomer(page, server)
    const new_email = registration().email
    await person.post('/api/auth/email/change/', { new_email, password })
    const old = await linkIn(server, person.email!, 'confirm-email')
    await page.goto(`/confirm-email/${old.uid}/${old.token}`)
    await press(page, 'Підтвердити зміну')
    await expect(page.getByText('Підтверджено з однієї скриньки.')).toBeVisible()
    const { uid, token } = await linkIn(server, new_email, 'confirm-email')
    const elsewhere = await browser.newContext()
    const phone = await elsewhere.newPage()
    await phone.goto(`${server.origin}/confirm-email/${uid}/${token}`)
    await press(phone, 'Підтвердити зміну')
    await expect(phone.getByText('старий пароль більше не діє: задайте новий і ввійдіть')).toBeVisible()
    await setsPassword(phone, new_email, next)
    await elsewhere.close()
    // The browser that asked for the change is signed out: the link may have been opened by the same person or by somebody else.
    await page.goto('/profile?settings')
    await expect(page).toHaveURL(/\/login$/)
  })

  test('a person downloads the file of their data, and ends the sessions of all devices @full', async ({
    page,
    server,
  }) => {
    const person = await signInAsNewcomer(page, server)
    await page.goto('/profile?settings')
    const coming = page.waitForEvent('download')
    await press(page, 'Завантажити мої дані')
    const file = await (await coming).createReadStream()
    const parts: Buffer[] = []
    for await (const part of file) parts.push(part as Buffer)
    expect(JSON.parse(Buffer.concat(parts).toString()).account.email).toBe(person.email)

    await press(page, 'Завершити сеанси на всіх пристроях')
    await press(page, 'Завершити всі сеанси')
    await expect(page).toHaveURL(/\/login\?after=sessions-ended$/)
    await expect(page.getByText('Сеанси на всіх пристроях завершено.')).toBeVisible()
    expect((await person.get('/api/user/profile/')).status).toBe(401)
    expect(await page.evaluate(() => localStorage.getItem('refresh'))).toBeNull()
  })

  test('the cabinet lists the browsers in which a person is signed in, and signs one of them out @full', async ({
    page,
    server,
  }) => {
    const { email } = await signInAsNewcomer(page, server)
    const elsewhere = new Person(server)
    elsewhere.userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    elsewhere.access = (await elsewhere.post('/api/auth/login/', { email, password })).body.access
    expect((await elsewhere.get('/api/user/profile/')).status).toBe(200)

    await page.goto('/profile?settings')
    const devices = page.getByRole('list', { name: 'Де ви ввійшли' })
    await expect(devices.getByRole('listitem')).toHaveCount(2)
    await expect(devices.getByRole('listitem').filter({ hasText: 'Цей пристрій' })).toHaveCount(1)
    await devices
      .getByRole('button', { name: /^Вийти на пристрої «Firefox, Linux», востаннє сьогодні о / })
      .press('Enter')
    await expect(page.getByText('Сеанс на пристрої «Firefox, Linux» завершено.')).toBeVisible()
    await expect(devices.getByRole('listitem')).toHaveCount(1)
    await expect(devices).toBeFocused()
    expect((await elsewhere.get('/api/user/profile/')).status).toBe(401)
    await page.reload()
    await expect(devices.getByText('Цей пристрій')).toBeVisible()
  })

  test('a person closes the account with the password, and opens it again by the link of the letter @full', async ({
    page,
    server,
  }) => {
    const { email } = await signInAsNewcomer(page, server)
    await page.goto('/profile?settings')
    await press(page, 'Видалити обліковий запис')
    await expect(page.getByRole('dialog').getByText('Через 7 днів дані буде стерто назавжди')).toBeVisible()
    await press(page, 'Видалити')
    await expect(page.getByText('Пароль обов’язковий')).toBeVisible()
    await field(page, 'Ваш пароль').fill('не той')
    await press(page, 'Видалити')
    await expect(page.getByText('Неправильний пароль.')).toBeVisible()
    await field(page, 'Ваш пароль').fill(password)
    await press(page, 'Видалити')
    await expect(page).toHaveURL(/\/login\?after=deletion$/)
    await expect(page.getByText('Обліковий запис закрито')).toBeVisible()
    expect(await logsIn(server, email!, password)).toBe(false)

    const { uid, token } = await linkIn(server, email!, 'keep-account')
    await page.goto(`/keep-account/${uid}/${token}`)
    await press(page, 'Залишити обліковий запис')
    await expect(page.getByText('Обліковий запис лишається.')).toBeVisible()
    expect(await logsIn(server, email!, password)).toBe(true)
  })

  test('the cabinet says at each press that another server lacks the feature, and stays usable @full', async ({
    page,
    server,
  }) => {
    await signInAsNewcomer(page, server)
    const nothing = { status: 404, contentType: 'text/html', body: '<h1>Not Found</h1>' }
    await page.route(/\/api\/(user\/(export|delete)|auth\/(email|sessions|sign-out-everywhere|link))\//, (route) =>
      route.fulfill(nothing),
    )
    const answered = page.waitForResponse(/\/api\/auth\/sessions\//)
    await page.goto('/profile?settings')
    await (await answered).finished()
    await expect(page.getByRole('heading', { name: 'Вхід і безпека' })).toBeVisible()
    await expect(page.getByText('Де ви ввійшли')).toHaveCount(0)
    const absent = page.getByText('На цьому сервері такої можливості немає.')
    await press(page, 'Завантажити мої дані')
    await expect(absent).toHaveCount(1)
    await press(page, 'Надіслати лист для підтвердження')
    await expect(absent).toHaveCount(2)
    await press(page, 'Завершити сеанси на всіх пристроях')
    await press(page, 'Завершити всі сеанси')
    await expect(absent).toHaveCount(3)
    await expect(page).toHaveURL(/\/profile\?settings$/)
  })
})
