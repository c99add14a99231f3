import { type BrowserContext, expect, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { users } from '../../server/db/schema/accounts.ts'
import { attempts } from '../../server/db/schema/attempts.ts'
import type { TestServer } from './build-server.ts'
import { givePurchase, newcomer, password, type Person } from './person.ts'

/** The test of six questions that the stories take. */
const shortTest = 'verbalnij-proba'

/** Makes a person who owns a test, a short one by default, and has not opened it in any browser. */
export async function examinee(server: TestServer, slug = shortTest): Promise<{ person: Person; purchaseId: string }> {
  const person = await newcomer(server)
  return { person, purchaseId: await givePurchase(server, person, slug) }
}

/** Gives a context its own session of that person, as a log-in on one more device does. */
export async function signInContext(context: BrowserContext, person: Person): Promise<void> {
  const { db } = person.server.services
  const [account] = await db.select().from(users).where(eq(users.id, person.userId!))
  const { body } = await person.post('/api/auth/login/', { email: account!.email, password })
  await context.addInitScript(({ access, refresh, user_id }) => {
    // Only once: what the site does to its session must survive navigations and other tabs.
    if (localStorage.getItem('seeded') !== null) return
    localStorage.setItem('seeded', 'yes')
    localStorage.setItem('access', access)
    localStorage.setItem('refresh', refresh)
    localStorage.setItem('user_id', user_id)
  }, body)
}

export const examPath = (purchaseId: string) => `/exam/1/${purchaseId}`
export const onServer = 'Збережено на сервері'
export const onDevice = 'Збережено на цьому пристрої'

export function examOn(page: Page) {
  const radio = (n: number) => page.getByRole('radio').nth(n)
  const at = (question: number) =>
    expect(page.getByRole('heading', { name: `Запитання ${question} з 6`, exact: true })).toBeVisible()
  return {
    page,
    radio,
    at,
    open: async (origin: string, purchaseId: string) => {
      await page.goto(origin + examPath(purchaseId))
    },
    start: async () => {
      await page.getByRole('button', { name: /^(Почати|Продовжити) екзамен$/ }).click()
      await at(1)
    },
    choose: (n: number) => radio(n).check(),
    isChosen: (n: number) => expect(radio(n)).toBeChecked(),
    next: () => page.getByRole('button', { name: 'Наступне' }).click(),
    goTo: async (question: number) => {
      await page.getByRole('button', { name: new RegExp(`^${question},`) }).click()
      await at(question)
    },
    /** Unfolds the details of the one-line status in the bar: where the answers are saved. */
    unfold: (title: string) => page.getByRole('status').getByRole('button', { name: title }).click(),
    says: (text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible(),
    submit: async () => {
      await page.getByRole('button', { name: /^Здати( екзамен| тренування)?$/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Здати', exact: true }).click()
    },
    seesResult: () =>
      expect(page.getByRole('heading', { name: 'Результат екзамену' })).toBeVisible({ timeout: 20_000 }),
  }
}

/** Starts an exam for a new person in this context; the page shows the first question. */
export async function runningExam(context: BrowserContext, server: TestServer) {
  const { person, purchaseId } = await examinee(server)
  await signInContext(context, person)
  const exam = examOn(await context.newPage())
  await exam.open(server.origin, purchaseId)
  await exam.start()
  const moveClock = (values: Partial<typeof attempts.$inferInsert>) =>
    server.services.db.update(attempts).set(values).where(eq(attempts.purchaseId, purchaseId))
  const stored = async () => {
    const [attempt] = await server.services.db.select().from(attempts).where(eq(attempts.purchaseId, purchaseId))
    return attempt!
  }
  return { person, purchaseId, exam, moveClock, stored }
}
