import './zod-jitless.ts'
import * as z from 'zod/mini'
import { figureFills, figurePatterns } from './figure-paint.ts'

/**
 * The drawing language of figures: a few shapes in a box of `width` × `height` units, drawn in order. No markup is sent.
 * Colours are names that the client's scheme turns into colours, so a figure is right in light and dark.
 */
const fill = z.enum(figureFills)
const pattern = z.optional(z.enum(figurePatterns))
const stroke = z.optional(z.enum(['ink', 'none', 'dashed']))
/** x and y. Its schema is an array, because zod's tuples would add a third of a kilobyte to every page. */
const Point = z.array(z.number()).check(z.minLength(2), z.maxLength(2)) as unknown as z.ZodMiniType<
  [number, number],
  [number, number]
>

export const Shape = z.discriminatedUnion('shape', [
  z.object({ shape: z.literal('circle'), cx: z.number(), cy: z.number(), r: z.number(), fill, stroke, pattern }),
  z.object({
    shape: z.literal('rect'),
    x: z.number(),
    y: z.number(),
    width: z.number(),
    height: z.number(),
    fill,
    stroke,
    pattern,
  }),
  z.object({ shape: z.literal('polygon'), points: z.array(Point), fill, stroke, pattern }),
  z.object({ shape: z.literal('line'), from: Point, to: Point }),
  z.object({ shape: z.literal('text'), x: z.number(), y: z.number(), size: z.number(), text: z.string() }),
])
export type Shape = z.infer<typeof Shape>

/** `alt` says in Ukrainian what is drawn. The rules that drew the figure make it, and it tells no more than the drawing. */
export const Figure = z.object({ width: z.number(), height: z.number(), alt: z.string(), shapes: z.array(Shape) })
export type Figure = z.infer<typeof Figure>
