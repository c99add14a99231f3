import { readFile } from 'node:fs/promises'
import { scoringModel } from '#contract/score-model.ts'
import { axeFaults } from '../support/axe-faults.ts'
import { expect, test } from '../support/browser-test.ts'
import { signInContext } from '../support/exam-story.ts'
import { gradedExam } from '../support/graded-exam.ts'
import { signInAsNewcomer } from '../support/sign-in.ts'

test('a result without an IQ says why, and leads to a new exam @full', async ({ page, server }) => {
  const person = await signInAsNewcomer(page, server)
  const { purchaseId } = await gradedExam(server, person, { isRight: (place) => place < 3 })
  await page.goto(`/logic/test-result/${purchaseId}`)
  await expect(page.getByText('Оцінки IQ цього разу немає')).toBeVisible()
  await expect(page.getByText(/приблизно стільки, скільки можна вгадати навмання/)).toBeVisible()
  await expect(page.getByText('3 з 30', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Скласти ще раз' }).click()
  await expect(page).toHaveURL(new RegExp(`/exam/1/${purchaseId}`))
  await expect(page.getByRole('button', { name: 'Почати екзамен' })).toBeVisible()
})

test('a result says what it means, shows a hundred people, and leads on to the weakest kind and the other tests @full', async ({
  page,
  server,
}) => {
  const person = await signInAsNewcomer(page, server)
  const { purchaseId, result } = await gradedExam(server, person, { isRight: (place) => place < 20 })
  await page.goto(`/logic/test-result/${purchaseId}`)
  await expect(page.getByText(/а не цінність людини/)).toBeVisible()
  const people = page.getByRole('img', { name: /^Сто людей/ })
  await expect(people).toBeHidden()
  await page.getByRole('button', { name: 'Наскільки це точно' }).click()
  await expect(people.locator('rect')).toHaveCount(100)
  await expect(page.getByText(/похибка за вашими відповідями була б/)).toBeVisible()
  await expect(page.getByText('Квитанція', { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Перевірити справжність' }).click()
  await expect(page.getByText('Квитанція', { exact: true })).toBeVisible()
  const strip = page.getByRole('region', { name: 'Запитання за запитанням' })
  await expect(strip.getByText(/^Запитання \d+, .*: (правильно|неправильно)/)).toHaveCount(30)
  await strip.getByRole('button', { name: /^Розібрати/ }).click()
  await expect(strip.getByRole('heading', { name: /^Запитання \d+$/ }).first()).toBeVisible()
  const onward = page.getByRole('region', { name: 'Що далі' })
  await expect(onward.getByRole('link', { name: /^Скласти ще один екзамен/ })).toBeVisible()
  await expect(onward.getByRole('link', { name: /^(Математичний|Вербальний) тест IQ · / })).toHaveCount(2)
  expect(await axeFaults(page, 'result')).toEqual([])

  const kinds: { title: string; correct: number; total: number }[] = result.by_family
  const weakest = kinds.toSorted((a, b) => a.correct / a.total - b.correct / b.total || b.total - a.total)[0]!
  await onward.getByRole('link', { name: `Потренувати: ${weakest.title}` }).click()
  await expect(page.getByRole('radio', { name: /По одному/ })).toBeChecked()
  await expect(page.getByRole('combobox')).toContainText(weakest.title)
})

test('the result of a free trial leads to the review of one task and to the full test @full', async ({
  page,
  server,
}) => {
  const person = await signInAsNewcomer(page, server)
  const { purchaseId } = await gradedExam(server, person, { slug: 'logichnij-proba', isRight: (place) => place < 2 })
  await page.goto(`/logic/test-result/${purchaseId}`)
  await expect(page.getByText('Пробу завершено')).toBeVisible()
  await page.getByRole('button', { name: 'Подивитися розбір одного завдання' }).click()
  await expect(page.getByRole('heading', { name: 'Запитання 3' })).toBeVisible()
  await expect(page.getByText('Чому', { exact: true })).toBeVisible()
  expect(await axeFaults(page, 'trial-result')).toEqual([])
  await page.getByRole('link', { name: /^Дізнатися свій IQ · Логічний тест IQ · / }).click()
  await expect(page).toHaveURL(/\/tests\/logichnij$/)
})

test('[S2.09] a result leads to a document on how scores are made, which a person reads without a script @full', async ({
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
  await expect(reader.getByText(/На відповідях наших відвідувачів її ще не перевірено/)).toBeVisible()
  // The page's policy allows its styles.
  expect(await reader.locator('main').evaluate((main) => getComputedStyle(main).maxWidth)).not.toBe('none')
  // Tables of the professionals' manual scroll by themselves, by keyboard too: no page is wider than a phone.
  await page.getByRole('link', { name: 'технічний посібник' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Technical manual' })).toBeVisible()
  expect(await axeFaults(page, 'manual')).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await plain.close()
})

test('a result says how many people are missing for a comparison, and compares its score with 200 people once they are there @full', async ({
  page,
  server,
  browser,
}) => {
  const person = await signInAsNewcomer(page, server)
  const { purchaseId } = await gradedExam(server, person, { isRight: (place) => place < 24 })
  const people = (at90: number) =>
    server.services.db.execute(
      `insert into first_sittings select test_id, '${scoringModel}', ${at90 + 50}, array_agg(case iq when 90 then ${at90} when 130 then 50 else 0 end order by iq), now()
       from purchases, generate_series(70, 130) iq where id = '${purchaseId}' group by test_id
       on conflict (test_id, model) do update set people = excluded.people, counts = excluded.counts`,
    )
  // The round that counts first exams may add this exam after the row is written and before the page reads it.
  await expect(async () => {
    await people(149)
    await page.goto(`/logic/test-result/${purchaseId}`)
    await expect(page.getByText('буде від 200 перших робіт з оцінкою: бракує 1.')).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: 60_000 })
  await people(150)
  // A page uses its last reply for half a minute.
  const another = await browser.newContext()
  await signInContext(another, person)
  const later = await another.newPage()
  await later.goto(`${server.origin}/logic/test-result/${purchaseId}`)
  await expect(later.getByText(/^Вище, ніж у 68–81.% тих, хто складав цей тест тут: 200.людей на /)).toBeVisible()
  await another.close()
})

test('three results make an overall score with its interval on the home and under a result, and the file of that result computes it again @full', async ({
  page,
  server,
}) => {
  const person = await signInAsNewcomer(page, server)
  await gradedExam(server, person, { slug: 'verbalnij', isRight: (place) => place < 12 })
  await page.goto('/profile')
  await expect(page.getByRole('region', { name: 'Останній результат' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Загальний бал' })).toHaveCount(0)
  await gradedExam(server, person, { slug: 'abstraktnij', isRight: (place) => place < 29 })
  const { purchaseId } = await gradedExam(server, person, { isRight: (place) => place < 20 })
  await page.reload()
  const overall = page.getByRole('region', { name: 'Загальний бал' })
  await expect(overall).toContainText(/Імовірний діапазон: від \d+ /)
  await expect(overall).toContainText('За найновішими оцінками тестів: вербальний, математичний, логічний.')
  await expect(overall).toContainText('Математичний вищий за вербальний')
  expect(await axeFaults(page, 'overall')).toEqual([])
  await page.goto(`/logic/test-result/${purchaseId}`)
  await expect(overall).toContainText(/Імовірний діапазон/)
  await page.getByRole('button', { name: 'Перевірити справжність' }).click()
  const [taken] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Завантажити файл результату' }).click(),
  ])
  await page.goto('/pererakhunok.html')
  await page.getByLabel('Обрати файл').setInputFiles(await taken.path())
  await expect(page.getByRole('status')).toHaveText(/^Збігається/)
  await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: 'Загальний бал' })).toBeVisible()
})

test('a person computes a score again from the file of its result, without a network and with a saved copy of the page @full', async ({
  page,
  server,
  context,
}, testInfo) => {
  const person = await signInAsNewcomer(page, server)
  const { purchaseId } = await gradedExam(server, person, { isRight: (place) => place < 24 })
  await page.goto(`/logic/test-result/${purchaseId}`)
  await page.getByRole('button', { name: 'Перевірити справжність' }).click()
  const [taken] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Завантажити файл результату' }).click(),
  ])
  expect(taken.suggestedFilename()).toBe('iq-logic.json')
  const file = await readFile(await taken.path(), 'utf8')
  await expect(page.getByText('Файл збережено.')).toBeVisible()

  const said = page.getByRole('status')
  const choose = (text: string) =>
    page
      .getByLabel('Обрати файл')
      .setInputFiles({ name: 'iq.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await page.getByRole('link', { name: 'Сторінка перерахунку' }).click()
  await expect(page).toHaveURL(/\/pererakhunok\.html$/)
  const [copy] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Зберегти цю сторінку' }).click(),
  ])
  await context.setOffline(true)
  await choose(file)
  await expect(said).toHaveText(/^Збігається/)
  await expect(page.getByRole('cell', { name: 'правильно', includeHidden: true, exact: true })).toHaveCount(24)
  expect(await axeFaults(page, 'pererakhunok')).toEqual([])
  await choose(file.replace(/"iq": \d+/, '"iq": 101'))
  await expect(said).toHaveText(/^Не збігається/)
  await choose('{')
  await expect(said).toHaveText(/це не JSON\. Завантажте файл знову/)

  const saved = testInfo.outputPath('pererakhunok.html')
  await copy.saveAs(saved)
  await page.goto(`file://${saved}`)
  await choose(file)
  await expect(said).toHaveText(/^Збігається/)
  await context.setOffline(false)
  await page.goto(`${server.origin}/pererakhunok`)
  await expect(page).toHaveURL(/\/pererakhunok\.html$/)
})

test('a printed result is one or two pages with its interval, its curve, its kinds and how to verify it, without the folded parts @full', async ({
  page,
  server,
  isMobile,
}) => {
  test.skip(!isMobile, 'paper has a width of its own: once is enough')
  const person = await signInAsNewcomer(page, server)
  const { purchaseId } = await gradedExam(server, person, { isRight: (place) => place < 15 })
  const { attemptId } = await gradedExam(server, person, { purchaseId, isRight: (place) => place < 20 })
  await page.goto(`/logic/test-result/${purchaseId}`)
  await expect(page.getByRole('heading', { name: 'Спроби одна за одною' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const main = page.getByRole('main')
  for (const text of [
    /^Імовірний діапазон/,
    'За видами завдань',
    /^Роздруковано/,
    `Як перевірити. Номер спроби: ${attemptId}`,
  ]) {
    await expect(main.getByText(text)).toBeVisible()
  }
  await expect(main.getByRole('img', { name: /^Крива розподілу/ })).toBeVisible()
  for (const text of ['Квитанція', /похибка за вашими відповідями була б/, 'Оцінка й діапазон', 'Що далі']) {
    await expect(main.getByText(text, { exact: true })).toBeHidden()
  }
  const sheets = (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(sheets?.length).toBeLessThanOrEqual(2)
  expect(sheets?.length).toBeGreaterThanOrEqual(1)
})

test('the top of a result draws its picture within 1.2 s, without motion if that is reduced, and fits 320 px with a long name', async ({
  page,
  server,
}) => {
  const person = await signInAsNewcomer(page, server)
  const { purchaseId, result } = await gradedExam(server, person, { isRight: (place) => place < 20 })
  const title = 'Надзвичайнодовгийнеподільнийлогічнийтест із ще довшою назвою, якої ніхто не чекав'
  await page.route(`**/api/test-results/${purchaseId}/**`, async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    for (const each of body.results) each.test.title = title
    await route.fulfill({ response: reply, json: body })
  })
  await page.setViewportSize({ width: 320, height: 640 })
  /** Milliseconds until the last row of the hundred is drawn; 0 without motion. */
  const motion = () =>
    page.locator('header svg g').evaluateAll((rows) => {
      const inMs = (time: string) => 1000 * Number.parseFloat(time)
      const looks = rows.map((row) => getComputedStyle(row)).filter(({ animationName }) => animationName !== 'none')
      return Math.max(0, ...looks.map((look) => Math.round(inMs(look.animationDelay) + inMs(look.animationDuration))))
    })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(`/logic/test-result/${purchaseId}`)
  await expect(page.getByText(String(result.score.iq), { exact: true })).toBeInViewport()
  const longest = await motion()
  expect(longest).toBeGreaterThan(500)
  expect(longest).toBeLessThanOrEqual(1200)
  await expect(page.getByText(title)).toBeVisible()
  await expect(page.getByText(/^Імовірний діапазон/)).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await expect(page.getByText(String(result.score.iq), { exact: true })).toBeVisible()
  expect(await motion()).toBe(0)
})
