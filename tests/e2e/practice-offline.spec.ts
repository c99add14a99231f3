import type { BrowserContext, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { answerEvents, attempts } from '../../server/db/schema/attempts.ts'
import { findItems, type PaperItem } from '../../server/features/exams/paper/paper-store.ts'
import { axeFaults } from '../support/axe-faults.ts'
import { expect } from '../support/browser-test.ts'
import type { TestServer } from '../support/build-server.ts'
import { examinee, examOn, onDevice as keptHere, onServer, signInContext } from '../support/exam-story.ts'
import { test } from '../support/gated-test.ts'
import { newcomer, password, type Person } from '../support/person.ts'
import { troubledDevice } from '../support/troubled-device.ts'
import { storedText, workerIsReady } from '../support/worker-story.ts'

// The worker and the storage do not depend on the size of the window.
test.beforeEach(({ isMobile }) => {
  test.skip(!isMobile, 'told once, on the phone')
})

const onDevice = 'Відповідь збережено на цьому пристрої.'

function practiceOn(page: Page) {
  return {
    at: (number: number) =>
      expect(page.getByRole('heading', { name: `Запитання ${number} з 5`, exact: true })).toBeVisible(),
    says: (text: string | RegExp) => expect(page.getByText(text)).toBeVisible(),
    press: (name: string) => page.getByRole('button', { name, exact: true }).click(),
    mark: (item: PaperItem, isRight: boolean) => {
      const places = item.question.options!.map(({ id }) => id === item.key.right)
      return page.getByRole('radio').nth(places.indexOf(isRight)).check()
    },
    isBack: () => page.evaluate(() => window.dispatchEvent(new Event('online'))),
  }
}

/** Opens a practice of five matrices with a network, so that its keys are on the device. */
async function openedPractice(context: BrowserContext, server: TestServer) {
  const { person, purchaseId } = await examinee(server, 'logichnij')
  await signInContext(context, person)
  const page = await context.newPage()
  await page.goto(`/learning/1/${purchaseId}?kind=logic-matrix`)
  await workerIsReady(page)
  const begun = page.waitForResponse(
    (reply) => /\/api\/practice\//.test(reply.url()) && reply.request().method() === 'POST',
  )
  await page.getByRole('button', { name: 'Почати тренування' }).click()
  const { attempt_id } = await (await begun).json()
  const items = (await findItems(server.services.db, attempt_id))!
  await expect.poll(() => storedText(page)).toContain(`"right":"${items.at(-1)!.key.right}"`)
  return { person, purchaseId, page, items, attemptId: attempt_id as string, ...practiceOn(page) }
}

const eventsOf = async (server: TestServer, attemptId: string) =>
  (await server.services.db.select().from(answerEvents).where(eq(answerEvents.attemptId, attemptId)))
    .map(({ questionId, value }) => [questionId, value])
    .toSorted()

test('[S2.06] an offline practice gives verdicts and drawn explanations, resumes after a reload, shows its summary, and each answer arrives once @full', async ({
  context,
  server,
  gate,
}) => {
  const { page, purchaseId, items, attemptId, at, says, press, mark, isBack } = await openedPractice(context, server)
  await at(1)
  await mark(items[0]!, true)
  await press('Перевірити')
  await says('Правильно!')
  await expect(page.getByText(onDevice)).toHaveCount(0)

  await gate.shut()
  await press('Далі')
  await mark(items[1]!, false)
  await press('Перевірити')
  await says('Не цього разу.')
  await says(onDevice)
  const reply = page.locator('[aria-live=polite]').filter({ hasText: 'Не цього разу.' })
  await expect(reply.getByRole('img', { name: /Остання клітинка — відповідь\.$/ })).toBeVisible()
  expect(await axeFaults(page, 'a verdict without a network')).toEqual([])

  await page.reload()
  await at(3)
  await press('Не знаю')
  await says('Розберімо разом.')
  await says(onDevice)
  await page.goto(`/learning/1/${purchaseId}`)
  await says(/^Виконано 3 з 5\. Його збережено на цьому пристрої/)
  await press('Продовжити')
  for (const number of [4, 5]) {
    await at(number)
    await mark(items[number - 1]!, true)
    await press('Перевірити')
    await says('Правильно!')
    await press(number === 5 ? 'До підсумку' : 'Далі')
  }
  await expect(page.getByRole('heading', { name: 'Підсумок тренування' })).toBeVisible()
  await expect(page.getByText('3 з 5', { exact: true })).toBeVisible()
  await says(/^Підсумок збережено на цьому пристрої/)
  expect(await axeFaults(page, 'a summary')).toEqual([])
  await page.reload()
  await says(/^Підсумок збережено на цьому пристрої/)
  await expect(page.getByRole('listitem').filter({ hasText: 'Без відповіді' })).toHaveCount(1)
  expect(await eventsOf(server, attemptId)).toHaveLength(1)

  await gate.open()
  await isBack()
  await says('Підсумок уже на сервері.')
  const wrong = items[1]!.question.options!.find(({ id }) => id !== items[1]!.key.right)!.id
  expect(await eventsOf(server, attemptId)).toEqual(
    items.map(({ question, key }, at) => [question.id, at === 1 ? wrong : at === 2 ? null : key.right]),
  )
  const [attempt] = await server.services.db.select().from(attempts).where(eq(attempts.id, attemptId))
  expect(attempt!.state).toBe('graded')
  await page.getByRole('link', { name: 'До результату з розбором' }).click()
  await expect(page.getByRole('heading', { name: 'Результат тренування' })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: /^3 з 5$/ })).toBeVisible()
})

