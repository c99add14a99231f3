import { readdirSync, rmSync } from 'node:fs'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { routePatterns } from '#contract/page-patterns.ts'
import { refreshFamilies } from '../../server/db/schema/accounts.ts'
import { answerEvents, attempts } from '../../server/db/schema/attempts.ts'
import { rememberAssets } from '../../server/plugins/built-assets.ts'
import { axeFaults } from '../support/axe-faults.ts'
import { expect } from '../support/browser-test.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { daysPass } from '../support/days-pass.ts'
import { examinee, examOn, examPath, onDevice, onServer, signInContext } from '../support/exam-story.ts'
import type { Gate } from '../support/gate.ts'
import { test } from '../support/gated-test.ts'
import { shortenTimeouts } from '../support/short-timeouts.ts'
import { givePurchase, newcomer } from '../support/person.ts'
import { buildNextRelease, type Release, renamedRelease, startRelease, thisBuild } from '../support/release.ts'
import { answersOf } from '../support/exam-calls.ts'
import { startedExam } from '../support/started-exam.ts'
import { sizeOf } from '../support/size-of.ts'
import { needsWholeBrowser } from '../support/whole-browser.ts'
import { cachedAddresses, storedText, workerIsReady } from '../support/worker-story.ts'

// The worker and its cache do not depend on the size of the window.
test.beforeEach(({ isMobile }) => {
  test.skip(!isMobile, 'told once, on the phone')
})

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const age = (page: Page) => page.getByText(/^Без мережі · дані на \d/)

async function visit(page: Page, path: string, name: string | RegExp) {
  await page.goto(path)
  await expect(heading(page, name)).toBeVisible()
}

const often = { intervals: [100] }
// A worker loads every chunk of a release, during an exam and, on a busy machine, during another build.
const wholeRelease = { ...often, timeout: 90_000 }

/** Waits until the named texts, which the page has loaded, are in a database of this browser. */
const isKept = (page: Page, ...texts: string[]) =>
  expect
    .poll(async () => {
      const stored = await storedText(page)
      return texts.filter((text) => !stored.includes(text))
    })
    .toEqual([])

const addresses: Record<keyof typeof routePatterns, string> = {
  home: '/',
  examples: '/examples',
  faq: '/faq',
  tests: '/tests',
  test: '/tests/logichnij',
  bundle: '/bundles/usi-try',
  notifications: '/notifications',
  purchases: '/purchases',
  profile: '/profile?settings',
  achievements: '/achievements',
  result: '/verbal/test-result/1',
  exam: '/exam/1/1',
  learning: '/learning/1/1',
  login: '/login',
  register: '/register',
  resetEmail: '/reset-password/email',
  resetSent: '/reset-password/check-email',
  resetPassword: '/reset-password/uid/token',
  authCallback: '/auth-callback',
  verifyEmail: '/verify-email/uid/token',
  confirmEmail: '/confirm-email/uid/token',
  keepAccount: '/keep-account/uid/token',
}
const { home, examples, faq, tests, test: testPage, bundle, notifications, purchases, ...rest } = addresses
const { profile, achievements, result, exam, learning, ...guests } = rest
const picturePage = '/tests/verbalnij'
const picture = (page: Page) => page.getByRole('main').getByRole('img', { name: /^Зразок/ })
const widthOf = (img: Locator) => img.evaluate((node: HTMLImageElement) => node.naturalWidth)

