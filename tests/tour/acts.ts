import { expect as expectAtOnce, type Page } from '@playwright/test'
import { onDevice, onServer } from '../support/exam-story.ts'
import { troubledDevice } from '../support/troubled-device.ts'
import { password } from '../support/person.ts'
import { storedText } from '../support/worker-story.ts'
import type { Member } from './member.ts'

/** Uses the stories' timeout (20 s), also outside of a runner. */
export const expect = expectAtOnce.configure({ timeout: 20_000 })

export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
export const openMenu = press('Відкрити меню')

/** Starts the exam or training, or continues one that is started. */
export async function sitDown(page: Page): Promise<void> {
  const start = page.getByRole('button', { name: /^Почати (екзамен|тренування)$/ })
  const question = page.getByRole('heading', { name: /^Запитання/ })
  await expect(start.or(question)).toBeVisible()
  if (await start.isVisible()) await start.click()
  await expect(question).toBeVisible()
}

export async function answer(page: Page): Promise<void> {
  await sitDown(page)
  await page.getByRole('radio').nth(1).check()
  await expect(page.getByText(onServer).first()).toBeVisible()
}

/** Answers a guest's six questions, up to their result. */
export async function answerSix(page: Page): Promise<void> {
  for (let number = 1; number <= 6; number += 1) {
    await expect(page.getByRole('heading', { name: `Запитання ${number} з 6` })).toBeVisible()
    await page
      .getByRole('radio')
      .nth(number % 3)
      .check()
    await press(number < 6 ? 'Далі' : 'Побачити результат')(page)
  }
  await expect(page.getByRole('heading', { name: 'Ваш результат' })).toBeVisible()
}

export async function solveExample(page: Page): Promise<void> {
  await press('Розв’язати')(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio').first().check()
  await dialog.getByRole('button', { name: 'Перевірити' }).click()
  await expect(dialog.getByRole('link', { name: 'Почати безкоштовно' })).toBeVisible()
}

/** Opens all filters of the list of tests, with the bundle below it. */
export async function unfoldFilters(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Усі три тести IQ' })).toBeVisible()
  await press('Пошук, ціна, порядок')(page)
  await expect(page.getByRole('searchbox')).toBeVisible()
}

export async function seeChoice(page: Page): Promise<void> {
  await page.getByText('Налаштувати тренування').click()
  await expect(page.getByRole('radio', { name: /^По одному завданню/ })).toBeChecked()
}

export async function practise(page: Page): Promise<void> {
  await seeChoice(page)
  await press('Почати тренування')(page)
  await expect(page.getByRole('heading', { name: /^Запитання 1 з/ })).toBeVisible()
}

export async function learn(page: Page): Promise<void> {
  await practise(page)
  await press('Не знаю')(page)
  await expect(page.getByText('Розберімо разом.')).toBeVisible()
}

/** Waits for a part that appears after the page's heading. */
export const sees = (role: 'heading' | 'link' | 'button' | 'complementary', name: string) => (page: Page) =>
  expect(page.getByRole(role, { name, exact: true })).toBeVisible()

export async function findTyped(page: Page): Promise<void> {
  await sitDown(page)
  const [field, choice] = [page.getByRole('main').getByRole('textbox'), page.getByRole('radio')]
  const heading = page.getByRole('heading', { level: 1 })
  for (let number = 1; ; number += 1) {
    await expect(heading).toHaveText(new RegExp(`^Запитання ${number} `))
    await expect(field.or(choice).first()).toBeVisible()
    if (await field.isVisible()) return field.fill('42')
    await page.getByRole('button', { name: 'Наступне' }).click()
  }
}

/** Starts an exam whose paper is on its way, or fails. `heading` is what the page then says. */
export const startInto = (heading: string) => async (page: Page) => {
  const start = page.getByRole('button', { name: 'Почати екзамен' })
  const arrived = page.getByRole('heading', { name: heading })
  await expect(start.or(arrived)).toBeVisible()
  if (await start.isVisible()) await start.click()
  await expect(arrived).toBeVisible()
}

export const replies = (path: string, json: object) => (page: Page) =>
  page.route(path, (route) => route.fulfill({ json }))

/** Keeps the paper in the making; `status` is the reply about it. */
export const building = (status: object) => async (page: Page) => {
  await replies('**/api/exam-meta/**', { status: 'building_started', exam_cache_key: 'a-paper-on-its-way' })(page)
  await replies('**/api/exam-status/**', status)(page)
}

export const refusesToOpen = (page: Page) =>
  page.route('**/api/exam-meta/**', (route) => route.fulfill({ status: 409, json: { code: 'no_open_attempt' } }))

export async function losesAnswers(page: Page): Promise<void> {
  await page.route(/\/api\/exam-answers\//, (route) => route.abort())
  await page.route(/\/api\/exam-meta\//, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
}

export async function refusesWork(page: Page): Promise<void> {
  const refusal = { detail: 'Відповіді не пройшли перевірки.', code: 'validation_failed', status_code: 422 }
  await page.route(/\/api\/exam-meta\//, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 422, json: refusal }) : route.continue(),
  )
}

export async function followDeadLink(page: Page): Promise<void> {
  await press('Підтвердити')(page)
  await expect(page.getByText('Це посилання вже не працює')).toBeVisible()
}

export const seeDeadLink = (page: Page) => expect(page.getByText('Це посилання вже не працює')).toBeVisible()

/** Waits for the device check, which opens by itself before the first exam in a browser. */
export async function waitForDeviceCheck(page: Page): Promise<void> {
  const check = page.getByRole('region', { name: 'Перевірка пристрою' })
  await expect(check.getByRole('status')).toHaveText(/готовий до екзамену|Почати можна/)
}

/** Reloads, without a network, a page that this browser has kept. */
export async function loseNetwork(page: Page): Promise<void> {
  // Functions that tsx compiles call `__name`, which the page does not have.
  await page.evaluate('globalThis.__name = (named) => named')
  await expect.poll(() => storedText(page)).toContain('["purchases","owned"]')
  await page.route('**/api/**', (route) => route.abort())
  await page.reload()
  await expect(page.getByText(/^Без мережі · дані на \d/)).toBeVisible()
}

/** Marks a test as finished in a browser that could install the site. */
export async function inviteToInstall(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('finished-a-test', 'yes')
    dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))
  })
  await expect(page.getByRole('button', { name: 'Встановити', exact: true })).toBeVisible()
}

