import type { Example } from '#contract/reading.ts'
import { landingTexts } from '../../messages/landing.ts'

/** The index of the item that the landing page shows first: one with drawn options, because drawings need no reading. */
export function firstExample(examples: readonly Example[]): number {
  return Math.max(
    examples.findIndex(({ question }) => question.options?.some((option) => option.figure)),
    0,
  )
}

/** The items that the landing page needs before the server's reply: the first one, and one of each kind that it links. */
export function examplesOfLanding(examples: readonly Example[]): Example[] {
  const shown = firstExample(examples)
  const others = landingTexts.otherKinds.map(({ type }) => examples.findIndex((example) => example.type === type))
  return examples.filter((_, index) => index === shown || others.includes(index))
}
