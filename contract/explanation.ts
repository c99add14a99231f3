import * as z from 'zod/mini'
import { Figure } from './figure.ts'

/** One rule of a question, said and drawn on what of the figure obeys it. */
export const ExplanationStep = z.object({ text: z.string(), figure: z.nullish(Figure) })
export type ExplanationStep = z.output<typeof ExplanationStep>
