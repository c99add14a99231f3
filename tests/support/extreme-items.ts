import type { Question } from '#contract/question.ts'
import { itemGenerators } from '#content/generators/item-generators.ts'
import { createRng } from '#content/rng.ts'

/** Prompts of up to 200 characters in up to six lines stand in their place whole; a longer one may scroll in it. */
export function isWhole(prompt: string): boolean {
  return prompt.length <= 200 && prompt.split('\n').length <= 6
}

/**
 * Of every family, drawn `draws` times at each level, the questions that take the most room: for each way to answer them
 * (so many options, or typed) the one with the longest prompt, the one with the longest prompt that is to be seen whole, and
 * the one with the longest option. Ids are of this list alone.
 */
export function extremeItems(draws: number): Question[] {
  const chosen = itemGenerators.flatMap(({ family, levels, generate }) => {
    const drawn = levels.flatMap((level) =>
      Array.from({ length: draws }, (_, draw) => generate(createRng(`${family}/${level}/${draw}`), level).question),
    )
    return [...new Set(drawn.map(waysToAnswer))].flatMap((way) => {
      const alike = drawn.filter((question) => waysToAnswer(question) === way)
      const short = alike.filter(({ prompt }) => isWhole(prompt))
      return [greatest(alike, promptLength), greatest(short, promptLength), greatest(alike, longestOption)]
    })
  })
  return [...new Set(chosen.filter((question) => question !== undefined))].map((question, index) => ({
    ...question,
    id: `extreme-${index}`,
  }))
}

const waysToAnswer = ({ kind, options }: Question) => `${kind} ${options?.length ?? 0}`
const promptLength = ({ prompt }: Question) => prompt.length
const longestOption = ({ options }: Question) => Math.max(0, ...(options ?? []).map(({ text }) => text?.length ?? 0))

function greatest(questions: readonly Question[], measure: (question: Question) => number): Question | undefined {
  return questions.toSorted((a, b) => measure(b) - measure(a))[0]
}
