import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import type { PushMessage } from '#contract/push.ts'
import { pushSubscriptions } from '../../server/db/schema/pushes.ts'
import { axeFaults } from '../support/axe-faults.ts'
import { expect, test } from '../support/browser-test.ts'
import type { TestServer } from '../support/build-server.ts'
import type { Person } from '../support/person.ts'
import { signInAsNewcomer } from '../support/sign-in.ts'
import { needsWholeBrowser } from '../support/whole-browser.ts'
import { workerIsReady } from '../support/worker-story.ts'

test.use({ serviceWorkers: 'allow' })
test.skip(({ isMobile }) => !isMobile, 'What is kept and sent is the same in a wide window')

/**
 * Replaces the page's subscription by one with the keys of RFC 8291's example, so that no push service is asked. DevTools then
 * hand opened messages to the worker. tests/api tests their encryption and sending.
 */
async function replaceSubscription(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const bytesOf = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer
    let mailbox: object | null = null
    PushManager.prototype.getSubscription = async () => mailbox as PushSubscription | null
    PushManager.prototype.subscribe = async (options) => {
      // The page may be another one each time, but the mailbox is the browser's.
      const endpoint = (localStorage.endpoint ??= `https://push.example/${crypto.randomUUID()}`)
      mailbox = {
        endpoint,
        options: { applicationServerKey: bytesOf(options!.applicationServerKey as string) },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => {
          mailbox = null
          return true
        },
      }
      return mailbox as PushSubscription
    }
  })
}

const kindsOf = async (server: TestServer, { userId }: Person) => {
  const { kinds, userId: owner } = pushSubscriptions
  return (await server.services.db.select({ kinds }).from(pushSubscriptions).where(eq(owner, userId!))).map((row) =>
    row.kinds.toSorted(),
  )
}

/** Hands messages to the site's worker as its push service would. No page of the site need be open. */
async function pushesTo(page: Page, origin: string): Promise<(message: object) => Promise<void>> {
  const devTools: CDPSession = await page.context().newCDPSession(page)
  const registrationId = await new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)
      if (found !== undefined) resolve(found.registrationId)
    })
    void devTools.send('ServiceWorker.enable')
  })
  return async (message) => {
    const data = JSON.stringify(message)
    await devTools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  }
}

interface Shown {
  title: string
  body: string
  path: string
}
type Worker = typeof globalThis & { told?: Shown[]; opened?: string[]; registration: ServiceWorkerRegistration }

/**
 * Notes what the worker shows and opens. A test cannot press the system's notification, and only such a press may open a window.
 */
async function noteWorker(context: BrowserContext): Promise<void> {
  await context.serviceWorkers()[0]!.evaluate(() => {
    const worker = self as unknown as Worker & { clients: { openWindow: (path: string) => Promise<null> } }
    const show = worker.registration.showNotification.bind(worker.registration)
    worker.told = []
    worker.opened = []
    worker.registration.showNotification = async (title, options) => {
      await show(title, options)
      worker.told!.push({ title, body: options!.body!, path: (options!.data as { path: string }).path })
    }
    worker.clients.openWindow = async (path) => {
      worker.opened!.push(path)
      return null
    }
  })
}
const notificationsOf = (context: BrowserContext) =>
  context.serviceWorkers()[0]!.evaluate(() => (self as unknown as Worker).told ?? [])
/** Presses the shown notification, as far as the worker can tell. */
const press = (context: BrowserContext) =>
  context.serviceWorkers()[0]!.evaluate(async () => {
    const worker = self as unknown as Worker
    const [notification] = await worker.registration.getNotifications()
    const Press = (globalThis as unknown as { NotificationEvent: new (type: string, init: object) => Event })
      .NotificationEvent
    worker.dispatchEvent(new Press('notificationclick', { notification }))
  })
/** Number of the site's windows. A closed window may still count for a moment. */
const windowsOf = (context: BrowserContext) =>
  context.serviceWorkers()[0]!.evaluate(async () => {
    const { clients } = self as unknown as { clients: { matchAll: (which: object) => Promise<object[]> } }
    return (await clients.matchAll({ type: 'window', includeUncontrolled: true })).length
  })
const opened = (context: BrowserContext) =>
  context.serviceWorkers()[0]!.evaluate(() => (self as unknown as Worker).opened)

test('[S43] a person switches push messages on, opens one with the site closed, sees no text of another person’s message, and switches them off @full', async ({
  page,
  context,
  server,
}) => {
  needsWholeBrowser('notifications')
  await context.grantPermissions(['notifications'], { origin: server.origin })
  await replaceSubscription(page)
  const person = await signInAsNewcomer(page, server)
  await page.goto('/profile?settings')
  await workerIsReady(page)
  const section = page.getByRole('region', { name: 'Сповіщення на цьому пристрої' })
  expect(await kindsOf(server, person)).toEqual([])
  await section.getByRole('button', { name: 'Увімкнути сповіщення' }).press('Enter')
  await expect(section.getByRole('status')).toHaveText('Сповіщення ввімкнено на цьому пристрої.')
  await expect(section.getByRole('button', { name: 'Вимкнути на цьому пристрої' })).toBeFocused()
  expect(await kindsOf(server, person)).toEqual([
    ['access-ending', 'answers-delivered', 'exam-running', 'result-ready'],
  ])
  const ofAccess = section.getByRole('checkbox', { name: /^Доступ до тесту/ })
  await ofAccess.uncheck()
  // The server knows the choice before this browser has written it down.
  await expect(ofAccess).toHaveAttribute('aria-disabled', 'false')
  expect(await kindsOf(server, person)).toEqual([['answers-delivered', 'exam-running', 'result-ready']])
  expect(await axeFaults(page, 'news on this device')).toEqual([])

  const push = await pushesTo(page, server.origin)
  await noteWorker(context)
  await page.goto('about:blank')
  await expect.poll(() => windowsOf(context)).toBe(0)
  const path = '/test/test-result/p1?attempt=a1'
  const news: PushMessage = {
    to: person.userId!,
    kind: 'result-ready',
    title: 'Результат готовий',
    body: 'Екзамен «Логічний тест IQ» оцінено.',
    path,
    attempt: 'a1',
  }
  await push(news)
  await expect.poll(() => notificationsOf(context)).toEqual([{ title: news.title, body: news.body, path }])
  await press(context)
  await expect.poll(() => opened(context)).toEqual([path])

  await push({ ...news, to: 'somebody else', body: 'Приватне' })
  const unnamed = { title: 'Нове сповіщення', body: 'Відкрийте «Тестування IQ», щоб прочитати його.' }
  await expect
    .poll(async () => (await notificationsOf(context)).slice(1))
    .toEqual([{ ...unnamed, path: '/notifications' }])

  await page.goto('/profile?settings')
  await expect(ofAccess).not.toBeChecked()
  await expect(section.getByRole('checkbox', { name: /^Результат екзамену/ })).toBeChecked()
  await section.getByRole('button', { name: 'Вимкнути на цьому пристрої' }).click()
  await expect(section.getByRole('status')).toHaveText('Сповіщення на цьому пристрої вимкнено.')
  expect(await kindsOf(server, person)).toEqual([])
})
