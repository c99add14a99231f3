import { expect as expectAtOnce, type Page } from '@playwright/test'
import { onDevice, onServer } from '../support/exam-story.ts'
import { troubledDevice } from '../support/troubled-device.ts'
import { password } from '../support/person.ts'
import { storedText } from '../support/worker-story.ts'
import type { Member } from './member.ts'

/** As patient as the stories are, also where no runner says so. */
export const expect = expectAtOnce.configure({ timeout: 20_000 })

export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
export const openMenu = press('Відкрити меню')

/** Starts the exam or training, or continues where an earlier stop has started it. */
export async function sitDown(page: Page): Promise<void> {
  const start = page.getByRole('button', { name: /^Почати (екзамен|тренування)$/ })
  const question = page.getByRole('heading', { name: /^Запитання/ })
  await expect(start.or(question)).toBeVisible()
  if (await start.isVisible()) await start.click()
  await expect(question).toBeVisible()
}

/** Answers the question and waits until the answer has come to the server. */
export async function answer(page: Page): Promise<void> {
  await sitDown(page)
  await page.getByRole('radio').nth(1).check()
  await expect(page.getByText(onServer).first()).toBeVisible()
}

/** A guest's six, to their result. */
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

/** An example is answered, and what is said of it leads on. */
export async function solveExample(page: Page): Promise<void> {
  await press('Розв’язати')(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio').first().check()
  await dialog.getByRole('button', { name: 'Перевірити' }).click()
  await expect(dialog.getByRole('link', { name: 'Почати безкоштовно' })).toBeVisible()
}

/** All by which the list of tests can be narrowed, and below it what is sold together. */
export async function unfoldFilters(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Усі три тести IQ' })).toBeVisible()
  await press('Пошук, ціна, порядок')(page)
  await expect(page.getByRole('searchbox')).toBeVisible()
}

/** The training's page, where its address has chosen one task at a time, with what may be chosen. */
export async function seeChoice(page: Page): Promise<void> {
  await page.getByText('Налаштувати тренування').click()
  await expect(page.getByRole('radio', { name: /^По одному завданню/ })).toBeChecked()
}

/** Begins a training one task at a time. */
export async function practise(page: Page): Promise<void> {
  await seeChoice(page)
  await press('Почати тренування')(page)
  await expect(page.getByRole('heading', { name: /^Запитання 1 з/ })).toBeVisible()
}

/** Has its first task explained. */
export async function learn(page: Page): Promise<void> {
  await practise(page)
  await press('Не знаю')(page)
  await expect(page.getByText('Розберімо разом.')).toBeVisible()
}

/** Waits for a part of the page that comes after its heading. */
export const sees = (role: 'heading' | 'link' | 'button' | 'complementary', name: string) => (page: Page) =>
  expect(page.getByRole(role, { name, exact: true })).toBeVisible()

/** Continues from question to question until one asks for a typed answer. */
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

/** Starts an exam whose paper is on its way, or fails on it; `heading` is what the page says then. */
export const startInto = (heading: string) => async (page: Page) => {
  const start = page.getByRole('button', { name: 'Почати екзамен' })
  const arrived = page.getByRole('heading', { name: heading })
  await expect(start.or(arrived)).toBeVisible()
  if (await start.isVisible()) await start.click()
  await expect(arrived).toBeVisible()
}

/** What these calls are answered. */
export const replies = (path: string, json: object) => (page: Page) =>
  page.route(path, (route) => route.fulfill({ json }))

/** The paper is being built, and the status of that is this. */
export const building = (status: object) => async (page: Page) => {
  await replies('**/api/exam-meta/**', { status: 'building_started', exam_cache_key: 'a-paper-on-its-way' })(page)
  await replies('**/api/exam-status/**', status)(page)
}

/** The exam was submitted elsewhere: there is nothing to continue with. */
export const refusesToOpen = (page: Page) =>
  page.route('**/api/exam-meta/**', (route) => route.fulfill({ status: 409, json: { code: 'no_open_attempt' } }))

/** No answer and no submission comes to the server. */
export async function losesAnswers(page: Page): Promise<void> {
  await page.route(/\/api\/exam-answers\//, (route) => route.abort())
  await page.route(/\/api\/exam-meta\//, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
}

/** What was submitted is turned away for good. */
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

/** The check is shown by itself before the first exam in a browser. */
export async function waitForDeviceCheck(page: Page): Promise<void> {
  const check = page.getByRole('region', { name: 'Перевірка пристрою' })
  await expect(check.getByRole('status')).toHaveText(/готовий до екзамену|Почати можна/)
}

/** Comes back, without a network, to a page that this browser has kept. */
export async function loseNetwork(page: Page): Promise<void> {
  // What tsx makes of a named function calls this, which the page has not.
  await page.evaluate('globalThis.__name = (named) => named')
  await expect.poll(() => storedText(page)).toContain('["purchases","owned"]')
  await page.route('**/api/**', (route) => route.abort())
  await page.reload()
  await expect(page.getByText(/^Без мережі · дані на \d/)).toBeVisible()
}

/** A test is finished here, and the browser could install the site. */
export async function inviteToInstall(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('finished-a-test', 'yes')
    dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))
  })
  await expect(page.getByRole('button', { name: 'Встановити', exact: true })).toBeVisible()
}

