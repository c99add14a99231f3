import type { Page, Route } from '@playwright/test'
import { expect, test } from '../support/browser-test.ts'
import { examPath, signInContext } from '../support/exam-story.ts'
import { givePurchase, newcomer } from '../support/person.ts'
import { type Picture, readPicture } from '../support/picture.ts'
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

test('a dark theme chosen on a light device applies immediately, before any script of the next page, and in every tab, until it is undone @full', async ({
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
  // The code that listens to other tabs loads last, and late on a slow network.
  const listening = new Promise<Route>((resolve) => void other.route('**/later-*.js', resolve))
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

test('a light theme on a dark device and the largest text, a quarter above the browser’s size, stay after a reload @full', async ({
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

test('the page applies a theme that the browser could not store, says so, and keeps it when it is shown again @full', async ({
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
  // A page that is shown again reads its stored theme, but nothing was stored.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(html(page)).toHaveCSS('background-color', paper.dark)
})

interface Look {
  /** The device's setting. */
  device: 'light' | 'dark'
  /** The person's choice here, or null. */
  theme: 'light' | 'dark' | null
  /** The browser darkens pages without a dark theme; it does so on dark devices. */
  isDarkened?: boolean
  isForced?: boolean
}

const everyLook = (['light', 'dark'] as const).flatMap((device) =>
  ([null, 'light', 'dark'] as const).flatMap((theme) =>
    (device === 'dark' ? [false, true] : [false]).flatMap((isDarkened) =>
      [false, true].map((isForced): Look => ({ device, theme, isDarkened, isForced })),
    ),
  ),
)

test('drawings of a task and its options contrast with their background in every theme, in forced colours and in a browser that darkens pages @full', async ({
  page,
  context,
  server,
}) => {
  // Nineteen looks, each a reload and three pictures: a minute alone, and more than three with other stories on a slow machine.
  test.setTimeout(600_000)
  const person = await newcomer(server)
  const purchaseId = await givePurchase(server, person, 'logichnij-proba')
  await signInContext(context, person)
  await page.goto(examPath(purchaseId))
  await page.getByRole('button', { name: 'Почати екзамен' }).click()
  const browser = await context.newCDPSession(page)
  const decoder = await context.newPage()
  const drawings = page.locator('section:has(fieldset) svg[role=img]')
  /** For three drawings of the question: the share of pixels with a contrast of at least 4.5 to the commonest colour. */
  const inkIn = async ({ device, theme, isDarkened = false, isForced = false }: Look) => {
    await page.emulateMedia({ colorScheme: device, forcedColors: isForced ? 'active' : 'none' })
    await browser.send('Emulation.setAutoDarkModeOverride', { enabled: isDarkened })
    await page.evaluate(
      (kept) => (kept === null ? localStorage.removeItem('appearance') : localStorage.setItem('appearance', kept)),
      theme === null ? null : JSON.stringify({ theme }),
    )
    await page.reload()
    const shares: number[] = []
    for (const drawing of [drawings.first(), drawings.nth(1), drawings.last()]) {
      await expect(drawing).toBeVisible()
      shares.push(shareOfInk(await readPicture(decoder, await drawing.screenshot())))
    }
    return shares
  }
  const plain = await inkIn({ device: 'light', theme: null })
  for (const share of plain) expect(share).toBeGreaterThan(0.01)
  const faults: string[] = []
  for (const look of everyLook) {
    const shares = await inkIn(look)
    for (const [index, share] of shares.entries()) {
      if (share < 0.8 * plain[index]!) {
        faults.push(
          `${JSON.stringify(look)}: drawing ${index + 1} has ${share.toFixed(3)} of ${plain[index]!.toFixed(3)}`,
        )
      }
    }
  }
  expect(faults).toEqual([])
})

/** Share of a picture's pixels with a contrast (WCAG) of at least 4.5 to its commonest colour. */
function shareOfInk({ bytes, width, height }: Picture): number {
  const counts = new Map<number, number>()
  for (let at = 0; at < bytes.length; at += 4) {
    const colour = bytes.readUInt32BE(at)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const [ground] = [...counts].toSorted(([, one], [, other]) => other - one)[0]!
  let ink = 0
  for (const [colour, count] of counts) if (contrast(colour, ground) >= 4.5) ink += count
  return ink / (width * height)
}

/** Contrast of two colours written as RRGGBBAA. */
function contrast(one: number, other: number): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: number): number {
  const channel = (shift: number) => {
    const part = ((colour >>> shift) & 255) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(24) + 0.7152 * channel(16) + 0.0722 * channel(8)
}
