import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
/** Of `name: light-dark(#…, #…)` the half of a scheme, of `name: #…` the colour of both. */
const coloursOf = (half: 0 | 1) =>
  Object.fromEntries(
    [...css.matchAll(/--(?:color-)?([\w-]+): (?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6})\))?;/g)].map(
      ([, name, light, dark]) => [name!, half === 0 ? light! : (dark ?? light!)],
    ),
  )

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

const schemes = [
  ['light', coloursOf(0)],
  ['dark', coloursOf(1)],
] as const

it.each(schemes)(
  'what is written on a filled button can be read in the %s scheme, also under the pointer',
  (_, scheme) => {
    const written = [
      ['on-accent', 'accent-fill'],
      ['on-accent', 'accent-fill-hover'],
      ['on-now', 'now'],
      ['on-now', 'now-hover'],
    ] as const
    const faint = written.filter(([ink, ground]) => contrast(scheme[ink]!, scheme[ground]!) < 4.5)
    expect(faint).toEqual([])
  },
)

it.each(schemes)(
  'the ink of a figure stands out from every ground that a figure lies on, 3 to 1 and more, in the %s scheme',
  (_, scheme) => {
    const grounds = ['surface', 'sunken', 'accent-wash', 'success-wash', 'danger-wash', 'now-wash']
    expect(grounds.filter((ground) => !(contrast(scheme['figure-ink']!, scheme[ground]!) >= 3))).toEqual([])
  },
)
