import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser-test.ts'
import { meddle } from '../support/extension.ts'
import { translatePages } from '../support/page-translator.ts'
import { newcomer, password } from '../support/person.ts'
import { thisBuild } from '../support/release.ts'
import { signInAsNewcomer } from '../support/sign-in.ts'

// All three are prerendered in the same way, so one is enough at every landing.
for (const { path, title, mark } of [
  { path: '/', title: /Перевірте/, mark: '' },
  { path: '/examples', title: /Приклади/, mark: ' @full' },
  { path: '/login', title: /Вхід/, mark: ' @full' },
]) {
  test.describe(`the prerendered page ${path}`, () => {
    test.describe('without scripts', () => {
      test.use({ javaScriptEnabled: false })

      test(`the prerendered page ${path} shows its heading in the site’s typeface without scripts${mark}`, async ({
        page,
      }) => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
        await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /Onest/)
      })
    })

    test(`React hydrates the prerendered page ${path} without an error and without replacing its heading${mark}`, async ({
      page,
    }) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
      await page.addInitScript(() => {
        document.addEventListener('DOMContentLoaded', () => {
          document.querySelector('h1')!.setAttribute('data-drawn', '')
        })
      })
      await page.goto(path)
      await expect(page.getByText('Завантаження...')).toHaveCount(0)
      await expect(page.locator('h1[data-drawn]')).toBeVisible()
      await expect(page.getByRole('main').getByRole('button').first()).toBeVisible()
      expect(complaints).toEqual([])
    })
  })
}

/** Code of an account, of an exam, and of the delivery of its answers. */
const signedInCode =
  /\/(account-routes|answers|attempt|exam-ending|waiting|unsent|training|results|profile|cabinet)-[^/]+$/

for (const [path, mark] of [
  ['/', ''],
  ['/examples', ' @full'],
] as const) {
  test(`a guest’s page ${path} is complete without any code of the signed-in app${mark}`, async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    // The browser is never idle: the page must not need what it loads then.
    await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
    await page.goto(path)
    await expect(page.getByText('Завантаження...')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('button').first()).toBeEnabled()
    const isKept = () => asked.some((address) => address.startsWith('/assets/query-store-'))
    await expect.poll(isKept, 'what the server has said is shown, and is kept').toBe(true)
    await page.waitForLoadState('networkidle')
    expect(asked.filter((address) => address.startsWith('/api/'))).not.toEqual([])
    expect(asked.filter((address) => signedInCode.test(address))).toEqual([])
    const inBuild = readdirSync(`${thisBuild}/assets`).filter(
      (name) => signedInCode.test(`/${name}`) && name.endsWith('.js'),
    )
    expect(inBuild.length, 'files of that code').toBe(10)
  })
}

test('the prerendered landing page becomes the landing page of a signed-in person', async ({ page, server }) => {
  await signInAsNewcomer(page, server)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Мій кабінет' })).toBeVisible()
})

test('the landing page renders sections far below the first view when a person comes near them, and nothing in sight moves', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, { moved: 0 })
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        Object.assign(window, { moved: (window as unknown as { moved: number }).moved + shift.value })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('button').first()).toBeEnabled()
  const isDrawn = (selector: string) =>
    page.locator(selector).evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))
  expect(await isDrawn('h1')).toBe(true)
  expect(await isDrawn('#promise-title')).toBe(false)
  await page.locator('a[href="#sample"]').click()
  await expect.poll(() => isDrawn('#sample-title')).toBe(true)
  await expect(page.locator('#sample-title')).toBeInViewport()
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect.poll(() => isDrawn('#promise-title')).toBe(true)
  expect(await page.evaluate(() => (window as unknown as { moved: number }).moved)).toBeLessThan(0.02)
})

test('the prerendered page of examples shows an example before any script', async ({ page }) => {
  await page.route('**/*.js', (route) => route.abort())
  await page.goto('/examples')
  await expect(page.getByRole('listitem').filter({ hasText: 'Приклад 1 з' })).toContainText('?')
})

test('the prerendered landing page shows the first example before its code comes, and keeps an option chosen by then', async ({
  page,
}) => {
  // The chunk with the item's code.
  const code = await holdBack(page, '**/assets/shop-*.js')
  const heard = page.waitForResponse('**/api/examples/')
  await page.goto('/', { waitUntil: 'commit' })
  const card = page.getByRole('region', { name: 'Спробуйте просто зараз' })
  const second = card.getByRole('radio').nth(1)
  await expect(card.getByRole('radio')).toHaveCount(8)
  await second.check()
  const check = card.getByRole('button', { name: 'Перевірити' })
  await expect(check).toBeDisabled()
  // The page is hydrated, and has a reply of its server.
  await (await heard).finished()
  await expect(second).toBeChecked()
  code.letCome()
  await check.click()
  await expect(card.getByText(/Правильно!|Не цього разу\./)).toBeVisible()
  await expect(second).toBeChecked()
  expect(code.held()).toBeGreaterThan(0)
})

/** Holds these files back until `letCome`. `held` counts the requests; 0 if the files have another name. */
async function holdBack(page: Page, files: string): Promise<{ letCome: () => void; held: () => number }> {
  let letCome: () => void = () => undefined
  let held = 0
  const isTime = new Promise<void>((resolve) => {
    letCome = resolve
  })
  await page.route(files, async (route) => {
    held += 1
    await isTime
    await route.continue()
  })
  return { letCome: () => letCome(), held: () => held }
}

