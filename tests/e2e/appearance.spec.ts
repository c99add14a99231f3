import type { Page, Route } from '@playwright/test'
import { expect, test } from '../support/browser-test.ts'
import { signInAsNewcomer } from '../support/sign-in.ts'

const paper = { light: 'rgb(251, 250, 246)', dark: 'rgb(16, 18, 23)' }
const html = (page: Page) => page.locator('html')
const barColour = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].find(
        ({ media }) => matchMedia(media).matches,
      )?.content,
  )

test('a dark site on a light device is chosen at once, holds before any script of the next page, in every tab, until it is given back @full', async ({
  page,
  server,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signInAsNewcomer(page, server)
  await page.goto('/profile?settings')
  await expect(html(page)).toHaveCSS('background-color', paper.light)
  await page.getByLabel('Тема', { exact: true }).selectOption('Темна')
  await expect(html(page)).toHaveCSS('background-color', paper.dark)
  expect(await barColour(page)).toBe('#101217')

  const other = await page.context().newPage()
  await other.emulateMedia({ colorScheme: 'light' })
  await other.route('**/*.js', (route) => route.abort())
  for (const path of ['/examples', '/profile']) {
    await other.goto(path, { waitUntil: 'commit' })
    await expect(html(other)).toHaveCSS('background-color', paper.dark)
    expect(await barColour(other)).toBe('#101217')
  }
  await other.unroute('**/*.js')
  // The code that listens to other tabs comes last, and on a slow network late.
  const listening = new Promise<Route>((resolve) => void other.route('**/start-later-*.js', resolve))
  await other.goto('/profile?settings')
  await expect(other.getByLabel('Тема', { exact: true })).toHaveValue('dark')
  const asked = await listening

  await page.getByLabel('Тема', { exact: true }).selectOption('Світла')
  await expect(html(page)).toHaveCSS('background-color', paper.light)
  await asked.continue()
  await expect(other.getByLabel('Тема', { exact: true })).toHaveValue('light')
  await expect(html(other)).toHaveCSS('background-color', paper.light)
  await page.getByLabel('Тема', { exact: true }).selectOption('Темна')
  await expect(other.getByLabel('Тема', { exact: true })).toHaveValue('dark')

  await page.getByLabel('Тема', { exact: true }).selectOption('Як на пристрої')
  await expect(html(page)).toHaveCSS('background-color', paper.light)
  await expect(other.getByLabel('Тема', { exact: true })).toHaveValue('device')
  await expect(html(other)).toHaveCSS('background-color', paper.light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html(page)).toHaveCSS('background-color', paper.dark)
  expect(await barColour(page)).toBe('#101217')
})

test('a light site on a dark device, and text as large as one likes, up to a quarter more than the browser has it @full', async ({
  page,
  server,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signInAsNewcomer(page, server)
  await page.goto('/profile?settings')
  await page.getByLabel('Тема', { exact: true }).selectOption('Світла')
  await page.getByLabel('Розмір тексту').selectOption('Найбільший')
  await expect(html(page)).toHaveCSS('font-size', '20px')
  await page.reload()
  await expect(html(page)).toHaveCSS('background-color', paper.light)
  await expect(html(page)).toHaveCSS('font-size', '20px')
  await expect(page.getByLabel('Розмір тексту')).toHaveValue('largest')
})

test('a browser that keeps nothing says that the choice holds until the page is loaded anew @full', async ({
  page,
  server,
}) => {
  await signInAsNewcomer(page, server)
  await page.goto('/profile?settings')
  await page.evaluate(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (name, value) {
      if (name === 'appearance') throw new DOMException('full', 'QuotaExceededError')
      setItem.call(this, name, value)
    }
  })
  await page.getByLabel('Тема', { exact: true }).selectOption('Темна')
  await expect(html(page)).toHaveCSS('background-color', paper.dark)
  await expect(page.getByText(/Браузер не зберіг вибір/)).toBeVisible()
  // Gone back to from another page, it reads again what is kept, but nothing was.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(html(page)).toHaveCSS('background-color', paper.dark)
})
