import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { invite } from '../../server/features/staff/invite.ts'
import { axeFaults } from '../support/axe-faults.ts'
import { expect, test } from '../support/browser-test.ts'
import { codeOf, member, type Member, staffPassword, startOffice, type TestOffice } from '../support/office.ts'
import { signInContext } from '../support/exam-story.ts'
import { newcomer, type Person } from '../support/person.ts'
import { callBack, order, paymentOf } from '../support/sandbox.ts'

let office: TestOffice
test.beforeAll(async ({ server }) => {
  office = await startOffice(server)
})
test.afterAll(async () => office.close())

async function enter(page: Page, { staff }: Member, path = '/'): Promise<void> {
  await page.context().addCookies([{ name: 'staff', value: staff.token!, url: office.pageOrigin }])
  await page.goto(office.pageOrigin + path)
}

async function buyerOfTest(server: TestOffice['server']): Promise<{ buyer: Person; purchaseId: string }> {
  const buyer = await newcomer(server)
  const purchase = await order(buyer)
  await callBack(server, paymentOf(purchase))
  return { buyer, purchaseId: purchase.purchase_id }
}

test('an invitation leads to a password, the codes of an app, recovery codes, and the first page of the role', async ({
  page,
  server,
}) => {
  const invited = { email: `${crypto.randomUUID()}@staff.example`, name: 'Олена', role: 'support' } as const
  const { token } = await server.services.db.transaction((tx) => invite(tx, invited))
  await page.goto(`${office.pageOrigin}/invitation#${token}`)
  await expect(page.getByText(`Олена, ${invited.email}. Роль: підтримка.`)).toBeVisible()
  const secret = (await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).textContent())!.replaceAll(' ', '')
  await page.getByLabel('Пароль', { exact: true }).fill(staffPassword)
  await page.getByLabel('Код', { exact: true }).fill(await codeOf(secret, -1))
  await page.getByRole('button', { name: 'Прийняти запрошення' }).click()
  await expect(page.getByRole('heading', { name: 'Збережіть резервні коди' })).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: 'Коди збережено, до роботи' }).click()
  await expect(page.getByRole('heading', { name: 'Люди' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Команда' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Вийти' }).click()
  await page.getByLabel('Електронна пошта').fill(invited.email)
  await page.getByLabel('Пароль', { exact: true }).fill(staffPassword)
  await page.getByLabel('Код', { exact: true }).fill(await codeOf(secret))
  await page.getByRole('button', { name: 'Увійти', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Люди' })).toBeVisible()
})

test('support finds a buyer, grants an exam, and refunds in part after a preview; the buyer reads of both', async ({
  page,
  server,
}) => {
  const { buyer, purchaseId } = await buyerOfTest(server)
  await enter(page, await member(office, 'support'))
  await page.getByLabel('Пошта, номер замовлення або ідентифікатор').fill(buyer.email!)
  await page.getByRole('button', { name: 'Знайти' }).click()
  await expect(page.getByRole('heading', { name: buyer.email! })).toBeVisible()

  await page.getByRole('button', { name: 'Ще один екзамен' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Причина').fill('зникло світло')
  await dialog.getByRole('button', { name: 'Показати, що зміниться' }).click()
  await expect(dialog.getByText('Поки нічого не змінено. Стане так:')).toBeVisible()
  await dialog.getByRole('button', { name: 'Виконати' }).click()
  await expect(dialog.getByText(/^Готово\./)).toBeVisible()
  await page.keyboard.press('Escape')

  await page
    .getByRole('row', { name: /Вербальний/ })
    .getByRole('link')
    .first()
    .click()
  await page.getByRole('button', { name: 'Повернути гроші' }).click()
  await dialog.getByLabel('Усе, що сплачено').uncheck()
  await dialog.getByLabel(/^Сума за/).fill('49')
  await dialog.getByLabel('Причина').fill('частина за домовленістю')
  await dialog.getByRole('button', { name: 'Показати, що зміниться' }).click()
  await expect(dialog.getByText(/^Повернемо 49,00/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Виконати' }).click()
  await expect(dialog.getByText(/^Готово\./)).toBeVisible()
  const { results } = (await buyer.get('/api/notifications/')).body
  expect(results.map(({ title }: { title: string }) => title)).toEqual(
    expect.arrayContaining(['Повертаємо кошти', 'Вам надано ще одну спробу']),
  )
  expect((await buyer.get(`/api/purchases/${purchaseId}/`)).body.status).toBe('paid')
})

test('an act that needs the code anew asks for it once, and is then done', async ({ page, server }) => {
  const { purchaseId } = await buyerOfTest(server)
  const own = await member(office, 'support')
  await server.services.pool.query(
    `update staff_sessions set proven_at = now() - interval '11 minutes' where staff_id = $1`,
    [own.id],
  )
  await enter(page, own, `/orders/${purchaseId}`)
  await page.getByRole('button', { name: 'Повернути гроші' }).click()
  await page.getByLabel('Причина').fill('лист до підтримки')
  await page.getByRole('button', { name: 'Виконати' }).click()
  const proof = page.getByRole('dialog', { name: 'Введіть код ще раз' })
  await proof.getByLabel('Код').fill(await codeOf(own.secret))
  await proof.getByRole('button', { name: 'Підтвердити', exact: true }).click()
  await expect(page.getByText(/^Готово\. Повернемо 149,00/)).toBeVisible()
})

test('a person’s data are saved as a file also long after the last code, which is asked for first', async ({
  page,
  server,
}) => {
  const { buyer } = await buyerOfTest(server)
  const own = await member(office, 'support')
  await server.services.pool.query(
    `update staff_sessions set proven_at = now() - interval '11 minutes' where staff_id = $1`,
    [own.id],
  )
  await enter(page, own, `/people/${buyer.userId}`)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Дані людини (файл)' }).click()
  const proof = page.getByRole('dialog', { name: 'Введіть код ще раз' })
  await proof.getByLabel('Код', { exact: true }).fill(await codeOf(own.secret))
  await proof.getByRole('button', { name: 'Підтвердити', exact: true }).click()
  const kept = JSON.parse(readFileSync(await (await saved).path(), 'utf8'))
  expect(kept.account.email).toBe(buyer.email)
})

test('the owner changes a price, and visitors read it', async ({ page, server }) => {
  await enter(page, await member(office, 'owner'), '/shop')
  await page
    .getByRole('row', { name: /Логічний тест IQ/ })
    .getByRole('button', { name: 'Змінити ціну' })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Нова ціна, ₴').fill('175,50')
  await dialog.getByLabel('Причина').fill('перегляд цін')
  await dialog.getByRole('button', { name: 'Виконати' }).click()
  await expect(dialog.getByText(/^Готово\./)).toBeVisible()
  const { body } = await (await newcomer(server)).get('/api/available-tests/')
  expect(body.results.find(({ slug }: { slug: string }) => slug === 'logichnij').price).toBe(17_550)
})

test('a passkey is made, signs in by itself, and proves again', async ({ page, context }) => {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  const own = await member(office, 'accountant')
  await enter(page, own, '/own-sessions')
  await page.getByLabel('Назва, наприклад «робочий ноутбук»').fill('робочий ноутбук')
  await page.getByRole('button', { name: 'Додати ключ доступу' }).click()
  await expect(page.getByRole('row', { name: /робочий ноутбук/ })).toBeVisible()
  await page.getByRole('button', { name: 'Вийти' }).click()
  await page.getByRole('button', { name: 'Увійти ключем доступу' }).click()
  await expect(page.getByRole('link', { name: 'Замовлення' })).toBeVisible()
})

for (const path of ['/people', '/orders', '/owed', '/shop', '/reports', '/house', '/acts', '/team', '/own-sessions'])
  test(`${path} of the office fits its window and has no fault of accessibility @full`, async ({ page, server }) => {
    await buyerOfTest(server)
    await enter(page, await member(office, 'owner'), path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Завантаження...')).toHaveCount(0)
    expect(await axeFaults(page, path)).toEqual([])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
  })

test('a promo code that the owner makes gives its price on the page of a test, and the payment page asks for that', async ({
  page,
  browser,
  server,
}) => {
  const code = `ЛІТО-${crypto.randomUUID().slice(0, 6)}`
  await enter(page, await member(office, 'owner'), '/promo')
  await page.getByRole('button', { name: 'Створити промокод' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Код', { exact: true }).fill(code)
  await dialog.getByLabel('Розмір знижки').fill('20')
  await dialog.getByLabel('Причина').fill('літня знижка')
  await dialog.getByRole('button', { name: 'Виконати' }).click()
  await expect(dialog.getByText(new RegExp(`^Готово\\. ${code}`))).toBeVisible()

  const context = await browser.newContext({ baseURL: server.origin })
  await signInContext(context, await newcomer(server))
  const shop = await context.newPage()
  await shop.goto('/tests/verbalnij')
  await shop.getByRole('button', { name: 'Є промокод?' }).click()
  await shop.getByLabel('Промокод').fill('немає-такого')
  await shop.getByRole('button', { name: 'Застосувати' }).click()
  await expect(shop.getByText('Такого промокоду немає, або його вже не приймають.')).toBeVisible()
  await shop.getByLabel('Промокод').fill(code.toLowerCase())
  await shop.getByRole('button', { name: 'Застосувати' }).click()
  await expect(shop.getByText('119,20\u00a0₴')).toBeVisible()
  await shop.getByRole('button', { name: 'Купити' }).click()
  await expect(shop.getByText(/119,20/).first()).toBeVisible()
  await context.close()
})
