import { randomBytes } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { password } from './person.ts'

const questions = 6

/** Walks from the landing page to the result of an exam with six answers. After a failure the newcomer presses again. */
export async function walkAsNewcomer(page: Page, origin: string): Promise<void> {
  const email = `${randomBytes(6).toString('hex')}@person.example`
  await page.goto(origin)
  await page.getByRole('link', { name: 'Реєстрація' }).click()
  await register(page, email)
  await page.goto(`${origin}/tests/verbalnij-proba`)
  // If the reply to the order was lost and the page knows by now that the test is there, its exam has a link.
  await see(page, page.getByRole('button', { name: 'Почати екзамен' }), async () => {
    return (await press(page, 'Почати безкоштовно')) || (await follow(page, 'Скласти екзамен'))
  })
  await see(page, page.getByText(`Питання 1 з ${questions}`), () => press(page, 'Почати екзамен'))
  for (let number = 1; number <= questions; number += 1) {
    await see(page, page.getByText(`Питання ${number} з ${questions}`))
    await page.getByRole('radio').first().check()
    await see(page, page.getByText('Збережено на сервері'))
    if (number < questions) await page.getByRole('button', { name: 'Наступне' }).click()
  }
  await page.getByRole('button', { name: /^Здати( екзамен)?$/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Здати', exact: true }).click()
  await see(page, page.getByRole('heading', { name: 'Результат екзамену' }))
  await see(page, page.getByText(`з ${questions}`).first())
}

async function register(page: Page, email: string): Promise<void> {
  await page.getByLabel('Ім’я').fill('Оксана')
  await page.getByLabel('Прізвище').fill('Коваль')
  await page.getByLabel('Електронна пошта').fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('checkbox', { name: /договір оферти/ }).check()
  await page.getByRole('checkbox', { name: /політикою конфіденційності/ }).check()
  const cabinet = page.getByRole('heading', { name: 'Особистий кабінет' })
  const taken = page.getByText('Користувач з таким email вже існує')
  await see(page, cabinet.or(taken), () => press(page, 'Зареєструватися'))
  if (await cabinet.isVisible()) return
  // The account was made, but the reply was lost.
  await page.getByRole('link', { name: 'Увійти' }).first().click()
  await page.getByLabel('Електронна пошта').fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await see(page, cabinet, () => press(page, 'Увійти'))
}

/** Follows the link if it is visible. Resolves to whether it was. */
async function follow(page: Page, name: string): Promise<boolean> {
  const link = page.getByRole('link', { name }).first()
  if (!(await link.isVisible())) return false
  await link.click()
  return true
}

/** Presses the button if it is visible. Resolves to whether it was. */
async function press(page: Page, name: string): Promise<boolean> {
  const button = page.getByRole('button', { name, exact: true }).first()
  if (!(await button.isVisible())) return false
  await button.click()
  return true
}

/** Repeats `act` until `wanted` is visible, or presses the page's own «Спробувати ще раз». `act` resolves to whether it acted. */
async function see(page: Page, wanted: Locator, act: () => Promise<boolean> = async () => false): Promise<void> {
  await expect(async () => {
    if (await wanted.first().isVisible()) return
    const hasActed = (await press(page, 'Спробувати ще раз')) || (await act())
    // After a press the page has 3 s to lead somewhere; a page that is still loading is checked again immediately.
    await expect(wanted.first()).toBeVisible({ timeout: hasActed ? 3_000 : 100 })
  }).toPass({ timeout: 60_000, intervals: [50] })
}