test('[C.04] [C.05] every page opens while the server is stopped, public pages and pages opened before with their content and the age of their data @full', async ({
  page,
  context,
  server,
  gate,
}) => {
  // Some forty page loads.
  test.setTimeout(420_000)
  const { person, purchaseId, events, submit, result: isGraded } = await startedExam(server)
  await submit({ answers: answersOf(events), events })
  await isGraded()
  const ownResult = `/verbal/test-result/${purchaseId}`
  await signInContext(context, person)
  await visit(page, notifications, 'Сповіщення')
  await isKept(page, '["notifications"]')
  await visit(page, achievements, 'Досягнення')
  await isKept(page, '["achievements"]')
  await visit(page, ownResult, 'Результат екзамену')
  await isKept(page, `["test-results","${purchaseId}"]`)
  await visit(page, profile, 'Особистий кабінет')
  await isKept(page, person.email!)
  await visit(page, purchases, 'Мої тести')
  await isKept(page, '["purchases","owned"]')
  await workerIsReady(page)
  await visit(page, picturePage, /./)
  await expect.poll(() => cachedAddresses(page)).toContainEqual(expect.stringContaining('/media/'))
  // The page fetches the rest when idle.
  await isKept(page, '["faq"]', '["examples"]', '["legal","newsletter"]')
  await isKept(page, '["tests","available","pages"', '{"slug":"logichnij"}', '["tests","info","logichnij"]')

  await forgetWhatWasLoaded(page)
  await gate.shut()
  await shortenTimeouts(page)
  for (const [path, content] of [
    [home, /./],
    [examples, /./],
    [faq, /./],
    [tests, /./],
    [testPage, /./],
    [bundle, /./],
    [notifications, 'Сповіщення'],
    [achievements, 'Перший екзамен'],
    [ownResult, 'Результат екзамену'],
    [profile, 'Про вас'],
    [picturePage, /./],
    [purchases, 'Мої тести'],
  ] as const) {
    await visit(page, path, /./)
    await expect(page.getByRole('main').getByRole('heading', { name: content }).first(), path).toBeVisible()
    await expect(age(page), path).toBeVisible()
    await expect(page.getByRole('alert'), path).toHaveCount(0)
    if (path === picturePage) await expect.poll(() => widthOf(picture(page))).toBeGreaterThan(0)
  }
  await page.reload()
  await expect(heading(page, 'Мої тести')).toBeVisible()
  const aged = page.getByRole('status').filter({ has: age(page) })
  await page.setViewportSize({ width: 360, height: 740 })
  expect((await sizeOf(aged)).height, 'the age and its button have one line').toBeLessThan(44)
  // These documents were never opened before.
  for (const name of ['Договір оферти', 'Політика конфіденційності', 'Застереження щодо результатів']) {
    await page.getByRole('contentinfo').getByRole('button', { name }).click()
    await expect(page.getByRole('dialog').getByText(/^Без мережі · дані на \d/)).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveCount(0)
    await page.keyboard.press('Escape')
  }
  // The person's own pages that were never opened: each opens, and says what is missing and what to do.
  for (const path of [result, exam]) {
    await visit(page, path, /./)
    await expect(page.getByRole('main').getByRole('button', { name: 'Спробувати ще раз' }), path).toBeVisible()
  }
  await visit(page, learning, /./)
  await expect(page.getByRole('button', { name: 'Почати тренування' })).toBeVisible()
  await visit(page, profile, /./)
  await page.getByRole('button', { name: 'Відкрити меню' }).click()
  await page.getByRole('button', { name: 'Вийти' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/')
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => /^(access|refresh|user_id)$/.test(key))))
    .toEqual([])
  for (const path of Object.values(guests)) {
    await visit(page, path, /./)
    // The page replaces an address that has a secret in it.
    expect(new URL(page.url()).pathname.split('/')[1]).toBe(path.split('/')[1])
    await expect(page.getByText('Сторінка не відкрилася'), path).toHaveCount(0)
  }

  await gate.open()
  await visit(page, '/examples', /./)
  await expect(age(page)).toHaveCount(0)
})

