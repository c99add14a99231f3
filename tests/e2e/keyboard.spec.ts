import { randomBytes } from 'node:crypto'
import { expect, test } from '../support/browser-test.ts'
import { runningExam, examinee, examOn, onServer, signInContext } from '../support/exam-story.ts'
import { keyboardOn } from '../support/keyboard.ts'
import { givePurchase, newcomer, password } from '../support/person.ts'

// With a keyboard, digits beside the options are shown. The window is so low that pages have to scroll.
test.use({ viewport: { width: 1280, height: 560 }, isMobile: false, hasTouch: false })
test.beforeEach(() => {
  test.skip(test.info().project.name !== 'phone', 'the window is its own: once is enough')
})

test('[S1.03] [S2.14] with the keyboard alone a newcomer registers, buys a test, takes its exam and sees the result @full', async ({
  page,
}) => {
  const keys = keyboardOn(page)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const link = (name: string | RegExp) => page.getByRole('link', { name })

  await page.goto('/register')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await keys.use(link('Перейти до вмісту'))
  await expect(page.getByRole('main')).toBeFocused()
  await keys.type(page.getByLabel('Ім’я'), 'Оксана')
  await keys.type(page.getByLabel('Прізвище'), 'Коваль')
  await keys.type(page.getByLabel('Електронна пошта'), `${randomBytes(6).toString('hex')}@person.example`)
  await keys.type(page.getByLabel('Пароль', { exact: true }), password)
  await keys.tick(page.getByRole('checkbox', { name: /договір оферти/ }))
  await keys.tick(page.getByRole('checkbox', { name: /політикою конфіденційності/ }))
  await keys.use(button('Зареєструватися'))
  await keys.arrivesAt('Особистий кабінет')

  const menu = button(/^Відкрити меню/)
  await keys.use(menu, 'Shift+Tab')
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  await keys.press('Escape')
  await expect(menu).toBeFocused()
  // The focus is back before the page has heard that its dialog is closed. No hand presses again that fast.
  await expect(page.locator('dialog')).toHaveCount(0)
  await keys.use(menu)
  await keys.use(page.getByRole('dialog').getByRole('link', { name: 'Мої покупки' }))
  await keys.arrivesAt('Мої тести')
  await keys.use(page.locator('main a[href="/tests"]').first())
  await keys.arrivesAt('Тести')
  await keys.use(page.locator('main a[href="/tests/verbalnij"]').first())
  await keys.arrivesAt('Вербальний тест IQ')
  await keys.use(button('Купити'))
  // The payment page is the provider's: no route of ours, so no heading gets the focus.
  await expect(page.getByText('Це пробна оплата')).toBeVisible()
  await keys.use(button('Сплатити'))
  await expect(page.getByText('Оплату отримано')).toBeVisible()
  await keys.use(page.getByRole('main').getByRole('link', { name: 'Екзамен' }).first())
  await keys.arrivesAt('Вербальний тест IQ')
  // The check's findings take room above the button. A slow check would push the focused button out of the window.
  await expect(page.getByText('Усе гаразд: пристрій готовий до екзамену.')).toBeVisible()
  await keys.use(button('Почати екзамен'))

  const question = (n: number) => keys.arrivesAt(`Запитання ${n} з 30`, 'Екзамен')
  const option = (n: number) => page.getByRole('radio').nth(n - 1)
  await question(1)
  await keys.press('2')
  await expect(option(2)).toBeChecked()
  await keys.press('f')
  await expect(button('Зняти позначку')).toBeVisible()
  await keys.press('ArrowRight')
  await question(2)
  // The native way: Tab into the group, then an arrow.
  await keys.goTo(option(1))
  await keys.press('ArrowDown')
  await expect(option(2)).toBeChecked()
  await keys.use(button('Очистити відповідь'))
  await question(2)
  await expect(option(2)).not.toBeChecked()
  await keys.press('ArrowLeft')
  await question(1)
  await expect(option(2)).toBeChecked()

  const submit = button(/^Здати/)
  await keys.use(submit, 'Shift+Tab')
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  await keys.press('Escape')
  await expect(submit).toBeFocused()
  await expect(page.locator('dialog')).toHaveCount(0)
  await keys.press('Enter')
  await keys.use(page.getByRole('dialog').getByRole('button', { name: 'Здати', exact: true }))
  await keys.arrivesAt('Результат екзамену')

  await keys.use(button('Перевірити справжність'))
  await keys.use(button('Перевірити підпис'))
  await expect(page.getByText('Підпис справжній')).toBeVisible()
  await expect(button('Перевірити підпис')).toBeFocused()

  // On paper: the owner and how to verify the result, without a token that nobody types, and without buttons.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Оксана Коваль')).toBeVisible()
  await expect(page.getByText(/^Як перевірити\. Номер спроби: [\w-]{36}\. /)).toBeVisible()
  await expect(page.getByText(/[\w-]{100,}\.[\w-]{80,}/)).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  // The PDF is the browser's print: pages of words and a curve, not an empty sheet.
  const pdf = await page.pdf()
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.length).toBeGreaterThan(10_000)
})

