import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

/** The relative luminance of «#rrggbb» (WCAG 2.2). */
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}
const contrast = (a: string, b: string) => {
  const [dark, light] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (light! + 0.05) / (dark! + 0.05)
}

it('[C.01] the installed app starts in the product’s own colour, on which its icon has a contrast above 4.5', () => {
  const { background_color: start, theme_color: theme } = JSON.parse(read('manifest.webmanifest'))
  const tile = /<rect width="512"[^>]* fill="(#[0-9a-f]{6})"/.exec(read('public/icons/icon.svg'))![1]!
  expect(theme).toBe(start)
  expect(contrast(start, tile)).toBeGreaterThan(4.5)
  // And it is the product's own colour.
  expect(read('src/ui/tokens.css')).toContain(`--color-accent: light-dark(${start},`)
})

it('[C.01] each page has the theme colour of the light and of the dark theme', () => {
  const [, light, dark] = /--color-paper: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/.exec(read('src/ui/tokens.css'))!
  for (const [scheme, colour] of [
    ['light', light],
    ['dark', dark],
  ]) {
    expect(read('index.html')).toContain(
      `<meta name="theme-color" content="${colour}" media="(prefers-color-scheme: ${scheme})"`,
    )
  }
})