test('[S43] an offline answer waits for its owner: another person neither sees nor sends it, and an earlier answer from another device counts @full', async ({
  context,
  browser,
  server,
  gate,
}) => {
  const { page, person, purchaseId, items, attemptId, at, says, press, mark } = await openedPractice(context, server)
  const address = page.url()
  await gate.shut()
  await mark(items[0]!, true)
  await press('Перевірити')
  await says(onDevice)

  const elsewhere = await browser.newContext({ serviceWorkers: 'block' })
  await signInContext(elsewhere, person)
  const desk = await elsewhere.newPage()
  await desk.goto(`${server.origin}/learning/1/${purchaseId}`)
  await practiceOn(desk).press('Продовжити')
  await practiceOn(desk).press('Не знаю')
  await practiceOn(desk).says('Розберімо разом.')
  await elsewhere.close()
  const first = [['q1', null]]
  expect(await eventsOf(server, attemptId)).toEqual(first)

  await page.goto('/purchases')
  await page.getByRole('button', { name: 'Відкрити меню' }).click()
  await page.getByRole('button', { name: 'Вийти' }).click()
  await says(/^Відповіді тренування по одному завданню, якщо вийти зараз, лишаться тут/)
  await press('Надіслати й вийти')
  await says(/^Надіслати не вдалося/)
  await press('Вийти, лишивши їх тут')
  await expect(page).toHaveURL((url) => url.pathname === '/')
  // Questions and keys are deleted, the answer is not.
  await expect.poll(() => storedText(page)).not.toContain(items.at(-1)!.key.right)
  expect(await storedText(page)).toContain(`"questionId":"q1","value":"${items[0]!.key.right}","state":"waiting"`)

  await gate.open()
  const stranger = await newcomer(server)
  await signInHere(page, stranger)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Тренування не відкрилося' })).toBeVisible()
  expect(await eventsOf(server, attemptId)).toEqual(first)

  const back = await person.post('/api/auth/login/', { email: person.email, password })
  await signInHere(page, { access: back.body.access, refresh: back.body.refresh, userId: person.userId })
  await expect.poll(() => storedText(page)).not.toContain('"state":"waiting"')
  expect(await eventsOf(server, attemptId)).toEqual(first)
  await page.goto(address)
  await at(2)
})

test('on a full disk the page says that an answer is on the page only, and sends it from there when the server is back @full', async ({
  context,
  server,
  gate,
}) => {
  const { page, items, attemptId, says, press, mark, isBack } = await openedPractice(context, server)
  await (await troubledDevice(page, gate.origin)).fillDisk()
  await gate.shut()
  await mark(items[0]!, true)
  await press('Перевірити')
  await says('Правильно!')
  await says(/^Браузер не зберіг відповідь: вона лише на цій сторінці\./)
  await expect(page.getByText(onDevice)).toHaveCount(0)
  await gate.open()
  await isBack()
  await says('Відповідь уже на сервері.')
  expect(await eventsOf(server, attemptId)).toEqual([['q1', items[0]!.key.right]])
})