test('[S43] the browser keeps no trace of a person who logs out, and the next person does not see their data', async ({
  context,
  server,
  gate,
}) => {
  const [anna, bohdan] = await Promise.all([newcomer(server), newcomer(server)])
  await givePurchase(server, anna, 'verbalnij-proba')
  await signInContext(context, anna)
  const page = await context.newPage()
  await visit(page, '/purchases', 'Мої тести')
  await workerIsReady(page)
  await isKept(page, '["purchases","owned"]', '["footer"]', anna.userId!)
  // The page keeps the profile after it has renewed the session. The browser continues with these tokens.
  await isKept(page, '"session-v1","profiles",["')
  const tokens = await page.evaluate(() => ['access', 'refresh'].map((name) => localStorage.getItem(name) ?? ''))
  expect(await storedText(page)).toContain(tokens[1])

  await page.getByRole('button', { name: 'Відкрити меню' }).click()
  await page.getByRole('button', { name: 'Вийти' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/')
  // The refresh token stays until the server has heard of the log-out.
  const traces = ['["purchases","owned"]', anna.userId!, ...tokens]
  const found = async () => {
    const left = await storedText(page)
    return traces.filter((trace) => left.includes(trace))
  }
  await expect.poll(found).toEqual([])
  expect(await storedText(page)).toContain('["footer"]')

  await page.evaluate(
    ([access, refresh, userId]) => {
      for (const [key, value] of Object.entries({ access, refresh, user_id: userId })) localStorage.setItem(key, value!)
    },
    [bohdan.access, bohdan.refresh, bohdan.userId] as const,
  )
  await gate.shut()
  await shortenTimeouts(page)
  await visit(page, '/purchases', 'Мої тести')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByText('Вербальний')).toHaveCount(0)
})

test('[R12] [S4.01] after three days without a network and an expired token a person is still signed in, the answers arrive, and the exam is graded once @full', async ({
  page,
  context,
  server,
  gate,
}) => {
  const { person, purchaseId } = await examinee(server)
  await signInContext(context, person)
  const { db } = server.services
  await db
    .update(refreshFamilies)
    .set({ rememberMe: true, expiresAt: sql`now() + interval '60 days'` })
    .where(eq(refreshFamilies.userId, person.userId!))
  const exam = examOn(page)
  await exam.open(gate.origin, purchaseId)
  await workerIsReady(page)
  await exam.start()
  await exam.choose(0)
  await exam.says(onServer)
  await gate.shut()
  await exam.next()
  await exam.choose(1)
  await exam.says(onDevice)
  // Calls are blocked before the gate opens: what is planned for the next second must not reach the server in between.
  await page.route('**/api/**', (route) => route.abort())
  await gate.open()
  await daysPass(page, person, 3)
  const tokens = () => page.evaluate(() => ({ ...localStorage }))
  const old = await tokens()

  await exam.open(gate.origin, purchaseId)
  await exam.says('Час вийшов')
  await exam.isChosen(1)
  expect(await tokens()).toEqual(old)
  await page.unroute('**/api/**')
  await page.reload()
  const events = async () => {
    const [attempt] = await db.select().from(attempts).where(eq(attempts.purchaseId, purchaseId))
    return db.select().from(answerEvents).where(eq(answerEvents.attemptId, attempt!.id)).orderBy(answerEvents.id)
  }
  await expect.poll(async () => (await events()).map(({ phase }) => phase)).toEqual(['in_time', 'after_close'])
  await page.goto(`${gate.origin}/purchases`)
  await expect(heading(page, 'Мої тести')).toBeVisible()
  await expect.poll(async () => (await tokens())['access']).not.toBe(old['access'])
  expect((await person.get(`/api/test-results/${purchaseId}/`)).body.results).toHaveLength(1)
})

test('[C.04] the worker keeps only its own build, within 450 kB, and lets every call pass to the server @full', async ({
  context,
  server,
}) => {
  await signInContext(context, await newcomer(server))
  const page = await context.newPage()
  // The cache comes before the worker: a worker looks for such caches only once, when it activates.
  await page.goto('/robots.txt')
  await page.evaluate(() => caches.open('pages-of-2019').then((cache) => cache.put('/old', new Response('old'))))
  await page.goto('/faq')
  await workerIsReady(page)

  const answered: string[] = []
  page.on('response', (response) => {
    if (response.fromServiceWorker()) answered.push(new URL(response.url()).pathname)
  })
  await visit(page, '/purchases', 'Мої тести')
  const servers = ['/healthz', '/readyz', '/metrics', '/api/docs/', '/sandbox/no', '/assets/no.js', '/media/no.png']
  for (const path of servers) await page.goto(path)
  await visit(page, '/faq', 'Питання й відповіді')
  expect(answered).toContain('/purchases')
  expect(
    answered.filter((path) => /^\/(api|sandbox|healthz|readyz|metrics|media|assets\/no\.js)\b/.test(path)),
  ).toEqual([])

  const kept = await cachedAddresses(page)
  expect(kept.map((address) => new URL(address).pathname).filter((path) => !isOfTheBuild(path))).toEqual([])
  // The worker keeps all of the code, so a page that was never opened also opens without a network.
  const code = readdirSync(`${thisBuild}/assets`).filter((name) => /\.(js|css)$/.test(name))
  expect(code.length).toBeGreaterThan(20)
  expect(code.filter((name) => !kept.includes(`${new URL(page.url()).origin}/assets/${name}`))).toEqual([])
  const sizes = await Promise.all(
    kept.map(async (address) => {
      const { headers } = await context.request
        .head(address, { headers: { 'accept-encoding': 'br' } })
        .then((reply) => ({ headers: reply.headers() }))
      return Number(headers['content-length'])
    }),
  )
  const total = sizes.reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(100_000)
  expect(total).toBeLessThanOrEqual(450_000)
})

const isOfTheBuild = (path: string) => /^\/(assets\/[^/]+|icons\/[^/]+|[a-z]+\.html|manifest\.webmanifest)$/.test(path)

async function runningExamByWorker(context: BrowserContext, server: TestServer, gate: Gate) {
  const { person, purchaseId } = await examinee(server)
  await signInContext(context, person)
  const exam = examOn(await context.newPage())
  await exam.open(gate.origin, purchaseId)
  await workerIsReady(exam.page)
  await exam.start()
  return { person, purchaseId, exam }
}

test('[C.06] an exam reopens at its question without a network; with its window closed the worker delivers the submission and notifies the person', async ({
  context,
  server,
  gate,
}) => {
  needsWholeBrowser('background sync and notifications')
  await context.grantPermissions(['background-sync', 'notifications'], { origin: gate.origin })
  const { exam, purchaseId } = await runningExamByWorker(context, server, gate)
  await exam.choose(0)
  await exam.says(onServer)
  await gate.shut()
  await exam.page.reload()
  await exam.at(1)
  await exam.isChosen(0)
  await exam.submit()
  await exam.says('Сервер поки не відповідає')
  await exam.says('Якщо роботу буде передано, коли сайт закрито, ви отримаєте сповіщення.')
  await expect.poll(() => syncTags(exam.page)).toEqual(['deliver'])
  const desk = await context.newPage()
  await exam.page.close()
  await noteTelling(context)

  await gate.open()
  await wakeWorker(desk, gate.origin)
  await expect
    .poll(async () => {
      const [attempt] = await server.services.db.select().from(attempts).where(eq(attempts.purchaseId, purchaseId))
      return attempt?.state
    })
    .toBe('graded')
  const [attempt] = await server.services.db.select().from(attempts).where(eq(attempts.purchaseId, purchaseId))
  await expect.poll(() => hasNotified(context)).toBe(true)
  // Asks the worker and not a window: an open window may come too soon, and the worker notifies nobody who looks at the site.
  await expect
    .poll(() =>
      context.serviceWorkers()[0]?.evaluate(async () => {
        const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
        return (await registration.getNotifications()).map(({ title, data }) => ({ title, ...data }))
      }),
    )
    .toEqual([
      {
        title: 'Роботу передано',
        path: `/test/test-result/${purchaseId}?attempt=${attempt!.id}`,
        attempts: [attempt!.id],
      },
    ])
})

test('[C.06] the worker delivers an answer given without a network after its window was hidden and closed @full', async ({
  context,
  server,
  gate,
}) => {
  needsWholeBrowser('background sync')
  await context.grantPermissions(['background-sync'], { origin: gate.origin })
  const { exam, purchaseId } = await runningExamByWorker(context, server, gate)
  await gate.shut()
  await exam.choose(0)
  await exam.says(onDevice)
  await exam.page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(() => syncTags(exam.page)).toEqual(['deliver'])
  const desk = await context.newPage()
  await exam.page.close()

  await gate.open()
  await wakeWorker(desk, gate.origin)
  const { db } = server.services
  const arrived = () =>
    db
      .select({ seq: answerEvents.seq })
      .from(answerEvents)
      .innerJoin(attempts, eq(attempts.id, answerEvents.attemptId))
      .where(eq(attempts.purchaseId, purchaseId))
  await expect.poll(arrived).toEqual([{ seq: 1 }])
})

test('[C.06] [R11] the worker and the page deliver a submission at the same moment: it is graded once, and the page is not refused @full', async ({
  context,
  server,
  gate,
}) => {
  await context.grantPermissions(['background-sync'], { origin: gate.origin })
  await context.addInitScript(() => {
    // The lock `outbox:` would make the worker or the page wait for the other. This stub lets neither wait.
    const { request } = LockManager.prototype
    LockManager.prototype.request = function (this: LockManager, name: string, ...rest: unknown[]) {
      if (!name.startsWith('outbox:')) return Reflect.apply(request, this, [name, ...rest])
      return Promise.resolve((rest.at(-1) as LockGrantedCallback<unknown>)(null))
    } as typeof request
  })
  const { exam, person, purchaseId } = await runningExamByWorker(context, server, gate)
  await exam.choose(0)
  await exam.says(onServer)
  await gate.shut()
  await exam.submit()
  await exam.says('Сервер поки не відповідає')
  const { db } = server.services
  const isGraded = async () => {
    const [attempt] = await db.select().from(attempts).where(eq(attempts.purchaseId, purchaseId))
    return attempt?.state === 'graded'
  }
  // The page's submission waits until the worker's has been graded.
  const submissions: number[] = []
  let isOnItsWay = () => {}
  const asked = new Promise<void>((resolve) => {
    isOnItsWay = resolve
  })
  await exam.page.route(/\/api\/exam-meta\//, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    isOnItsWay()
    await expect.poll(isGraded).toBe(true)
    const response = await route.fetch()
    submissions.push(response.status())
    await route.fulfill({ response })
  })
  await gate.open()
  await exam.page.evaluate(() => dispatchEvent(new Event('online')))
  await asked
  expect(await isGraded()).toBe(false)
  await wakeWorker(exam.page, gate.origin)
  await exam.seesResult()
  // The worker's message may show the result before the page's own submission is answered.
  await expect.poll(() => submissions).toEqual([200])
  expect((await person.get(`/api/test-results/${purchaseId}/`)).body.results).toHaveLength(1)
})

