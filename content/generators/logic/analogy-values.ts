import type { Rng } from '../../rng.ts'
import type { Attribute } from './cell.ts'

/** The values of one attribute in an analogy: of the first pair, the third figure, the fourth, and a wrong one. */
export type Values = { a: number; b: number; c: number; d: number; wrong: number }

/**
 * Whether a person sees an attribute as a quality, not as a distance. A changed quality starts at one value in both pairs: of
 * a mirrored third figure nobody could say whether it is mirrored back or becomes mirrored like the second.
 */
const isQuality = ({ name }: Attribute) => ['fill', 'shape', 'kind', 'side'].includes(name)

/** Values for an attribute that the rule changes or keeps. Undefined if they can be read in two ways. */
export function drawValues(
  rng: Rng,
  attribute: Attribute,
  isChanged: boolean,
  isMirrored: boolean,
): Values | undefined {
  const { size } = attribute
  const a = rng.int(0, size - 1)
  const c = isChanged && isQuality(attribute) ? a : rng.int(0, size - 1)
  const b = isChanged ? changed(rng, attribute, a) : a
  if (b === undefined || (isChanged && b === a)) return undefined
  const [d, ...others] = demandsOf(attribute, [a, b, c], isMirrored)
  if (d === undefined || others.length > 0) return undefined
  const wrong = wrongValue(rng, attribute, { a, b, c, d })
  return wrong === undefined ? undefined : { a, b, c, d, wrong }
}

function changed(rng: Rng, { name, size, order }: Attribute, a: number): number | undefined {
  if (order === 'none' || name === 'fill') return rng.pick(valuesBut(size, [a]))
  const step = rng.pick(order === 'circle' ? [1, 2, 3, 4, -1, -2, -3] : [1, 2, -1, -2])
  return within({ order, size }, a + step)
}

type Begun = readonly [a: number, b: number, c: number]

/**
 * The values of the fourth figure by every natural reading. A reading is: the same step; for numbers the same ratio; for a
 * direction the same reflection in an upright or level line, and for a mirrored figure in any axis of the page; for a quality
 * what it became. One value: the attribute is unambiguous.
 */
export function demandsOf(attribute: Attribute, [a, b, c]: Begun, isMirrored: boolean): number[] {
  const { name, order } = attribute
  if (isQuality(attribute)) return a === b ? [c] : a === c ? [b] : []
  const same = within(attribute, c + b - a)
  if (same === undefined) return []
  const demands: (number | undefined)[] = [same]
  if (a !== b && order === 'line') {
    demands.push(...ratiosOf(attribute, [a, b, c]))
    if (c === b) demands.push(a)
  }
  if (order === 'circle') demands.push(reflectionOf(attribute, [a, b, c], isMirrored && name === 'turn'))
  return [...new Set(demands)].filter((value) => value !== undefined)
}

/**
 * The places, in eighths of a circle, where a person who looks at arrow and dot together would put the fourth dot: at the
 * angle to its arrow that the second dot has to its own, or at the end of the third arrow where the second dot is on the first.
 */
export function placesByArrow(arrow: Values, dot: Values): number[] {
  const eighths = (n: number) => (n + 16) % 8
  const fromFirst = eighths(dot.b - arrow.a)
  return [eighths(arrow.d + dot.b - arrow.b), ...(fromFirst % 4 === 0 ? [eighths(arrow.c + fromFirst)] : [])]
}

/** The third value reflected in the axis that takes the first to the second. Undefined if nobody sees such an axis. */
function reflectionOf(attribute: Attribute, [a, b, c]: Begun, isMirrored: boolean): number | undefined {
  if (a === b && !isMirrored) return undefined
  const axis = (a + b) % attribute.size
  return axis % (isMirrored ? 2 : 4) === 0 ? within(attribute, axis - c) : undefined
}

/** For counted things, which begin with one: the same multiple or the same fraction. */
function ratiosOf(attribute: Attribute, [a, b, c]: Begun): (number | undefined)[] {
  if (!attribute.counted) return []
  const [from, to, next] = [a + 1, b + 1, c + 1]
  return [
    ...(to % from === 0 ? [within(attribute, (to / from) * next - 1)] : []),
    ...(from % to === 0 && next % (from / to) === 0 ? [within(attribute, next / (from / to) - 1)] : []),
  ]
}

/**
 * Draws a wrong value: half the time the value of a person who overlooks the rule. No reading leads to it, however
 * far-fetched: neither that the fourth figure becomes like the second, nor a reflection in a slanting line.
 */
function wrongValue(rng: Rng, attribute: Attribute, { a, b, c, d }: Omit<Values, 'wrong'>): number | undefined {
  const { size, order } = attribute
  const isChanged = a !== b
  const refused = [d]
  if (isChanged) refused.push(b, ...ratiosOf(attribute, [a, b, c]).filter((each) => each !== undefined))
  if (order === 'circle' && (a + b) % 2 === 0) refused.push((((a + b - c) % size) + size) % size)
  const overlooked = isChanged ? c : a
  const near = valuesBut(size, refused).filter((value) => size < 9 || Math.abs(value - d) < 4)
  if (near.includes(overlooked) && rng.chance(0.5)) return overlooked
  return near.length === 0 ? undefined : rng.pick(near)
}

function valuesBut(size: number, refused: readonly number[]): number[] {
  return Array.from({ length: size }, (_, value) => value).filter((value) => !refused.includes(value))
}

/** Undefined if a line has no such value; a circle wraps around. */
function within({ order, size }: Pick<Attribute, 'order' | 'size'>, value: number): number | undefined {
  if (order === 'circle') return ((value % size) + size) % size
  return value >= 0 && value < size ? value : undefined
}
