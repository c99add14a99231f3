import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser-test.ts'
import { newcomer, password } from '../support/person.ts'
import { thisBuild } from '../support/release.ts'
import { signInAsNewcomer } from '../support/sign-in.ts'

for (const { path, title } of [
  { path: '/', title: /Перевірте/ },
  { path: '/examples', title: /Приклади/ },
  { path: '/login', title: /Вхід/ },
]) {
  test.describe(`the page ${path} that the build has drawn`, () => {
    test.describe('without scripts', () => {
      test.use({ javaScriptEnabled: false })

      test('is there with its words and its styles', async ({ page }) => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
        await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /Onest/)
      })
    })

    test('is taken over as it stands, and fills with what the server knows', async ({ page }) => {
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

/** Code of an account, of an exam and of what delivers its answers. */
const signedInCode =
  /\/(account-routes|answers|sitting|start-delivery|deliver-now|(take-exam|training|result|profile|purchases|notifications)-page)-[^/]+$/

for (const path of ['/', '/examples']) {
  test(`a stranger's ${path} is whole without any code of the signed-in app`, async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    // No moment is idle: what comes then is not what the page is shown with.
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
    expect(inBuild.length, 'files of that code').toBeGreaterThanOrEqual(11)
  })
}

test('the drawn landing page becomes that of a signed-in person', async ({ page, server }) => {
  await signInAsNewcomer(page, server)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Мій кабінет' })).toBeVisible()
})

test('the examples stand on their drawn page before any script', async ({ page }) => {
  await page.route('**/*.js', (route) => route.abort())
  await page.goto('/examples')
  await expect(page.getByRole('listitem').filter({ hasText: 'Приклад 1 з' })).toContainText('?')
})

/** These files come only when what is returned is called. */
async function holdBack(page: Page, files: string): Promise<() => void> {
  let letCome: () => void = () => undefined
  const isTime = new Promise<void>((resolve) => {
    letCome = resolve
  })
  await page.route(files, async (route) => {
    await isTime
    await route.continue()
  })
  return () => letCome()
}

for (const { part, when, seconds } of [
  { part: 'main', when: 'before the page was taken over', seconds: 0 },
  { part: 'contentinfo', when: 'before the page was taken over', seconds: 0 },
  { part: 'main', when: "long before the page's own code came", seconds: 2 },
] as const) {
  test(`a button of a drawn page's ${part} that was pressed ${when} does then what it says`, async ({ page }) => {
    const comes = await holdBack(page, '**/assets/examples-page-*.js')
    await page.goto('/examples', { waitUntil: 'commit' })
    await page.getByRole('contentinfo').waitFor()
    // The first code runs, and the page's own has not come.
    await page.evaluate(() => import(document.querySelector<HTMLScriptElement>('script[type=module]')!.src))
    await page.getByRole(part).getByRole('button').first().click()
    setTimeout(comes, seconds * 1000)
    await expect(page.getByRole('dialog')).toHaveCount(1)
  })
}

test('what was typed into the drawn log-in page before its scripts came is kept, and sent by nobody but them', async ({
  page,
  server,
}) => {
  const person = await newcomer(server)
  const comes = await holdBack(page, '**/*.js')
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill(person.email!)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByLabel('Пароль', { exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Увійти' })).toBeDisabled()
  expect(page.url()).toMatch(/\/login$/)
  comes()
  await page.getByRole('button', { name: 'Увійти' }).click()
  await expect(page).toHaveURL(/\/profile$/)
})

test('a page of an account is whole without the code of an exam', async ({ page, server }) => {
  const asked: string[] = []
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  await signInAsNewcomer(page, server)
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/faq')
  await expect(page.getByRole('main').getByRole('button').first()).toBeEnabled()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((address) => /\/account-routes-/.test(address))).not.toEqual([])
  expect(asked.filter((address) => /\/(sitting|take-exam-page)-/.test(address))).toEqual([])
})
