import * as z from 'zod/mini'
import { Figure } from './figure.ts'

/** One rule of a question in words, and drawn on the parts of the figure that obey it. */
export const ExplanationStep = z.object({ text: z.string(), figure: z.nullish(Figure) })
export type ExplanationStep = z.output<typeof ExplanationStep>