test.describe('another release', () => {
  const it = test.extend<{ release: Release; served: TestServer }>({
    release: async ({ browserName: _any }, provide) => {
      const release = startRelease(thisBuild)
      await provide(release)
      release.remove()
    },
    served: async ({ server, release, gate }, provide) => {
      const served = await startTestServer({ sharing: server, projectRoot: release.projectRoot })
      await rememberAssets(served.services.db, `${release.projectRoot}/dist`)
      gate.leadTo(served.origin)
      await provide(served)
      await served.close()
    },
  })

  it('[R22] [R23] two new releases wait while an exam is open in any tab, the last takes over when the person asks, and old pages find their old code @full', async ({
    context,
    served,
    release,
    gate,
  }) => {
    test.setTimeout(300_000)
    // The build runs while the exam is opened, which takes seconds.
    const nextBuild = buildNextRelease()
    const { exam } = await runningExamByWorker(context, served, gate)
    await exam.page.evaluate(() => Object.assign(window, { sameDocument: true }))
    const page = await context.newPage()
    await visit(page, '/faq', 'Питання й відповіді')
    const [old] = await page.evaluate(() => [...document.scripts].flatMap(({ src }) => src || []))

    const next = await nextBuild
    const afterNext = renamedRelease(next)
    for (const build of [next, afterNext]) {
      release.deploy(build)
      await rememberAssets(served.services.db, build)
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
      const [code] = readdirSync(`${build}/assets`).filter((name) => name.endsWith('.js'))
      await expect.poll(() => cachedAddresses(page), wholeRelease).toContain(`${gate.origin}/assets/${code}`)
      await expect.poll(() => waitingState(page), wholeRelease).toBe('installed')
      rmSync(build, { recursive: true })
    }
    await page.evaluate(async () =>
      (await navigator.serviceWorker.ready).waiting?.postMessage({ type: 'SKIP_WAITING' }),
    )
    expect((await context.request.get(old!)).headers()['cache-control']).toContain('immutable')
    await context.route('**/api/owned-tests/', (route) => route.fulfill({ status: 400, json: {} }))
    await page.getByRole('button', { name: 'Відкрити меню' }).click()
    await page.getByRole('link', { name: 'Мої покупки' }).click()
    await expect(page.getByText('Не удалось загрузить купленные тесты')).toBeVisible()
    await expect(page.getByText('Готова нова версія сайту.')).toHaveCount(0)
    expect(await waitingState(page)).toBe('installed')
    await exam.page.bringToFront()
    await exam.choose(0)
    await exam.says(onServer)
    expect(await exam.page.evaluate(() => 'sameDocument' in window)).toBe(true)

    await exam.page.close()
    await page.getByRole('button', { name: 'Відкрити меню' }).click()
    await page.getByRole('link', { name: 'Досягнення' }).click()
    await expect(heading(page, 'Досягнення')).toBeVisible()
    await expect(page.getByText('Готова нова версія сайту.')).toBeVisible()
    expect(await axeFaults(page, 'the prompt of an update')).toEqual([])
    await page.getByRole('button', { name: 'Оновити' }).click()
    await expect(async () => expect(await waitingState(page)).toBe('none')).toPass(often)
    await visit(page, '/purchases', 'Мої тести')
    // The next build has this sentence in Ukrainian alone.
    await expect(page.getByText('Не вдалося завантажити куплені тести')).toBeVisible()
    await expect(page.getByText('Не удалось загрузить купленные тесты')).toHaveCount(0)
  })

  it('[R24] a release without a worker removes the old worker and its caches, and the exam continues with its answer @full', async ({
    context,
    server,
    gate,
  }) => {
    const { exam, purchaseId } = await runningExamByWorker(context, server, gate)
    await exam.choose(1)
    await exam.says(onServer)
    const retired = await startTestServer({ sharing: server, retireWorker: true })
    gate.leadTo(retired.origin)
    await exam.page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    // The new worker waits for the exam, like any other.
    await expect.poll(() => waitingState(exam.page), often).toBe('installed')
    expect(await cachedAddresses(exam.page)).not.toEqual([])

    await exam.page.goto(`${gate.origin}/faq`)
    const reloaded = exam.page.waitForEvent('load')
    await exam.page.getByRole('button', { name: 'Оновити' }).click()
    await reloaded
    await expect.poll(() => cachedAddresses(exam.page), often).toEqual([])
    expect(await storedText(exam.page)).toContain(`"purchaseId":"${purchaseId}"`)
    const reply = await exam.page.goto(gate.origin + examPath(purchaseId))
    expect(reply?.fromServiceWorker()).toBe(false)
    await exam.at(1)
    await exam.isChosen(1)
    await retired.close()
  })
})

