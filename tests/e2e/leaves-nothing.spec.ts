import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { refreshFamilies, users } from '../../server/db/schema/accounts.ts'
import { attempts } from '../../server/db/schema/attempts.ts'
import { expect, test } from '../support/browser-test.ts'
import type { TestServer } from '../support/build-server.ts'
import { examinee, examOn, onDevice, onServer } from '../support/exam-story.ts'
import { newcomer, password, Person } from '../support/person.ts'
import { readStoredText } from '../support/stored-text.ts'
import { workerIsReady } from '../support/worker-story.ts'

/** Places named by decision 0015 (docs/decisions/browser-storage.md): databases with stores, and keys of storages. */
const named = readFileSync('docs/decisions/browser-storage.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => line.split('|')[1]!.match(/(?<=`)[^`\s]+(?=`)/g) ?? [])
const isNamed = (place: string) =>
  named.some((name) => (name.endsWith('*') ? place.startsWith(name.slice(0, -1)) : place === name))

/** Places that this browser has opened: every store of every database, and every key. */
const places = (page: Page) =>
  page.evaluate(async () => {
    const found = [...Object.keys(localStorage), ...Object.keys(sessionStorage), ...(await caches.keys())]
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name!)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      for (const store of db.objectStoreNames) found.push(`${name}/${store}`)
      db.close()
    }
    return found
  })

/** Addresses and contents in Cache Storage. */
const cachedText = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) found.push(request.url, await (await cache.match(request))!.text())
    }
    return found.join('\n')
  })

/** Names of the words that are left in databases, caches and local storage, and in this tab's storage. */
async function left(page: Page, words: Record<string, string>): Promise<{ kept: string[]; inTab: string[] }> {
  const [kept, tab] = [
    await page.evaluate(readStoredText),
    await page.evaluate(() => JSON.stringify({ ...sessionStorage })),
  ]
  const found = (text: string) => Object.keys(words).filter((name) => text.includes(words[name]!))
  return { kept: found(kept.replace(tab, '') + (await cachedText(page))), inTab: found(tab) }
}

const settings = (page: Page) => page.getByRole('button', { name: 'Показати налаштування' })
const draft = 'Пишу про себе, і ще не зберегла'

/** A person who has answered one question, gone to their profile, and typed there without saving. */
async function whoHasLivedHere(page: Page, server: TestServer, isSaved = true) {
  const { person, purchaseId } = await examinee(server)
  await page.goto('/robots.txt')
  await page.evaluate(
    ({ access, refresh, userId }) => {
      for (const [key, value] of Object.entries({ access, refresh, user_id: userId })) localStorage.setItem(key, value!)
    },
    { access: person.access, refresh: person.refresh, userId: person.userId },
  )
  const exam = examOn(page)
  await exam.open(server.origin, purchaseId)
  await exam.start()
  if (!isSaved) await page.route('**/api/exam-answers/**', (route) => route.abort())
  await exam.choose(0)
  await exam.says(isSaved ? onServer : onDevice)
  const [attempt] = await server.services.db.select().from(attempts).where(eq(attempts.purchaseId, purchaseId))
  const paper = await newSession(person)
  const { body } = await paper.get(`/api/exam-meta/${purchaseId}/`)
  await page.goto('/profile')
  await settings(page).click()
  await page.getByLabel('Про себе').fill(draft)
  await expect.poll(() => page.evaluate(readStoredText)).toContain('"session-v1","profiles",["')
  const words = {
    id: person.userId!,
    email: await emailOf(person),
    ticket: body.attempt.ticket as string,
    attempt: attempt!.id,
    question: JSON.stringify(body.questions[0].prompt).slice(1, -1),
    draft,
  }
  return { person, purchaseId, words, elsewhere: paper }
}

async function emailOf({ server, userId }: Person) {
  const [account] = await server.services.db.select().from(users).where(eq(users.id, userId!))
  return account!.email
}

/** The same person on another device. */
async function newSession(person: Person) {
  const other = new Person(person.server)
  const { body } = await other.post('/api/auth/login/', { email: await emailOf(person), password })
  other.access = body.access
  return other
}

async function logIn(page: Page, email: string) {
  await page.getByLabel('Електронна пошта').fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Увійти', exact: true }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Оксана' })).toBeVisible()
}

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Відкрити меню' }).click()
  await page.getByRole('button', { name: 'Вийти', exact: true }).click()
}

const nothing = { kept: [], inTab: [] }

