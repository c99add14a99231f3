import { expect, test } from '../support/browser-test.ts'
import { signInAsNewcomer } from '../support/sign-in.ts'
import { sizeOf } from '../support/size-of.ts'

test.describe('the look', () => {
  const sizes = {
    narrow: { h1: '48px', h2: '40px', h3: '34px', h4: '26px', subtitle1: '22px', subtitle2: '19px' },
    wide: { h1: '64px', h2: '56px', h3: '48px', h4: '40px', subtitle1: '32px', subtitle2: '22px' },
  }
  const shared = { large: '18px', medium: '16px', small: '14px' }

  for (const [set, width] of [
    ['narrow', 1024],
    ['wide', 1025],
  ] as const) {
    test(`[S2.34] [S9.07] has the ${set} set of text sizes at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/')
      for (const [name, size] of Object.entries({ ...sizes[set], ...shared })) {
        const value = await page.evaluate(
          (variable) => getComputedStyle(document.documentElement).getPropertyValue(variable).trim(),
          `--size-${name}`,
        )
        expect(value, name).toBe(size)
      }
      await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-size', sizes[set].h1)
      for (const [id, name] of [
        ['tests-title', 'h3'],
        ['seller-title', 'h4'],
        ['try-title', 'subtitle2'],
      ] as const) {
        await expect(page.locator(`#${id}`), name).toHaveCSS('font-size', sizes[set][name])
      }
    })
  }

  test('[S9.06] [S9.08] [S2.30] buttons have the heights and the motion of the specification', async ({ page }) => {
    await page.goto('/login')
    const button = page.getByRole('button', { name: 'Увійти' })
    expect((await sizeOf(button)).height).toBe(54)
    expect(await button.evaluate((element) => getComputedStyle(element).transitionDuration)).toMatch(/^0\.15s/)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await button.evaluate((element) => getComputedStyle(element).transitionDuration)).toMatch(/^0s/)
  })

  test('[S2.33] a checkbox is 24 px to press with a box of 16 px in it', async ({ page }) => {
    await page.goto('/login')
    const box = page.getByRole('checkbox')
    expect(await sizeOf(box)).toEqual({ width: 24, height: 24 })
    const drawn = await box.evaluate((element) => {
      const { width, height } = getComputedStyle(element, '::before')
      return [width, height]
    })
    expect(drawn).toEqual(['16px', '16px'])
  })

  test('nothing is wider than the window from 360 px upwards', async ({ page, server }) => {
    await signInAsNewcomer(page, server)
    for (const path of ['/', '/examples', '/tests', '/tests/verbalnij', '/purchases', '/profile', '/faq']) {
      await page.goto(path)
      await expect(page.getByText('Завантаження...')).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const width of [360, 768, 1024, 1025, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        const excess = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(excess, `${path} at ${width}`).toBeLessThanOrEqual(0)
      }
    }
  })
})
