import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const [light, dark] = css.split('(prefers-color-scheme: dark)') as [string, string]
const colours = (part: string) =>
  Object.fromEntries([...part.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name!, value!]))

/** The relative luminance of WCAG 2. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

it.each([
  ['light', colours(light)],
  ['dark', { ...colours(light), ...colours(dark) }],
])('what is written on a filled button can be read in the %s scheme, also under the pointer', (_, scheme) => {
  const written = [
    ['on-accent', 'accent-fill'],
    ['on-accent', 'accent-fill-hover'],
    ['on-now', 'now'],
    ['on-now', 'now-hover'],
  ] as const
  const faint = written.filter(([ink, ground]) => contrast(scheme[ink]!, scheme[ground]!) < 4.5)
  expect(faint).toEqual([])
})