test('[C.01] Chromium finds nothing that keeps the site from being installed @full', async ({ page, context }) => {
  await page.goto('/')
  await workerIsReady(page)
  const devTools = await context.newCDPSession(page)
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors')
  // These tests run in private windows.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const { errors, data } = await devTools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data!)
  expect(manifest).toMatchObject({ id: '/', display: 'standalone', start_url: '/profile', lang: 'uk' })
  // The app starts in one colour that is not too bright at night (src/pwa/manifest.test.ts).
  expect(manifest.background_color).toBe('#1f3fd0')
  // Starting the app again during an exam shows the running exam and never leaves it.
  expect(manifest.launch_handler).toEqual({ client_mode: 'focus-existing' })
  const files = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(iconsOf)]
  for (const { src } of files) expect((await page.request.get(src)).ok(), src).toBe(true)
  expect(manifest.shortcuts.map(({ name }: { name: string }) => name)).toEqual(['Мої тести', 'Усі тести', 'Приклади'])
  for (const { url } of manifest.shortcuts) {
    expect(Object.values(routePatterns)).toContain(url)
    expect((await page.request.get(url)).ok(), url).toBe(true)
  }
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toEqual(
    expect.arrayContaining(['any', 'maskable', 'monochrome']),
  )
  expect(manifest.screenshots.map((shot: { form_factor: string }) => shot.form_factor).toSorted()).toEqual([
    'narrow',
    'narrow',
    'narrow',
    'wide',
  ])
})

