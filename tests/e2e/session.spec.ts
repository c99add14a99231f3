import type { Page, Route } from '@playwright/test'
import { and, eq, isNull } from 'drizzle-orm'
import { answerEvents, attempts } from '../../server/db/schema/attempts.ts'
import { refreshFamilies, users } from '../../server/db/schema/accounts.ts'
import { expect, test } from '../support/browser-test.ts'
import type { TestServer } from '../support/build-server.ts'
import { examinee, examOn, onServer } from '../support/exam-story.ts'
import { newcomer, password, type Person } from '../support/person.ts'
import { readStoredText } from '../support/stored-text.ts'

/** Puts a person's tokens into the browser once. Only the product changes them later. */
async function signIn(page: Page, { server, access, refresh, userId }: Person) {
  await page.goto(`${server.origin}/robots.txt`)
  await page.evaluate(
    (pair) => {
      for (const [key, value] of Object.entries(pair)) localStorage.setItem(key, value)
    },
    { access: access!, refresh: refresh!, user_id: userId! },
  )
}

const menuButton = (page: Page) => page.getByRole('button', { name: 'Відкрити меню' })
const name = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Оксана' })
const access = (page: Page) => page.evaluate(() => localStorage.getItem('access'))

async function logOut(page: Page) {
  await menuButton(page).click()
  await page.getByRole('button', { name: 'Вийти' }).click()
}

async function seesHomeAsGuest(page: Page) {
  await expect(page).toHaveURL((url) => url.pathname === '/')
  await expect(page.getByRole('link', { name: 'Увійти' })).toBeVisible()
}

async function emailOf({ server, userId }: Person): Promise<string> {
  const [account] = await server.services.db.select().from(users).where(eq(users.id, userId!))
  return account!.email
}

async function fillIn(page: Page, email: string) {
  await page.getByLabel('Електронна пошта').fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Увійти', exact: true }).click()
}

const living = ({ server, userId }: Person) =>
  server.services.db
    .select()
    .from(refreshFamilies)
    .where(and(eq(refreshFamilies.userId, userId!), isNull(refreshFamilies.revokedAt)))

/** Waits until the profile is on this device: the session is then renewed, and the page's first calls have ended. */
const profileIsKept = (page: Page) =>
  expect.poll(() => page.evaluate(readStoredText)).toContain('"session-v1","profiles",["')

const isAutosave = (url: URL) => url.pathname.startsWith('/api/exam-answers/')
const refuse = (route: Route) => route.abort()

test.skip(({ isMobile }) => !isMobile, 'once is enough')

test.describe('a session continues', () => {
  test('[S3.07] a session continues when a crash has emptied local storage, and a log-out holds although old tokens return @full', async ({
    page,
    server,
  }) => {
    await signIn(page, await newcomer(server))
    await page.goto('/faq')
    await expect(name(page)).toBeVisible()
    const before = await page.evaluate(() => ({ ...localStorage }))
    await page.evaluate(() => localStorage.clear())
    await page.goto('/faq')
    await expect(name(page)).toBeVisible()
    expect(await access(page)).not.toBeNull()

    await logOut(page)
    await seesHomeAsGuest(page)
    await page.evaluate((lost) => Object.assign(localStorage, lost), before)
    await page.goto('/faq')
    // With a slow storage the page is drawn first, and leads home when it turns out that the person has left.
    await expect(page).toHaveURL(({ pathname }) => pathname === '/login' || pathname === '/')
    expect(await access(page)).toBeNull()
  })

  test('[S4.01] [S4.02] [R06] [R13] a session continues behind a portal that says «Session expired», with a silent server, and after a lost renewal reply @full', async ({
    page,
    server,
  }) => {
    await signIn(page, await newcomer(server))
    await page.goto('/faq')
    await expect(name(page)).toBeVisible()
    await profileIsKept(page)

    const isApi = (url: URL) => url.pathname.startsWith('/api/')
    const portal = { status: 200, contentType: 'text/html', body: '<h1>Wi-Fi</h1>Session expired, token revoked' }
    await page.route(isApi, (route) => route.fulfill(portal))
    await page.reload()
    await expect(name(page)).toBeVisible()
    await page.unroute(isApi)

    await page.route(isApi, () => undefined)
    await page.reload()
    await expect(name(page)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Питання й відповіді')
    await page.unroute(isApi)

    // The server renews, and its reply is lost.
    const renewals: string[] = []
    await page.route('**/api/auth/token/refresh/', async (route) => {
      renewals.push(await (await route.fetch()).text())
      await route.abort()
    })
    await page.reload()
    await expect.poll(() => renewals.length).toBeGreaterThan(0)
    await page.unroute('**/api/auth/token/refresh/')
    await page.reload()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('refresh'))).toBe(JSON.parse(renewals[0]!).refresh)
    await expect(name(page)).toBeVisible()
  })
})