/** Marks a test as finished on an iPhone, whose browser has no install dialog. `appinstalled` makes the page look again. */
export async function inviteToInstallByHand(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('finished-a-test', 'yes')
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' })
    dispatchEvent(new Event('appinstalled'))
  })
  // The footer also says how to install.
  await expect(page.getByRole('paragraph').filter({ hasText: 'Встановіть «Тестування IQ' })).toBeVisible()
}

/** Takes the lease of this exam in another tab and keeps it until the next stop. */
export async function findInAnotherTab(page: Page): Promise<void> {
  const other = await page.context().newPage()
  await other.goto(new URL('/robots.txt', page.url()).href)
  await other.evaluate((purchaseId) => {
    const lock = `exam-writer:${localStorage.getItem('user_id')}:${purchaseId}`
    void navigator.locks.request(lock, () => new Promise(() => undefined))
  }, new URL(page.url()).pathname.split('/').at(-1))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Екзамен відкрито в іншій вкладці' })).toBeVisible()
}

export async function failToOpen(page: Page): Promise<void> {
  await page.route('**/assets/mailed-*.js', (route) => route.abort())
  await page.goto(new URL('/reset-password/email', page.url()).href)
  await expect(page.getByRole('heading', { name: 'Сторінка не відкрилася' })).toBeVisible()
}

/** Goes back from an answer that neither a disk nor the server has. */
export async function askToLeave(page: Page): Promise<void> {
  await sitDown(page)
  await losesAnswers(page)
  await (await troubledDevice(page, new URL(page.url()).origin)).fillDisk()
  await page.getByRole('radio').nth(2).check()
  await expect(page.getByText('Лише на сторінці')).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(page.getByRole('dialog', { name: 'Піти з цієї сторінки?' })).toBeVisible()
}

/** Answers out of the server's reach for so long that the page says so. */
export async function answerUnheard(page: Page): Promise<void> {
  await sitDown(page)
  // Chooses another option than the stops before: the option that is shown already would be no change.
  await page.getByRole('radio').nth(3).check()
  await page.getByRole('button', { name: 'Немає зв’язку з сервером' }).click()
  await expect(page.getByRole('button', { name: 'Надіслати зараз' })).toBeVisible()
}

/** Answers out of the server's reach, while the person's other device answers the same question differently. */
export async function answerElsewhere(page: Page, member?: Member): Promise<void> {
  await sitDown(page)
  await losesAnswers(page)
  // Chooses another option than the stops before: the page that was left may have sent its own.
  await page.getByRole('radio').first().check()
  await expect(page.getByText(onDevice, { exact: true }).first()).toBeVisible()
  const { person, untaken } = member!
  // A tour that runs with other stories takes longer than a token lives. A session of its own leaves the page's session alone.
  const { body: session } = await person.post('/api/auth/login/', { email: person.email, password })
  person.access = session.access
  const { body } = await person.get(`/api/exam-meta/${untaken}/`)
  const [question] = body.questions
  const { ticket, epoch } = body.attempt
  const event = { question_id: question.id, value: question.options[3].id, epoch, seq: 99, device_id: 'tablet' }
  await person.put(`/api/exam-answers/${untaken}/`, { ticket, events: [event] })
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Дві відповіді' }).click()
  await expect(page.getByRole('region', { name: 'На іншому пристрої ви відповіли інакше' })).toBeVisible()
}

/** A wide window shows all questions beside the open one and has no button for them. */
export async function seeAllQuestions(page: Page): Promise<void> {
  await sitDown(page)
  const way = page.getByRole('button', { name: 'Усі запитання' })
  if (!(await way.isVisible())) return
  await way.click()
  await expect(page.getByRole('dialog', { name: 'Усі запитання' })).toBeVisible()
}

export async function askToSubmit(page: Page): Promise<void> {
  await sitDown(page)
  await press(/^Здати( екзамен)?$/)(page)
}

export async function submitUnheard(page: Page): Promise<void> {
  await askToSubmit(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Здати', exact: true }).click()
  await expect(page.getByText('Сервер поки не відповідає')).toBeVisible()
}

/** Asks to log out while answers are on this device alone. */
export async function logOutWithAnswers(page: Page): Promise<void> {
  await openMenu(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Вийти' }).click()
  await expect(page.getByRole('dialog', { name: 'Не всі відповіді на сервері' })).toBeVisible()
}

/** Ends the session in mid-question, as a log-out in another tab does. */
export async function loseSession(page: Page): Promise<void> {
  await sitDown(page)
  await page.evaluate(endSessionElsewhere)
  await expect(page.getByRole('dialog', { name: 'Сеанс завершився' })).toBeVisible()
}

function endSessionElsewhere(): void {
  localStorage.removeItem('access')
  localStorage.removeItem('refresh')
  window.dispatchEvent(new StorageEvent('storage', { key: 'access' }))
}
