import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser-test.ts'
import { needsWholeBrowser } from '../support/whole-browser.ts'

/** Every piece of text: how high its box is, and how wide its letters run. CSS pixels. */
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
  await page.waitForLoadState('networkidle')
}

const lines = (boxes: Awaited<ReturnType<typeof textBoxes>>) => boxes.map(({ words, height }) => ({ words, height }))
const widths = (boxes: Awaited<ReturnType<typeof textBoxes>>) => boxes.map(({ width }) => width)

for (const width of [360, 1024]) {
  test(`letters that come late move nothing: what stands in for them breaks each line where Onest does, at ${width} px @full`, async ({
    page,
  }) => {
    needsWholeBrowser('fonts of a system, which stand in until ours have come')
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/', '/examples', '/login']) {
      await page.route('**/*.woff2', (route) => route.abort())
      await openWhole(page, path)
      const without = await textBoxes(page)
      await page.unroute('**/*.woff2')
      let withOnest = without
      // Letters that come a moment too late are not used by that page; from the browser's cache they come in time.
      await expect(async () => {
        await openWhole(page, path)
        withOnest = await textBoxes(page)
        expect(widths(without), 'other letters').not.toEqual(widths(withOnest))
      }).toPass({ timeout: 40_000 })
      expect(lines(without)).toEqual(lines(withOnest))
    }
  })
}
