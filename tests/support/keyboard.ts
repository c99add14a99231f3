import { expect, type Locator, type Page } from '@playwright/test'

/** More Tab stops than any page has: after so many, Tab will never reach the target. */
const mostStops = 90

/** A person with a keyboard and nothing else. Every stop on their way must show that it has the focus. */
export function keyboardOn(page: Page) {
  const press = (key: string) => page.keyboard.press(key)

  /** Presses Tab (or Shift+Tab) until the control has the focus. */
  async function goTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await expect(target).toBeVisible()
    for (let stop = 0; stop < mostStops; stop += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await press(key)
      expect(await focusFault(page)).toBeNull()
    }
    throw new Error(`${target} cannot be reached by ${key}`)
  }

  return {
    press,
    goTo,
    type: async (field: Locator, text: string) => {
      await goTo(field)
      await page.keyboard.insertText(text)
    },
    tick: async (box: Locator) => {
      await goTo(box)
      await press('Space')
      await expect(box).toBeChecked()
    },
    use: async (target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
      await goTo(target, key)
      // The test is faster than any hand: a button whose words have just changed takes no press yet.
      await expect(target).not.toHaveAttribute('aria-disabled')
      await press('Enter')
    },
    /** Expects a new page whose heading has the focus: a screen reader begins to read there. */
    arrivesAt: async (heading: string, site = 'Тестування IQ') => {
      await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeFocused()
      await expect(page).toHaveTitle(`${heading} · ${site}`)
    },
  }
}

/** Returns the fault of the focus, or null: not drawn, contrast under 3:1 (WCAG 1.4.11), outside the window, or covered. */
function focusFault(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const element = document.activeElement
    // After the last control the focus moves to the browser's own controls, and then back to the top of the page.
    if (element === null || element === document.body) return null
    const name = `${element.tagName} ${element.textContent?.slice(0, 40) ?? ''}`

    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
    /** Relative luminance of these colours stacked on white, the first one at the bottom. */
    const luminance = (...layers: string[]) => {
      for (const layer of ['#fff', ...layers]) {
        canvas.fillStyle = layer
        canvas.fillRect(0, 0, 1, 1)
      }
      const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((channel) => {
        const share = channel / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
    }
    const groundOf = (inner: Element | null) => {
      const layers: string[] = []
      for (let at = inner; at !== null; at = at.parentElement) layers.unshift(getComputedStyle(at).backgroundColor)
      return layers
    }
    /** Contrast of an outline to its ground: outside the element, or inside if the offset is negative. */
    const contrastOf = (carrier: Element) => {
      const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(carrier)
      if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return 0
      const ground = groundOf(Number.parseFloat(outlineOffset) < 0 ? carrier : carrier.parentElement)
      const [dark, light] = [luminance(...ground), luminance(...ground, outlineColor)].toSorted((a, b) => a - b)
      return (light! + 0.05) / (dark! + 0.05)
    }
    const carriers = [element, element.closest('label'), element.parentElement].filter((each) => each !== null)
    const contrast = Math.max(...carriers.map(contrastOf))
    if (contrast === 0) return `${name}: no outline`
    if (contrast < 3) return `${name}: an outline of ${contrast.toFixed(1)}:1`

    const target = element.closest('label') ?? element
    const { left, right, top, bottom } = target.getBoundingClientRect()
    const onTop = document.elementFromPoint((left + right) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2)
    return target.contains(onTop) || onTop?.contains(target) ? null : `${name}: outside the window or covered`
  })
}