test('[S2.04] [S2.05] [S2.06] [S2.07] [S2.08] pages for signed-in people send a guest to the log-in, and pages for guests send a signed-in person to the profile @full', async ({
  context,
  page,
  server,
}) => {
  for (const path of [
    '/profile',
    '/notifications',
    '/purchases',
    '/achievements',
    '/faq',
    '/tests',
    '/tests/logichnij',
    '/exam/1/none',
    '/learning/1/none',
    '/logic/test-result/none',
  ]) {
    await page.goto(path)
    await expect(page, path).toHaveURL(({ pathname }) => pathname === '/login')
    await expect(page.getByLabel('Електронна пошта'), path).toBeVisible()
  }
  // A new tab remembers no page to return to.
  const members = await context.newPage()
  await signIn(members, await newcomer(server))
  for (const path of [
    '/login',
    '/register',
    '/reset-password/email',
    '/reset-password/check-email',
    '/reset-password/NDE/abc123-0123456789',
  ]) {
    await members.goto(path)
    await expect(members, path).toHaveURL(({ pathname }) => pathname === '/profile')
    await expect(members.getByRole('heading', { level: 1, name: 'Особистий кабінет' }), path).toBeVisible()
  }
})

test.describe('a session ends', () => {
  test('[S2.10] [S4.02] a session that the server ended leads to the log-in by a full page load, and after it back to path, query and hash', async ({
    page,
    server,
  }) => {
    const person = await newcomer(server)
    await signIn(page, person)
    await endSessions(person)
    await page.goto('/tests?type=logic#list')
    await expect(page).toHaveURL(/\/login$/)
    expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toMatch(/\/login$/)
    await expect(
      page.getByText('Сеанс завершився: минув його строк, або його завершили на іншому пристрої.'),
    ).toBeVisible()
    await fillIn(page, await emailOf(person))
    await expect(page).toHaveURL(/\/tests\?type=logic#list$/)
  })

  test('[S2.10] [S2.07] [S4.02] every open tab of a session that the server ended shows the log-in, and returns to its own page after it @full', async ({
    context,
    page,
    server,
  }) => {
    const person = await newcomer(server)
    await signIn(page, person)
    const other = await context.newPage()
    await other.goto('/tests?type=logic#list')
    await expect(other.getByRole('heading', { level: 1, name: 'Тести', exact: true })).toBeVisible()
    // Otherwise this tab might hear of the end first, and lead the other to the log-in during its reload.
    await profileIsKept(other)
    await page.goto('/faq')
    await expect(name(page)).toBeVisible()
    // This tab must not be in a call either, which would meet the end before the reload does.
    await page.waitForLoadState('networkidle')
    await endSessions(person)
    await page.reload()
    await expect(page).toHaveURL(/\/login$/)
    await expect(other).toHaveURL(/\/login$/)
    await expect(other.getByLabel('Електронна пошта')).toBeVisible()
    await fillIn(page, await emailOf(person))
    await expect(page).toHaveURL(/\/faq$/)
    await expect(other).toHaveURL(/\/tests\?type=logic#list$/)
  })

  test('[S4.05] a log-out in one tab ends the session in every tab @full', async ({ context, page, server }) => {
    await signIn(page, await newcomer(server))
    const other = await context.newPage()
    await other.goto('/purchases')
    await page.goto('/faq')
    await expect(name(other)).toBeVisible()
    await logOut(page)
    await seesHomeAsGuest(page)
    await seesHomeAsGuest(other)
  })

  test('[S4.05] a log-out that could not reach the server ends the session there later @full', async ({
    page,
    server,
  }) => {
    const person = await newcomer(server)
    await signIn(page, person)
    await page.goto('/faq')
    await expect(name(page)).toBeVisible()
    const isLogOut = (url: URL) => /\/api\/auth\/(logout|revoke)\/$/.test(url.pathname)
    await page.route(isLogOut, refuse)
    await logOut(page)
    await seesHomeAsGuest(page)
    expect(await living(person)).toHaveLength(1)
    await page.unroute(isLogOut)
    await page.reload()
    await expect.poll(() => living(person)).toEqual([])
  })
})

async function runningExam(page: Page, server: TestServer) {
  const { person, purchaseId } = await examinee(server)
  await signIn(page, person)
  const exam = examOn(page)
  await exam.open(server.origin, purchaseId)
  await exam.start()
  /** Answers of this exam on the server. */
  const delivered = () =>
    server.services.db
      .select({ seq: answerEvents.seq })
      .from(answerEvents)
      .innerJoin(attempts, eq(attempts.id, answerEvents.attemptId))
      .where(eq(attempts.purchaseId, purchaseId))
  return { person, exam, delivered }
}

/** Ends the person's sessions in the database, as «end all sessions» on another device does. */
const endSessions = ({ server, userId }: Person) =>
  server.services.db
    .update(refreshFamilies)
    .set({ revokedAt: new Date(), revokedBecause: 'test' })
    .where(eq(refreshFamilies.userId, userId!))

test.describe('a session that ends during an exam', () => {
  test('[S2.10] [R16] an exam continues by its ticket after the server has ended the session, and the same person signs in over it', async ({
    page,
    server,
  }) => {
    const { exam, person } = await runningExam(page, server)
    // The form over the exam takes the address from the profile.
    await profileIsKept(page)
    await endSessions(person)
    // The page must learn of the end when the exam is on the screen again, not while it is being opened.
    await page.route('**/api/auth/token/refresh/', async (route) => {
      await exam.at(1)
      await route.continue()
    })
    await page.reload()
    const dialog = page.getByRole('dialog', { name: 'Сеанс завершився' })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Увійти пізніше' }).click()
    await exam.choose(0)
    await exam.says(onServer)

    await exam.unfold('Сеанс завершився')
    await page.getByRole('button', { name: 'Увійти знову' }).click()
    await expect(dialog.getByLabel('Електронна пошта')).toHaveValue(await emailOf(person))
    await fillIn(page, await emailOf(person))
    await expect(dialog).toHaveCount(0)
    await exam.at(1)
    await exam.isChosen(0)
    await exam.submit()
    await exam.seesResult()
  })

  test('[S2.10] [S6.01] [R17] another person who signs in over an exam sees nothing of it, and its answer still reaches the server @full', async ({
    context,
    page,
    server,
  }) => {
    const { exam, delivered } = await runningExam(page, server)
    await context.route(isAutosave, refuse)
    await exam.choose(0)
    await exam.says('Збережено на цьому пристрої')
    const other = await context.newPage()
    await other.goto('/faq')
    await logOut(other)
    await other.getByRole('button', { name: 'Вийти, лишивши їх тут' }).click()
    await seesHomeAsGuest(other)
    await fillIn(page, await emailOf(await newcomer(server)))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ви ввійшли в інший обліковий запис')
    await expect(page.getByText('Запитання 1')).toHaveCount(0)

    expect(await delivered()).toEqual([])
    await context.unroute(isAutosave)
    await page.getByRole('link', { name: 'До моїх тестів' }).click()
    await page.reload()
    await expect.poll(delivered).toHaveLength(1)
  })
})

test.describe('a log-out while answers are on this device alone', () => {
  test('[S4.05] [R15] a log-out with unsent answers asks first: the person can download them as a file, or send them before it', async ({
    context,
    page,
    server,
  }) => {
    const { exam, delivered } = await runningExam(page, server)
    await context.route(isAutosave, refuse)
    await exam.choose(0)
    await exam.says('Збережено на цьому пристрої')
    await page.goto('/purchases')
    await logOut(page)
    const dialog = page.getByRole('dialog', { name: 'Не всі відповіді на сервері' })
    await expect(dialog).toContainText('1 відповідь')
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: /^Завантажити файл/ }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^vidpovidi-.*\.json$/)

    await dialog.getByRole('button', { name: 'Надіслати й вийти' }).click()
    await expect(dialog).toContainText('Надіслати не вдалося')
    expect(await access(page)).not.toBeNull()
    await context.unroute(isAutosave)
    await dialog.getByRole('button', { name: 'Надіслати й вийти' }).click()
    await seesHomeAsGuest(page)
    expect(await access(page)).toBeNull()
    expect(await delivered()).toHaveLength(1)
  })
})
