import { expect, type Locator, type Page } from '@playwright/test'

/** More stops of Tab than any page has: whoever has not come there by then never will. */
const mostStops = 90

/** A person who has a keyboard and nothing else. Every stop on their way must be seen to have the focus. */
export function keyboardOn(page: Page) {
  const press = (key: string) => page.keyboard.press(key)

  /** Goes on by Tab (or back by Shift+Tab) until the control has the focus. */
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
      await press('Enter')
    },
    /** A page has come whose heading has the focus: that is where a screen reader begins to read. */
    arrivesAt: async (heading: string, site = 'Тестування IQ') => {
      await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeFocused()
      await expect(page).toHaveTitle(`${heading} · ${site}`)
    },
  }
}

/** What is wrong with the place of the focus: it is not drawn, lies outside the window or under something else; null when all is well. */
function focusFault(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const element = document.activeElement
    // Past the last control the focus leaves the page for the browser, and comes back at the top.
    if (element === null || element === document.body) return null
    const carriers = [element, element.closest('label'), element.parentElement].filter((each) => each !== null)
    const isDrawn = carriers.some((each) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
    const target = element.closest('label') ?? element
    const { left, right, top, bottom } = target.getBoundingClientRect()
    const onTop = document.elementFromPoint((left + right) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2)
    const name = `${element.tagName} ${element.textContent?.slice(0, 40) ?? ''}`
    if (!isDrawn) return `${name}: no outline`
    return target.contains(onTop) || onTop?.contains(target) ? null : `${name}: outside the window or covered`
  })
}
