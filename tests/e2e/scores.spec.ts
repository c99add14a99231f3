import { expect, test } from '../support/browser-test.ts'
import { axeFaults } from '../support/axe-faults.ts'
import { gradedExam } from '../support/graded-exam.ts'
import { signInAsNewcomer } from '../support/sign-in.ts'

test('a result without an IQ says why in kind words, and leads to the repeat that is free', async ({
  page,
  server,
}) => {
  const person = await signInAsNewcomer(page, server)
  const { purchaseId } = await gradedExam(server, person, { isRight: (place) => place < 3 })
  await page.goto(`/logic/test-result/${purchaseId}`)
  await expect(page.getByText('Оцінки IQ цього разу немає')).toBeVisible()
  await expect(page.getByText(/приблизно стільки, скільки дав би випадок/)).toBeVisible()
  await expect(page.getByText('3 з 30', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Скласти ще раз' }).click()
  await expect(page).toHaveURL(new RegExp(`/exam/1/${purchaseId}`))
  await expect(page.getByRole('button', { name: 'Почати екзамен' })).toBeVisible()
})

test('[S2.09] how scores are made is a document of its own: found from a result, read without a script', async ({
  page,
  server,
  browser,
}) => {
  const person = await signInAsNewcomer(page, server)
  const { purchaseId } = await gradedExam(server, person, { isRight: (place) => place < 24 })
  await page.goto(`/logic/test-result/${purchaseId}`)
  await page.getByRole('link', { name: 'Як ми рахуємо оцінку' }).click()
  await expect(page).toHaveURL(/\/ocinka-iq\.html$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Як ми рахуємо оцінку' })).toBeVisible()
  expect(await axeFaults(page, 'ocinka-iq')).toEqual([])

  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: server.origin })
  const reader = await plain.newPage()
  await reader.goto('/ocinka-iq.html')
  await expect(reader.getByText(/На відповідях людей її ще не перевірено/)).toBeVisible()
  // Its styles are let in by the policy.
  expect(await reader.locator('main').evaluate((main) => getComputedStyle(main).maxWidth)).not.toBe('none')
  await plain.close()
})
