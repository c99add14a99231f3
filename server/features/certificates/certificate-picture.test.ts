import { readFileSync } from 'node:fs'
import { Resvg } from '@resvg/resvg-js'
import { expect, it } from 'vitest'
import { drawingOf } from './certificate-picture.ts'
import type { SignedCredential } from './make-credential.ts'

const fonts = new URL('../../../content/fonts/', import.meta.url)
const widths = JSON.parse(readFileSync(new URL('onest-600-widths.json', fonts), 'utf8'))
const fontFiles = ['cyrillic', 'latin', 'latin-ext'].map((subset) => new URL(`onest-600-${subset}.ttf`, fonts).pathname)

function credentialOf(
  name: string,
  { test = 'Логічний тест IQ', iq = '126', interval = 'від 101 і вище', caution = '' } = {},
) {
  const said = { iq, interval, caution }
  return {
    name: test,
    awardedDate: '2026-11-29T10:00:00.000Z',
    credentialSubject: {
      identifier: name === '' ? undefined : [{ identityHash: name }],
      result: Object.entries(said).map(([key, value]) => ({ resultDescription: `https://iq.example/#${key}`, value })),
    },
  } as unknown as SignedCredential
}

/** Counts the pixels of these columns that differ from the ground. */
function inkIn(drawing: string, from: number, to: number): number {
  const { pixels, width } = new Resvg(drawing, {
    font: { loadSystemFonts: false, defaultFontFamily: 'Onest', fontFiles },
  }).render()
  let ink = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const column = (at / 4) % width
    if (column >= from && column < to && (pixels[at] !== 0x1f || pixels[at + 1] !== 0x3f)) ink += 1
  }
  return ink
}

const names = {
  'a usual name': 'Оленка Ткаченко',
  'a name of Latin letters': 'Łukasz Żółć-Brzęczyszczykiewicz',
  'two long names': `${'Максиміліана-Єлизавета '.repeat(8)}Шевченко`.slice(0, 201).trim(),
  'one word of two hundred wide letters': 'Щ'.repeat(200),
}

it.each(Object.entries(names))('the picture of a certificate shows all of %s between its margins', (_, name) => {
  const drawing = drawingOf(credentialOf(name), widths)
  const shown = [...drawing.matchAll(/<text[^>]*>([^<]*)</g)].map(([, words]) => words)
  expect(shown.join(' ').replaceAll(/\s+/g, ' ')).toContain(name)
  expect(inkIn(drawing, 72, 1128)).toBeGreaterThan(2000)
  expect([inkIn(drawing, 0, 70), inkIn(drawing, 1130, 1200)]).toEqual([0, 0])
})

it('the picture of a certificate shows a long title of a test between its margins', () => {
  const drawing = drawingOf(credentialOf('Оленка Ткаченко', { test: 'Дуже довга назва тесту, '.repeat(6) }), widths)
  expect(inkIn(drawing, 1130, 1200)).toBe(0)
})

it('the picture of a certificate keeps a number beyond the scale off its curve, and a long interval within its margin', () => {
  const drawing = drawingOf(credentialOf('', { iq: 'понад 130', interval: 'від 101 до понад 130' }), widths)
  const [number] = /<text[^>]*>IQ понад 130</.exec(drawing)!
  const withoutNumber = drawing.replace(number, '<text><')
  // The number adds no ink where the curve begins.
  expect(inkIn(drawing, 690, 1200)).toBe(inkIn(withoutNumber, 690, 1200))
  expect(inkIn(drawing, 1130, 1200)).toBe(0)
})

it('the picture of a certificate leaves out a name with a letter that its font cannot write, and shows the score', () => {
  const drawing = drawingOf(credentialOf('Оленка 李'), widths)
  expect(drawing).not.toContain('Оленка')
  expect(drawing).toContain('IQ 126')
})

it('the picture of a certificate shows the caution that an interval is too narrow', () => {
  const caution = 'Діапазон пораховано за попередніми правилами, він завузький.'
  expect(drawingOf(credentialOf('', { caution }), widths)).toContain(caution)
})

it('the picture of a certificate escapes markup in a person’s name', () => {
  expect(drawingOf(credentialOf('<rect>&'), widths)).toContain('&lt;rect&gt;&amp;')
})
