import { axeFaults } from '../support/axe-faults.ts'
import { expect, test } from '../support/browser-test.ts'
import { onServer, runningExam, signInContext } from '../support/exam-story.ts'
import { gradedExam } from '../support/graded-exam.ts'
import { newcomer } from '../support/person.ts'
import { signInAsNewcomer } from '../support/sign-in.ts'

test.describe('the home of a signed-in person', () => {
  test('a running exam shows on another page and on the home of another device; afterwards the home shows its result and the full test @full', async ({
    context,
    browser,
    server,
  }) => {
    const { exam, person, purchaseId } = await runningExam(context, server)
    const { page, choose, says, at, submit, seesResult } = exam
    const strip = page.getByRole('complementary', { name: 'Екзамен триває' })
    await choose(1)
    await says(onServer)
    await expect(strip).toHaveCount(0)

    // The strip makes no calls.
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${server.origin}/faq`)
    await expect(strip.getByRole('timer')).toHaveText(/^\d\d:\d\d$/)
    expect(asked.filter((path) => /owned-tests|exam-(meta|status)/.test(path))).toEqual([])
    await strip.getByRole('link', { name: 'Продовжити' }).click()
    await expect(page).toHaveURL(new RegExp(`/exam/1/${purchaseId}$`))
    await at(1)
    await expect(strip).toHaveCount(0)

    // Another device hears of the exam from the server, and then shows it on its other pages too.
    const other = await browser.newContext()
    await signInContext(other, person)
    const there = await other.newPage()
    await there.goto(`${server.origin}/profile`)
    const card = there.getByRole('main').getByRole('region', { name: 'Екзамен триває' })
    await expect(card).toContainText('Вербальний тест: проба')
    await expect(card.getByRole('timer')).toHaveText(/^\d\d:\d\d$/)
    await expect(there.getByRole('complementary', { name: 'Екзамен триває' })).toHaveCount(0)
    await there.getByRole('contentinfo').getByRole('link', { name: 'Усі тести' }).click()
    await expect(there).toHaveURL(/\/tests$/)
    const itsStrip = there.getByRole('complementary', { name: 'Екзамен триває' })
    // A press there continues the exam there without another question.
    await itsStrip.getByRole('link', { name: 'Продовжити' }).click()
    await expect(there.getByRole('heading', { name: 'Запитання 1 з 6', exact: true })).toBeVisible()
    await expect(there.getByRole('radio').nth(1)).toBeChecked()
    await other.close()
    await page.getByRole('button', { name: 'Продовжити тут' }).click()

    await submit()
    await seesResult()
    await page.goto(`${server.origin}/profile`)
    const result = page.getByRole('main').getByRole('region', { name: 'Останній результат' })
    await expect(result).toContainText('Вербальний тест: проба')
    await expect(result.getByText(/ з 6 правильних/)).toBeVisible()
    await expect(result.getByRole('link', { name: /^Повний тест: Вербальний тест IQ · 149/ })).toBeVisible()
    await result.getByRole('link', { name: 'Переглянути результат' }).click()
    await seesResult()
    await expect(strip).toHaveCount(0)
  })

  test('a newcomer’s home offers three free tests, and the settings below them @full', async ({
    page,
    context,
    server,
  }) => {
    await signInContext(context, await newcomer(server))
    await page.goto('/profile')
    const first = page.getByRole('main').getByRole('region', { name: 'З чого почати' })
    await expect(first.getByRole('listitem')).toHaveCount(3)
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['З чого почати', 'Налаштування'])
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(0)
    await page.getByRole('button', { name: 'Показати налаштування' }).click()
    await page.getByLabel('Ім’я').fill('Інше')
    await page.getByRole('button', { name: 'Сховати налаштування' }).click()
    await expect(page.getByLabel('Ім’я')).toBeHidden()
    await page.getByRole('button', { name: 'Показати налаштування' }).click()
    await expect(page.getByLabel('Ім’я')).toHaveValue('Інше')
    await first.getByRole('link', { name: 'Спробувати: Логічний тест: проба' }).click()
    await page.getByRole('button', { name: 'Почати безкоштовно' }).click()
    await expect(page.getByRole('button', { name: 'Почати екзамен' })).toBeVisible()
  })

  test('the landing page of a signed-in person begins with the last result in place of the words for guests, and has the tests below', async ({
    page,
    server,
  }) => {
    const person = await signInAsNewcomer(page, server)
    await gradedExam(server, person, { isRight: (place) => place < 24 })
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/вітаємо!$/i)
    await expect(page).toHaveTitle('Тестування IQ')
    const result = page.getByRole('main').getByRole('region', { name: 'Останній результат' })
    await expect(result.getByRole('link', { name: 'Переглянути результат' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Перевірте, як ви думаєте' })).toHaveCount(0)
    await expect(page.locator('#tests').getByRole('heading', { name: 'Вербальний тест IQ', exact: true })).toBeVisible()
    expect(await axeFaults(page, 'home')).toEqual([])
  })
})