/** The same on an iPhone, whose browser has no dialog to open; `appinstalled` makes the page look again. */
export async function inviteToInstallByHand(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('finished-a-test', 'yes')
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' })
    dispatchEvent(new Event('appinstalled'))
  })
  // The footer says how, too.
  await expect(page.getByRole('paragraph').filter({ hasText: 'Встановіть «Тестування IQ' })).toBeVisible()
}

/** Another tab has the writing of the exam that this one shows, and keeps it until the next stop. */
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

/** The code of a page cannot be had. */
export async function failToOpen(page: Page): Promise<void> {
  await page.route('**/assets/mailed-*.js', (route) => route.abort())
  await page.goto(new URL('/reset-password/email', page.url()).href)
  await expect(page.getByRole('heading', { name: 'Сторінка не відкрилася' })).toBeVisible()
}

/** Goes back from an answer that no disk and no server has. */
export async function askToLeave(page: Page): Promise<void> {
  await sitDown(page)
  await losesAnswers(page)
  await (await troubledDevice(page, new URL(page.url()).origin)).fillDisk()
  await page.getByRole('radio').nth(2).check()
  await expect(page.getByText('Лише на сторінці')).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(page.getByRole('dialog', { name: 'Піти з цієї сторінки?' })).toBeVisible()
}

/** Answers out of the server's hearing, for so long that the page speaks of it. */
export async function answerUnheard(page: Page): Promise<void> {
  await sitDown(page)
  // Another than in the stops before: what is shown already would be no change.
  await page.getByRole('radio').nth(3).check()
  await page.getByRole('button', { name: 'Немає зв’язку з сервером' }).click()
  await expect(page.getByRole('button', { name: 'Надіслати зараз' })).toBeVisible()
}

/** Answers out of the server's hearing, while another device of the same person answers the same question otherwise. */
export async function answerElsewhere(page: Page, member?: Member): Promise<void> {
  await sitDown(page)
  await losesAnswers(page)
  // Another than in the stops before: the page that was left may have had the time to send its own.
  await page.getByRole('radio').first().check()
  await expect(page.getByText(onDevice, { exact: true }).first()).toBeVisible()
  const { person, untaken } = member!
  // A tour beside other stories takes longer than a token lives; a session of its own leaves that of the page alone.
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

/** All questions over the one that is open; a wide window has them beside it, and no way to this. */
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

/** Submits, to a server that does not answer. */
export async function submitUnheard(page: Page): Promise<void> {
  await askToSubmit(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Здати', exact: true }).click()
  await expect(page.getByText('Сервер поки не відповідає')).toBeVisible()
}

/** Wants to leave while answers are on this device alone. */
export async function logOutWithAnswers(page: Page): Promise<void> {
  await openMenu(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Вийти' }).click()
  await expect(page.getByRole('dialog', { name: 'Не всі відповіді на сервері' })).toBeVisible()
}

/** The session ends in mid-question: its person has logged out in another tab. */
export async function loseSession(page: Page): Promise<void> {
  await sitDown(page)
  await page.evaluate(endSessionElsewhere)
  await expect(page.getByRole('dialog', { name: 'Сеанс завершився' })).toBeVisible()
}

/** What another tab does when somebody logs out there, and how this one hears of it. */
function endSessionElsewhere(): void {
  localStorage.removeItem('access')
  localStorage.removeItem('refresh')
  window.dispatchEvent(new StorageEvent('storage', { key: 'access' }))
}