/** Clears the browser's HTTP cache. After that pages come from the worker, the databases or the network. */
async function forgetWhatWasLoaded(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.clearBrowserCache')
}

const iconsOf = ({ icons = [] }: { icons?: { src: string }[] }) => icons

function waitingState(page: Page): Promise<string> {
  return page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state ?? 'none')
}

function syncTags(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const registration = (await navigator.serviceWorker.ready) as unknown as { sync: { getTags(): Promise<string[]> } }
    return registration.sync.getTags()
  })
}

/**
 * Notes when the worker has shown a notification. Chromium deletes a notification if code asks for the site's notifications
 * between its write and its display: a notification that is stored and not on the screen counts as dismissed.
 */
async function noteTelling(context: BrowserContext): Promise<void> {
  await context.serviceWorkers()[0]!.evaluate(() => {
    const worker = self as unknown as { registration: ServiceWorkerRegistration; hasTold?: boolean }
    const { registration } = worker
    const show = registration.showNotification.bind(registration)
    registration.showNotification = async (...asked) => {
      await show(...asked)
      worker.hasTold = true
    }
  })
}

function hasNotified(context: BrowserContext): Promise<boolean> | undefined {
  return context.serviceWorkers()[0]?.evaluate(() => (self as unknown as { hasTold?: boolean }).hasTold === true)
}

/** Sends the `sync` event, as the browser does when the network is back and no window of the site is open. */
async function wakeWorker(desk: Page, origin: string): Promise<void> {
  const devTools = await desk.context().newCDPSession(desk)
  const registrationId = await new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)
      if (found !== undefined) resolve(found.registrationId)
    })
    void devTools.send('ServiceWorker.enable')
  })
  await devTools.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag: 'deliver', lastChance: false })
}