const pageCode = '**/assets/examples-page-*.js'
for (const { part, when, held, seconds, mark } of [
  { part: 'main', when: 'before any code came', held: '**/*.js', seconds: 0, mark: '' },
  { part: 'main', when: 'before the page was hydrated', held: pageCode, seconds: 0, mark: ' @full' },
  { part: 'contentinfo', when: 'before the page was hydrated', held: pageCode, seconds: 0, mark: ' @full' },
  { part: 'main', when: "long before the page's own code came", held: pageCode, seconds: 2, mark: ' @full' },
] as const) {
  test(`a button in the ${part} of a prerendered page that was pressed ${when} opens its dialog afterwards${mark}`, async ({
    page,
  }) => {
    const code = await holdBack(page, held)
    await page.goto('/examples', { waitUntil: 'commit' })
    await page.getByRole('contentinfo').waitFor()
    if (held === pageCode) await page.evaluate(firstCodeRuns)
    await page.getByRole(part).getByRole('button').first().click()
    setTimeout(code.letCome, seconds * 1000)
    await expect(page.getByRole('dialog')).toHaveCount(1)
    expect(code.held()).toBeGreaterThan(0)
  })
}

/** Waits for all module scripts of the page. The last of them keeps a click. */
const firstCodeRuns = () =>
  Promise.all([...document.querySelectorAll<HTMLScriptElement>('script[type=module]')].map(({ src }) => import(src)))

test('contacts that load late move no button of the footer away from under a press', async ({ page }) => {
  const contacts = await holdBack(page, '**/api/footer/')
  await page.goto('/examples')
  const footer = page.getByRole('contentinfo')
  const write = footer.getByRole('button').first()
  await write.hover()
  await expect.poll(contacts.held).toBeGreaterThan(0)
  await page.mouse.down()
  contacts.letCome()
  await expect(footer.getByRole('link', { name: /@/ })).toBeVisible()
  await page.mouse.up()
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('the prerendered log-in page keeps what was typed before its scripts came, and submits nothing without them @full', async ({
  page,
  server,
}) => {
  const person = await newcomer(server)
  const code = await holdBack(page, '**/*.js')
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Електронна пошта').fill(person.email!)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByLabel('Пароль', { exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Увійти' })).toBeDisabled()
  expect(page.url()).toMatch(/\/login$/)
  code.letCome()
  await page.getByRole('button', { name: 'Увійти' }).click()
  await expect(page).toHaveURL(/\/profile$/)
})

// React discards such a page and renders it again: facebook/react#24430.
for (const [change, mark] of [
  ['beside', ''],
  ['in labels', ' @full'],
  ['around', ' @full'],
  ['in the header', ' @full'],
  ['attributes', ' @full'],
  ['translated', ' @full'],
] as const) {
  test.describe(`a prerendered page that an extension changed (${change}) before its scripts came`, () => {
    test.beforeEach(({ context }) =>
      change === 'translated' ? translatePages(context, { heedsNo: false }) : meddle(context, change),
    )

    test(`a log-in page changed by an extension keeps the address, the password, the ticked box and the focus, and logs the person in${mark}`, async ({
      page,
      server,
    }) => {
      const person = await newcomer(server)
      const code = await holdBack(page, '**/*.js')
      await page.goto('/login', { waitUntil: 'commit' })
      const email = page.getByLabel('Електронна пошта')
      const secret = page.locator('input[name=password]')
      await email.fill(person.email!)
      await page.getByRole('checkbox').check()
      await secret.fill('дуже-довгий-7')
      await secret.evaluate((field: HTMLInputElement) => field.setSelectionRange(11, 11))
      code.letCome()
      const button = page.getByRole('button', { name: 'Увійти' })
      await expect(button).toBeEnabled()
      await expect(email).toHaveValue(person.email!)
      await expect(page.getByRole('checkbox')).toBeChecked()
      await expect(secret).toBeFocused()
      // The caret is where it was.
      await page.keyboard.type('-пароль')
      await expect(secret).toHaveValue(password)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/profile$/)
    })

    test(`a landing page changed by an extension keeps the option chosen in the first example, and its focus @full`, async ({
      page,
    }) => {
      const code = await holdBack(page, '**/*.js')
      await page.goto('/', { waitUntil: 'commit' })
      const card = page.getByRole('region', { name: 'Спробуйте просто зараз' })
      const second = card.getByRole('radio').nth(1)
      await second.check()
      code.letCome()
      const check = card.getByRole('button', { name: 'Перевірити' })
      await expect(check).toBeEnabled()
      await expect(second).toBeChecked()
      await expect(second).toBeFocused()
      await check.click()
      await expect(card.getByText(/Правильно!|Не цього разу\./)).toBeVisible()
    })

    test(`a page of examples changed by an extension acts on a button that was pressed before its scripts came @full`, async ({
      page,
    }) => {
      const code = await holdBack(page, '**/*.js')
      await page.goto('/examples', { waitUntil: 'commit' })
      await page.getByRole('contentinfo').waitFor()
      await page.getByRole('main').getByRole('button').first().click()
      code.letCome()
      await expect(page.getByRole('dialog')).toHaveCount(1)
    })
  })
}

test('a page of a signed-in person is complete without the code of an exam', async ({ page, server }) => {
  const asked: string[] = []
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  await signInAsNewcomer(page, server)
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/faq')
  await expect(page.getByRole('main').getByRole('button').first()).toBeEnabled()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((address) => /\/account-routes-/.test(address))).not.toEqual([])
  const ofAnExam = /\/attempt-[^/]+\.js$/
  const inBuild = readdirSync(`${thisBuild}/assets`).filter((name) => ofAnExam.test(`/${name}`))
  expect(inBuild, 'files of that code').toHaveLength(1)
  expect(asked.filter((address) => ofAnExam.test(address))).toEqual([])
})