test('[C.06] the field of a typed answer takes shortcut keys as text; text that is no number stays there unsaved, and the earlier number counts @full', async ({
  page,
  server,
}) => {
  const person = await newcomer(server)
  const purchaseId = await givePurchase(server, person, 'abstraktnij-proba')
  await signInContext(page.context(), person)
  const keys = keyboardOn(page)
  const heading = page.getByRole('heading', { level: 1 })
  const field = page.getByRole('main').getByRole('textbox')
  await page.goto(`/learning/1/${purchaseId}?pace=exam`)
  await keys.use(page.getByRole('button', { name: 'Почати тренування' }))
  for (let number = 1; ; number += 1) {
    await expect(heading).toHaveText(new RegExp(`^Запитання ${number} `))
    await expect(field.or(page.getByRole('radio')).first()).toBeVisible()
    if (await field.isVisible()) break
    await keys.press('ArrowRight')
  }
  const title = await heading.textContent()
  const prompt = (await page.locator('[id^="prompt-"], [id^="last-"]').allTextContents()).join(' ')
  const hint = 'Потрібне число, наприклад −12 або 7,5'
  await expect(field).toHaveAccessibleDescription(`${prompt.replaceAll(/\s+/g, ' ').trim()} ${hint}`)
  await keys.goTo(field)
  for (const key of ['1', 'f', '2', 'ArrowLeft', 'F']) await keys.press(key)
  await expect(field).toHaveValue('1fF2')
  await expect(page.getByText('Це не число: і далі діє 1')).toBeVisible()
  await expect(page.getByText(/^Збережено/)).toHaveCount(0)
  const cell = page.getByRole('button', { name: new RegExp(`^${Number(/\d+/.exec(title!)![0])}, `) })
  await expect(cell).toHaveAccessibleName(/є відповідь/)
  await expect(heading).toHaveText(title!)
  await expect(page.getByRole('button', { name: 'Позначити запитання' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Зняти позначку' })).toHaveCount(0)

  // The typed text is there again at the question, and becomes an answer with the sign button.
  await page.getByRole('button', { name: title!.includes(' 1 з') ? /^2, / : /^1, / }).click()
  await expect(heading).not.toHaveText(title!)
  await cell.click()
  await expect(field).toHaveValue('1fF2')
  await field.fill('18')
  await keys.use(page.getByRole('button', { name: 'Змінити знак числа' }))
  await expect(field).toHaveValue('−18')
  await expect(page.getByText(onServer)).toBeVisible()
  await expect(cell).toHaveAccessibleName(/є відповідь/)
})

test('keys without a modifier can be turned off, and stay off on this device @full', async ({ page, server }) => {
  const person = await newcomer(server)
  const purchaseId = await givePurchase(server, person, 'abstraktnij-proba')
  await signInContext(page.context(), person)
  const keys = keyboardOn(page)
  const flagged = page.getByRole('button', { name: 'Зняти позначку' })
  const at = (number: number) =>
    expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`^Запитання ${number} `))
  await page.goto(`/learning/1/${purchaseId}?pace=exam`)
  await keys.use(page.getByRole('button', { name: 'Почати тренування' }))
  await at(1)
  const shortcuts = page.getByRole('checkbox', { name: 'Швидкі клавіші' })
  await keys.goTo(shortcuts)
  await keys.press('Space')
  await expect(shortcuts).not.toBeChecked()
  for (const key of ['f', '2', 'ArrowRight']) await keys.press(key)
  await at(1)
  await expect(page.getByRole('button', { name: 'Позначити запитання' })).toBeVisible()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)

  await page.reload()
  await at(1)
  await keys.press('f')
  await expect(shortcuts).not.toBeChecked()
  await expect(flagged).toHaveCount(0)
  await keys.goTo(shortcuts)
  await keys.press('Space')
  await keys.press('f')
  await expect(flagged).toBeVisible()
})

