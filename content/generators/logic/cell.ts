/**
 * The content of one cell of a figure matrix: a layout and three attributes, each a whole number from 0. Every layout has
 * exactly three, because the eight options are all ways to keep or change three things.
 */
export type Layout = {
  name: 'group' | 'single' | 'pointer' | 'layers' | 'flag'
  attributes: readonly [Attribute, Attribute, Attribute]
}

/** An attribute has `size` values 0…size−1. Ordered ones can grow, cyclic ones wrap around, counted ones can be added. */
export type Attribute = {
  name: 'count' | 'shape' | 'fill' | 'size' | 'kind' | 'turn' | 'place' | 'side'
  size: number
  order: 'none' | 'line' | 'circle'
  counted?: boolean
}

export type Cell = readonly [number, number, number]

const fill: Attribute = { name: 'fill', size: 4, order: 'line' }
const turn: Attribute = { name: 'turn', size: 8, order: 'circle' }
const shape: Attribute = { name: 'shape', size: 6, order: 'none' }

export const layouts: readonly Layout[] = [
  { name: 'group', attributes: [{ name: 'count', size: 9, order: 'line', counted: true }, shape, fill] },
  { name: 'single', attributes: [{ name: 'size', size: 4, order: 'line' }, shape, fill] },
  {
    name: 'pointer',
    attributes: [turn, { name: 'kind', size: 4, order: 'none' }, fill],
  },
  // An arrow that turns, and a dot that moves around it.
  { name: 'layers', attributes: [turn, { name: 'place', size: 8, order: 'circle' }, fill] },
]

/** A flag that may be mirrored. Only analogies have it: no rule of a matrix mirrors a figure. */
export const flagLayout: Layout = { name: 'flag', attributes: [turn, { name: 'side', size: 2, order: 'none' }, fill] }

/** False for a dotted star in a group: one dot of it would be left in an option, and nobody would see it as dotted. */
export function isReadable({ name }: Layout, [, second, fillIndex]: Cell): boolean {
  return !(name === 'group' && second === star && fillIndex === dotted)
}

const [star, dotted] = [4, 1]
