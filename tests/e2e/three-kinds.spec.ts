import { expect, test } from '../support/browser-test.ts'
import { openAppWindow } from '../support/app-window.ts'
import { walkAsNewcomer } from '../support/newcomer-story.ts'
import { forgetYoungFunctions } from '../support/old-browser.ts'

test.describe('the way of a newcomer from the first page to a result', () => {
  for (const { kind, width, height, isOld } of [
    { kind: 'in a standalone window of 390×844 in an old browser @full', width: 390, height: 844, isOld: true },
    { kind: 'in an app window @full', width: 1024, height: 700, isOld: false },
  ]) {
    test(`[C.08] a newcomer comes from the first page to a result ${kind}`, async ({ server, isMobile }) => {
      test.skip(!isMobile, 'the window is its own: once is enough')
      const { page, close } = await openAppWindow(server.origin, width, height)
      if (isOld) await page.addInitScript(forgetYoungFunctions)
      expect(await page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true)
      // A window gets its size when it is shown.
      await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height])
      await walkAsNewcomer(page, server.origin)
      expect(await page.evaluate(() => 'any' in AbortSignal)).toBe(!isOld)
      await close()
    })
  }

  test('[C.08] a newcomer comes from the first page to a result in a wide window although three replies of ten are lost @full', async ({
    page,
    server,
    isMobile,
  }) => {
    test.skip(isMobile, 'of wide windows')
    await page.setViewportSize({ width: 1440, height: 900 })
    let calls = 0
    let lost = 0
    await page.route('**/api/**', async (route) => {
      const response = await route.fetch()
      calls += 1
      // The server has handled the call, and its reply is lost.
      if (calls % 10 < 3) {
        lost += 1
        return route.abort('connectionreset')
      }
      await route.fulfill({ response })
    })
    await walkAsNewcomer(page, server.origin)
    expect(lost).toBeGreaterThan(5)
    // Nobody answers the last calls of the page.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
