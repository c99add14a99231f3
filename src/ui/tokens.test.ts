import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
/** The colours of a scheme: a half of `name: light-dark(#…, #…)`, or `name: #…` for both. */
const coloursOf = (half: 0 | 1) =>
  Object.fromEntries(
    [...css.matchAll(/--(?:color-)?([\w-]+): (?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6})\))?;/g)].map(
      ([, name, light, dark]) => [name!, half === 0 ? light! : (dark ?? light!)],
    ),
  )

/** Red, green and blue of sRGB without its curve. */
const linear = (colour: string) =>
  [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))

function luminance(colour: string): number {
  const [red, green, blue] = linear(colour) as [number, number, number]
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
  'the text on a filled button has a contrast of at least 4.5 in the %s scheme, also under the pointer',
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
  'the ink of a figure has a contrast of at least 3 to every ground of figures in the %s scheme',
  (_, scheme) => {
    const grounds = ['surface', 'sunken', 'accent-wash', 'success-wash', 'danger-wash', 'now-wash']
    expect(grounds.filter((ground) => !(contrast(scheme['figure-ink']!, scheme[ground]!) >= 3))).toEqual([])
  },
)

/** Linear RGB as people without one kind of cones see it. Machado, Oliveira and Fernandes 2009, severity 1. */
const seenBy = {
  everybody: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopes: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopes: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopes: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

/** CIELAB of a colour under D65, as these people see it. */
function lab(colour: string, who: keyof typeof seenBy): number[] {
  const shown = linear(colour)
  const [red, green, blue] = seenBy[who].map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, weight, at) => sum + weight * shown[at]!, 0),
      ),
    ),
  ) as [number, number, number]
  const [x, y, z] = [
    (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047,
    0.2126 * red + 0.7152 * green + 0.0722 * blue,
    (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883,
  ].map((part) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116)) as [number, number, number]
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const kinds = ['kind-verbal', 'kind-math', 'kind-logic'] as const

it.each(schemes)(
  'the colour of each kind of test has a contrast of at least 4.5 on every card and page in the %s scheme',
  (_, scheme) => {
    const faint = kinds.flatMap((kind) =>
      ['surface', 'paper', 'sunken'].filter((ground) => !(contrast(scheme[kind]!, scheme[ground]!) >= 4.5)),
    )
    expect(faint).toEqual([])
  },
)

it.each(schemes.flatMap(([name, scheme]) => Object.keys(seenBy).map((who) => [name, who, scheme] as const)))(
  'the colours of two kinds of test are far apart in the %s scheme for %s',
  (_, who, scheme) => {
    const seen = kinds.map((kind) => lab(scheme[kind]!, who as keyof typeof seenBy))
    const apart = [
      [0, 1],
      [0, 2],
      [1, 2],
    ].map(([a, b]) => Math.hypot(...seen[a!]!.map((part, at) => part - seen[b!]![at]!)))
    // A difference of ten is visible at a glance; a thin line needs more.
    expect(Math.min(...apart)).toBeGreaterThan(30)
  },
)
