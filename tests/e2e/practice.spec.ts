import type { BrowserContext, Page } from '@playwright/test'
import { findItems, type PaperItem } from '../../server/features/exams/paper-store.ts'
import { expect, test } from '../support/browser-test.ts'
import type { TestServer } from '../support/build-server.ts'
import { examinee, signInContext } from '../support/exam-story.ts'
import { keyboardOn } from '../support/keyboard.ts'
import type { Person } from '../support/person.ts'

/** Somebody on the page that begins a training, in this context. */
async function trainee(context: BrowserContext, server: TestServer) {
  const { person, purchaseId } = await examinee(server)
  return { person, purchaseId, ...(await opened(context, server, person, purchaseId)) }
}

async function opened(context: BrowserContext, server: TestServer, person: Person, purchaseId: string) {
  await signInContext(context, person)
  const page = await context.newPage()
  await page.goto(`${server.origin}/learning/1/${purchaseId}`)
  return { page, ...practiceOn(page, server) }
}

function practiceOn(page: Page, server: TestServer) {
  const begun = () =>
    page.waitForResponse((reply) => reply.url().includes('/api/practice/') && reply.request().method() === 'POST')
  return {
    at: (number: number, total = 5) =>
      expect(page.getByRole('heading', { name: `Завдання ${number} з ${total}`, exact: true })).toBeVisible(),
    says: (text: string | RegExp) => expect(page.getByText(text)).toBeVisible(),
    press: (name: string) => page.getByRole('button', { name, exact: true }).click(),
    /** The stored items of the practice that `act` begins, and the reply that the page was given. */
    async itemsAfter(act: () => Promise<void>): Promise<{ items: PaperItem[]; told: string }> {
      const [reply] = await Promise.all([begun(), act()])
      const told = await reply.text()
      return { items: (await findItems(server.services.db, JSON.parse(told).attempt_id))!, told }
    },
    /** Marks the right option of an item, or a wrong one. */
    mark: (item: PaperItem, isRight: boolean) => {
      const places = item.question.options!.map(({ id }) => id === item.key.right)
      return page.getByRole('radio').nth(places.indexOf(isRight)).check()
    },
  }
}

test.describe('a training one task at a time', () => {
  test('[S2.06] says after each answer what is right and why, goes on after a reload, ends in its review, and offers the mistakes again', async ({
    context,
    server,
  }) => {
    const { page, at, says, press, itemsAfter, mark } = await trainee(context, server)
    await expect(page.getByRole('radio', { name: /^Як екзамен/ })).toBeChecked()
    await page.getByRole('radio', { name: /^По одному завданню/ }).check()
    await expect(page.getByRole('radio', { name: '5 завдань' })).toBeChecked()
    const kinds = page.getByLabel('Які завдання')
    await expect(kinds.getByRole('option')).toHaveText(['Усі види', 'Аналогії', 'Зайве слово'])
    await kinds.selectOption('Аналогії')
    const { items, told } = await itemsAfter(() => press('Почати тренування'))
    const [first, second, third] = items
    expect(told).not.toContain(first!.key.explanation)
    await at(1)

    await press('Перевірити')
    await says('Оберіть або введіть відповідь, тоді перевіримо.')
    await mark(first!, true)
    await press('Перевірити')
    await says('Правильно!')
    await says(first!.key.explanation)
    await expect(page.getByRole('radio').first()).toBeDisabled()
    await press('Далі')
    await at(2)
    await mark(second!, false)
    await press('Перевірити')
    await says('Не цього разу.')
    await says(second!.key.explanation)

    await page.reload()
    await at(3)
    await press('Не знаю')
    await says('Розберімо разом.')
    await says(third!.key.explanation)
    await press('Завершити зараз')

    await expect(page).toHaveURL(/\/verbal\/test-result\/.+\?attempt=/)
    await expect(page.getByRole('heading', { name: 'Результат тренування' })).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: /^1 з 5$/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Завдання \d$/ })).toHaveCount(5)

    await page.getByRole('link', { name: 'Тренуватися ще раз' }).click()
    await expect(page.getByRole('radio', { name: /^По одному завданню/ })).toBeChecked()
    await page.getByLabel('Які завдання').selectOption('Мої помилки')
    const again = await itemsAfter(() => press('Почати тренування'))
    expect(again.items.map(({ family }) => family)).toEqual(Array(5).fill('verbal-analogy'))
    await at(1)
    // Who goes back finds it waiting.
    await page.goBack()
    await says('Є незавершене тренування')
    await press('Продовжити')
    await at(1)
  })

  test('by keyboard alone, through a lost network, and on another device where the first was left @full', async ({
    browser,
    context,
    server,
  }) => {
    const { page, person, purchaseId, at, says, itemsAfter } = await trainee(context, server)
    const keyboard = keyboardOn(page)
    await keyboard.goTo(page.getByRole('radio', { name: /^Як екзамен/ }))
    await keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: /^По одному завданню/ })).toBeChecked()
    await itemsAfter(() => keyboard.use(page.getByRole('button', { name: 'Почати тренування' })))
    await keyboard.arrivesAt('Завдання 1 з 5')
    await keyboard.tick(page.getByRole('radio').first())

    await context.setOffline(true)
    await keyboard.use(page.getByRole('button', { name: 'Перевірити' }))
    await says('Помилка мережі')
    await expect(page.getByRole('radio').first()).toBeChecked()
    await context.setOffline(false)
    await keyboard.press('Enter')
    await says(/^(Правильно!|Не цього разу\.)$/)
    await keyboard.use(page.getByRole('button', { name: 'Далі' }))
    await keyboard.arrivesAt('Завдання 2 з 5')

    const elsewhere = await browser.newContext()
    const other = await opened(elsewhere, server, person, purchaseId)
    await other.says('Виконано 1 з 5. Якщо почати нове, це завершиться.')
    await other.press('Продовжити')
    await other.at(2)
    await other.press('Не знаю')
    await other.says('Розберімо разом.')
    await elsewhere.close()
    // Here the question is open still; the answer that was given elsewhere counts.
    await keyboard.tick(page.getByRole('radio').first())
    await keyboard.use(page.getByRole('button', { name: 'Перевірити' }))
    await says('Розберімо разом.')
    await page.reload()
    await at(3)
  })
})
