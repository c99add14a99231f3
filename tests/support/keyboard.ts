import { expect, type Locator, type Page } from '@playwright/test'

/** More stops of Tab than any page has: anyone who has not come there by then never will. */
const mostStops = 90

/** A person who has a keyboard and nothing else. Every stop on their way must be seen to have the focus. */
export function keyboardOn(page: Page) {
  const press = (key: string) => page.keyboard.press(key)

  /** Continues by Tab (or back by Shift+Tab) until the control has the focus. */
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
    /** Presses a button or link. */
    use: async (target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
      await goTo(target, key)
      // Faster than any hand: a button whose words have just changed takes no press yet.
      await expect(target).not.toHaveAttribute('aria-disabled')
      await press('Enter')
    },
    /** A page has come whose heading has the focus: that is where a screen reader begins to read. */
    arrivesAt: async (heading: string, site = 'Тестування IQ') => {
      await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeFocused()
      await expect(page).toHaveTitle(`${heading} · ${site}`)
    },
  }
}

/**
 * What is wrong with the place of the focus: it is not drawn, drawn in a colour that its surroundings swallow (under 3:1,
 * WCAG 1.4.11), lies outside the window or under something else; null when all is well.
 */
function focusFault(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const element = document.activeElement
    // Past the last control the focus leaves the page for the browser, and comes back at the top.
    if (element === null || element === document.body) return null
    const name = `${element.tagName} ${element.textContent?.slice(0, 40) ?? ''}`

    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
    /** Relative luminance of these colours laid over each other, the first one at the bottom, on white. */
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
    /** Of an outline against what it is drawn on: outside its element, or inside where its offset says so. */
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