test('[S2.06] a training as an exam continues offline after reloads, is submitted, and shows its result when the network is back @full', async ({
  context,
  server,
  gate,
}) => {
  const { person, purchaseId } = await examinee(server)
  await signInContext(context, person)
  const page = await context.newPage()
  await page.goto(`/learning/1/${purchaseId}?pace=exam`)
  await workerIsReady(page)
  const training = examOn(page)
  await page.getByRole('button', { name: 'Почати тренування' }).click()
  await training.at(1)
  await training.choose(0)
  await training.says(onServer)
  await gate.shut()
  await page.reload()
  await training.at(1)
  await training.isChosen(0)
  await training.next()
  await training.choose(1)
  await training.says(keptHere)
  await page.reload()
  await training.at(2)
  await training.isChosen(1)
  await page.getByRole('button', { name: /^Здати( тренування)?$/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Здати', exact: true }).click()
  await training.says(/Наступна спроба за|Надсилаємо…/)
  await gate.open()
  await practiceOn(page).isBack()
  await expect(page.getByRole('heading', { name: 'Результат проби' })).toBeVisible()
  await expect(page.getByText(/^(ваша відповідь|ваша, правильна)$/)).toHaveCount(2)
})

/** Answers all tasks of an opened practice without a network. The summary says that this device has it. */
async function finishedOffline({ press, says, at }: ReturnType<typeof practiceOn>) {
  for (const number of [1, 2, 3, 4, 5]) {
    await at(number)
    await press('Не знаю')
    await says('Розберімо разом.')
    await press(number === 5 ? 'До підсумку' : 'Далі')
  }
  await says(/^Підсумок збережено на цьому пристрої/)
}

test('[S2.06] the next practice begins only after the server has taken the answers of the last one, and no answer is lost @full', async ({
  context,
  server,
  gate,
}) => {
  const opened = await openedPractice(context, server)
  const { page, purchaseId, items, attemptId, at, says, press } = opened
  await gate.shut()
  await finishedOffline(opened)

  // The server is back and refuses answers, before any planned try.
  await page.route('**/api/practice-answers/**', (route) => route.fulfill({ status: 503, json: {} }))
  await gate.open()
  await page.getByRole('link', { name: 'До вибору тренування' }).click()
  await expect(page.getByRole('button', { name: 'Почати тренування' })).toBeVisible()
  await expect(page.getByText('Є незавершене тренування')).toHaveCount(0)
  await press('Почати тренування')
  await says(/^Відповіді попереднього тренування ще не на сервері/)
  expect(await axeFaults(page, 'a practice that waits for the last one')).toEqual([])
  const stateOf = async () =>
    (await server.services.db.select().from(attempts).where(eq(attempts.id, attemptId)))[0]!.state
  expect(await stateOf()).toBe('open')

  await page.unroute('**/api/practice-answers/**')
  await press('Спробувати ще раз')
  await at(1)
  expect(await stateOf()).toBe('graded')
  expect(await eventsOf(server, attemptId)).toEqual(items.map(({ question }) => [question.id, null]))
  const ofPurchase = await server.services.db.select().from(attempts).where(eq(attempts.purchaseId, purchaseId))
  expect(ofPurchase.filter(({ isOpen }) => isOpen)).toHaveLength(1)
})

test('an answer that is on the page only reaches the server from there when the browser’s storage is broken @full', async ({
  context,
  server,
  gate,
}) => {
  const { page, items, attemptId, says, press, mark, isBack } = await openedPractice(context, server)
  await page.evaluate(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('broken', 'UnknownError')
    }
  })
  await (await troubledDevice(page, gate.origin)).deleteDatabases()
  await gate.shut()
  await mark(items[0]!, true)
  await press('Перевірити')
  await says(/^Браузер не зберіг відповідь: вона лише на цій сторінці\./)
  await gate.open()
  await isBack()
  await says('Відповідь уже на сервері.')
  expect(await eventsOf(server, attemptId)).toEqual([['q1', items[0]!.key.right]])
})

/** Signs another person in here, as another tab would. */
async function signInHere(page: Page, { access, refresh, userId }: Pick<Person, 'access' | 'refresh' | 'userId'>) {
  await page.evaluate(
    (tokens) => {
      for (const [name, value] of Object.entries(tokens)) localStorage.setItem(name, value)
    },
    { access: access!, refresh: refresh!, user_id: userId! },
  )
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}