test.describe('traces of a person in a browser', () => {
  test('[S4.05] [C.06] a log-out during an exam leaves no trace of the person, and the next log-in reads the exam from the server', async ({
    page,
    server,
  }) => {
    const { purchaseId, words } = await whoHasLivedHere(page, server)
    expect((await places(page)).filter((place) => !isNamed(place))).toEqual([])
    await logOut(page)
    await expect(page.getByRole('link', { name: 'Увійти' })).toBeVisible()
    await expect.poll(() => left(page, words)).toEqual(nothing)
    expect((await places(page)).filter((place) => !isNamed(place))).toEqual([])

    await page.goto('/login')
    await logIn(page, words.email)
    await examOn(page).open(server.origin, purchaseId)
    await examOn(page).start()
    await examOn(page).isChosen(0)
  })

  test.describe('with a worker that keeps files', () => {
    test.use({ serviceWorkers: 'allow' })

    test('[S4.05] a log-out during an exam leaves no trace in the caches and the storage of a browser with a worker @full', async ({
      page,
      server,
    }) => {
      const { words } = await whoHasLivedHere(page, server)
      await workerIsReady(page)
      // The worker may have kept these pages meanwhile. All of its caches are read, also for replies of the API.
      for (const path of ['/purchases', '/notifications', '/profile']) await page.goto(path)
      await settings(page).click()
      await expect.poll(() => cachedText(page)).toContain('/assets/')
      expect((await places(page)).filter((place) => !isNamed(place))).toEqual([])
      await logOut(page)
      await expect(page.getByRole('link', { name: 'Увійти' })).toBeVisible()
      await expect.poll(() => left(page, words)).toEqual(nothing)
    })
  })

  test('[S4.05] a log-out from all devices leaves no trace of the person in this browser @full', async ({
    page,
    server,
  }) => {
    const { words } = await whoHasLivedHere(page, server)
    await page.getByRole('button', { name: 'Завершити сеанси на всіх пристроях' }).click()
    await page.getByRole('button', { name: 'Завершити всі сеанси' }).click()
    await expect(page.getByText('Сеанси на всіх пристроях завершено')).toBeVisible()
    await expect.poll(() => left(page, words)).toEqual(nothing)
  })

  const ends: [string, (person: Person, elsewhere: Person) => Promise<unknown>][] = [
    [
      'an end of all sessions from another device',
      (_, elsewhere) => elsewhere.post('/api/auth/sign-out-everywhere/', {}),
    ],
    [
      'an end of its session by the server',
      ({ server, userId }) =>
        server.services.db
          .update(refreshFamilies)
          .set({ revokedAt: new Date(), revokedBecause: 'test' })
          .where(eq(refreshFamilies.userId, userId!)),
    ],
    [
      'a new password from another device',
      async (_, elsewhere) => {
        await elsewhere.post('/api/auth/password/check/', { old_password: password })
        const pair = { new_password1: 'зовсім-інший-пароль-27', new_password2: 'зовсім-інший-пароль-27' }
        await elsewhere.put('/api/auth/password/change/', pair)
      },
    ],
    ['the end of the account', (_, elsewhere) => elsewhere.post('/api/user/delete/', { password })],
  ]
  for (const [index, [what, end]] of ends.entries()) {
    test(`[S2.10] after ${what} only the person’s id and unsaved text are left, in their tab, and nothing once another person signs in${index === 0 ? '' : ' @full'}`, async ({
      page,
      server,
    }) => {
      const { person, words, elsewhere } = await whoHasLivedHere(page, server)
      await end(person, elsewhere)
      await page.reload()
      await expect(page).toHaveURL(/\/login$/)
      await expect.poll(() => left(page, words)).toEqual({ kept: [], inTab: ['id', 'draft'] })
      await logIn(page, await emailOf(await newcomer(server)))
      await expect.poll(() => left(page, words)).toEqual(nothing)
    })
  }

  test('[S2.10] a person whose session was ended elsewhere finds their unsaved text when they log in again @full', async ({
    page,
    server,
  }) => {
    const { words, elsewhere } = await whoHasLivedHere(page, server)
    await elsewhere.post('/api/auth/sign-out-everywhere/', {})
    await page.reload()
    await expect(page).toHaveURL(/\/login$/)
    await logIn(page, words.email)
    await expect(page.getByLabel('Про себе')).toHaveValue(draft)
  })

  test('[S4.05] [R15] a log-out leaves the answers that the server lacks, until the server has them and another person signs in @full', async ({
    page,
    server,
  }) => {
    const { words } = await whoHasLivedHere(page, server, false)
    await logOut(page)
    await page.getByRole('button', { name: 'Вийти, лишивши їх тут' }).click()
    await expect(page.getByRole('link', { name: 'Увійти' })).toBeVisible()
    await expect.poll(() => left(page, words)).toEqual({ kept: ['id', 'ticket', 'attempt', 'question'], inTab: [] })
    await page.unroute('**/api/exam-answers/**')
    await page.goto('/login')
    await logIn(page, await emailOf(await newcomer(server)))
    await expect.poll(() => left(page, words)).toEqual(nothing)
  })
})
