import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser-test.ts'
import { needsWholeBrowser } from '../support/whole-browser.ts'

/** For every text: the height of its box and the width of its letters, in CSS pixels. */
function textBoxes(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, p, li, dt, dd, a, button, label')]
      .filter((element) => element.getClientRects().length > 0)
      .map((element) => {
        const letters = document.createRange()
        letters.selectNodeContents(element)
        const words = element.textContent.slice(0, 60)
        return { words, height: element.getBoundingClientRect().height, width: letters.getBoundingClientRect().width }
      }),
  )
}

async function openWhole(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByText('Завантаження...')).toHaveCount(0)
  await expect(page.getByRole('contentinfo').locator('[href^="tel:"]')).toBeVisible()
  if (path === '/') await expect(page.getByText('Усі три тести IQ').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
}

const lines = (boxes: Awaited<ReturnType<typeof textBoxes>>) => boxes.map(({ words, height }) => ({ words, height }))
const widths = (boxes: Awaited<ReturnType<typeof textBoxes>>) => boxes.map(({ width }) => width)

for (const width of [360, 1024]) {
  test(`each text is as high in the fallback font as in Onest, so a late font moves nothing, at ${width} px @full`, async ({
    page,
    isMobile,
  }) => {
    test.skip(isMobile !== width < 600, 'of the other window')
    needsWholeBrowser('fonts of a system, which stand in until ours have come')
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/', '/examples', '/login']) {
      await page.route('**/*.woff2', (route) => route.abort())
      await openWhole(page, path)
      const without = await textBoxes(page)
      await page.unroute('**/*.woff2')
      let withOnest = without
      // Waits for the fonts; from the browser's cache they come immediately.
      await expect(async () => {
        await openWhole(page, path)
        withOnest = await textBoxes(page)
        expect(widths(without), 'other letters').not.toEqual(widths(withOnest))
      }).toPass({ timeout: 40_000 })
      expect(lines(without)).toEqual(lines(withOnest))
    }
  })
}

const countShifts = () => {
  const counted = window as unknown as { shifted: number }
  counted.shifted = 0
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) counted.shifted += (shift as unknown as { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}

for (const width of [390, 1280]) {
  test(`a first visit shows Onest however late the font comes, and the page shifts by less than 0.02, at ${width} px @full`, async ({
    page,
    isMobile,
  }) => {
    test.skip(isMobile !== width < 600, 'of the other window')
    needsWholeBrowser('fonts of a system, which stand in until ours have come')
    await page.setViewportSize({ width, height: 844 })
    await page.addInitScript(countShifts)
    for (const path of ['/', '/login']) {
      let letGo = () => undefined as void
      const late = new Promise<void>((resolve) => {
        letGo = resolve
      })
      await page.route('**/*.woff2', async (route) => {
        await late
        await route.continue()
      })
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await expect(page.getByText('Завантаження...')).toHaveCount(0)
      // With `block` the page would show no letters for three seconds, and an `optional` font would never come.
      const displays = await page.evaluate(() =>
        [...document.fonts].map(({ family, display }) => `${family} ${display}`),
      )
      expect(displays).toContainEqual(expect.stringMatching(/Onest"? swap$/))
      expect(displays.filter((one) => / (?:block|optional)$/.test(one))).toEqual([])
      const title = page.getByRole('heading', { level: 1 })
      const widthOf = () =>
        title.evaluate((element) => {
          const letters = document.createRange()
          letters.selectNodeContents(element)
          return letters.getBoundingClientRect().width
        })
      const standIn = await widthOf()
      letGo()
      await expect.poll(widthOf, 'the letters of the title').not.toBe(standIn)
      await page.evaluate(() => document.fonts.ready)
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted), path).toBeLessThan(0.02)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  })
}