test('the clock of an exam can be hidden, stays hidden on this device, and is shown again @full', async ({
  context,
  server,
}) => {
  const { exam } = await runningExam(context, server)
  const { page } = exam
  const keys = keyboardOn(page)
  const clock = page.getByRole('timer')
  const shown = page.getByRole('checkbox', { name: 'Показувати годинник' })
  await expect(clock).toBeVisible()
  await keys.goTo(shown)
  await keys.press('Space')
  await expect(clock).toHaveCount(0)
  await expect(page.getByText('Останню хвилину видно завжди.')).toBeVisible()
  await page.reload()
  await exam.at(1)
  await expect(shown).not.toBeChecked()
  await expect(clock).toHaveCount(0)
  await keys.goTo(shown)
  await keys.press('Space')
  await expect(clock).toHaveText(/^\d\d:\d\d$/)
})

test('[C.06] with the keyboard alone a person scrolls a long question, sees the focused option whole, folds an offline notice and takes the writing back @full', async ({
  page,
  server,
}) => {
  const { person, purchaseId } = await examinee(server)
  await signInContext(page.context(), person)
  await page.route('**/api/exam-meta/**', async (route) => {
    const response = await route.fetch()
    const paper = await response.json()
    if (paper.questions != null) paper.questions[0].prompt = 'Слово, яке стоїть поруч із іншими словами. '.repeat(40)
    await route.fulfill({ response, json: paper })
  })
  const keys = keyboardOn(page)
  const heading = page.getByRole('heading', { level: 1 })
  const option = (n: number) => page.getByRole('radio').nth(n - 1)
  const exam = examOn(page)
  await exam.open(server.origin, purchaseId)
  await keys.use(page.getByRole('button', { name: 'Почати екзамен' }))
  // The page «Готуємо екзамен» comes before and has a focused heading too, but is no higher than the window.
  await exam.at(1)
  await expect(heading).toBeFocused()

  await keys.press('PageDown')
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await keys.goTo(option(1))
  await expect(option(1)).toBeInViewport({ ratio: 1 })
  await keys.press('2')
  await expect(option(2)).toBeChecked()
  await exam.says(onServer)

  await page.context().setOffline(true)
  await keys.press('3')
  const line = page.getByRole('status').getByRole('button', { name: 'Немає зв’язку' })
  await keys.use(line, 'Shift+Tab')
  await expect(page.getByRole('button', { name: 'Надіслати зараз' })).toBeVisible()
  await keys.press('Escape')
  await expect(line).toBeFocused()
  await expect(line).toHaveAttribute('aria-expanded', 'false')
  await page.context().setOffline(false)
  await exam.says(onServer)
  await expect(line).toHaveCount(0)
  await expect(heading).toBeFocused()

  const other = examOn(await page.context().newPage())
  await other.open(server.origin, purchaseId)
  await other.page.getByRole('button', { name: 'Продовжити тут' }).click()
  await page.bringToFront()
  await expect(option(3)).toBeDisabled()
  await expect(heading).toBeFocused()
  await keys.use(page.getByRole('button', { name: 'Продовжити тут' }), 'Shift+Tab')
  await expect(option(3)).toBeEnabled()
  await expect(option(3)).toBeChecked()
  await expect(heading).toBeFocused()

  for (let number = 2; number <= 6; number += 1) {
    await keys.press('ArrowRight')
    await exam.at(number)
  }
  await keys.use(page.getByRole('button', { name: 'Перевірити й здати' }))
  const dialog = page.getByRole('dialog', { name: 'Здати екзамен?' })
  await keys.use(dialog.getByRole('button', { name: 'Перейти до запитання 4' }))
  await exam.at(4)
  await expect(heading).toBeFocused()
})
