import type { Locator } from '@playwright/test'

/** WCAG contrast of a control's outline to its ground; 1 without an outline of 2 px. */
export function ringContrast(control: Locator): Promise<number> {
  return control.evaluate((element) => {
    const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
    const isOpaque = (color: string) => (channels(color)[3] ?? 1) === 1
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
        const part = value / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    let around = element.parentElement!
    while (around.parentElement && !isOpaque(getComputedStyle(around).backgroundColor)) around = around.parentElement
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return 1
    const [ring, ground] = [luminance(outlineColor), luminance(getComputedStyle(around).backgroundColor)]
    return (Math.max(ring, ground) + 0.05) / (Math.min(ring, ground) + 0.05)
  })
}
