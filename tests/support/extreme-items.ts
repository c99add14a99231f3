import type { Question } from '#contract/question.ts'
import { assembleExam } from '#content/assemble-exam.ts'
import { logicSample, logicTest, mathSample, mathTest, verbalSample, verbalTest } from '#content/blueprints.ts'
import { itemGenerators } from '#content/generators/item-generators.ts'
import { createRng } from '#content/rng.ts'

/**
 * Returns the questions that take the most room, of every family, drawn `draws` times at each level. For each way to answer
 * (a number of options, or typed) these are the question with the longest prompt and the one with the longest option. Ids are
 * valid in this list alone.
 */
export function extremeItems(draws: number): Question[] {
  const chosen = itemGenerators.flatMap(({ family, levels, generate }) => {
    const drawn = levels.flatMap((level) =>
      Array.from({ length: draws }, (_, draw) => generate(createRng(`${family}/${level}/${draw}`), level).question),
    )
    return [...new Set(drawn.map(waysToAnswer))].flatMap((way) => {
      const alike = drawn.filter((question) => waysToAnswer(question) === way)
      return [greatest(alike, promptLength), greatest(alike, longestOption)]
    })
  })
  return [...new Set(chosen.filter((question) => question !== undefined))].map((question, index) => ({
    ...question,
    id: `extreme-${index}`,
  }))
}

/** All questions of an exam of each test by `seeds` seeds, and of a training of each test and free trial. The ids are new. */
export function itemsOfPapers(seeds: number): Question[] {
  const tests = [verbalTest, mathTest, logicTest]
  const exams = tests.flatMap((blueprint) =>
    Array.from({ length: seeds }, (_, seed) => ({ blueprint, seed: `exam ${seed}`, partition: 'exam' as const })),
  )
  const others = [...tests, verbalSample, mathSample, logicSample].map((blueprint) => ({
    blueprint,
    seed: 'training',
    partition: 'training' as const,
  }))
  return [...exams, ...others]
    .flatMap((order) => [...assembleExam(order)])
    .map(({ question }, index) => ({ ...question, id: `paper-${index}` }))
}

const waysToAnswer = ({ kind, options }: Question) => `${kind} ${options?.length ?? 0}`
const promptLength = ({ prompt }: Question) => prompt.length
const longestOption = ({ options }: Question) => Math.max(0, ...(options ?? []).map(({ text }) => text?.length ?? 0))

function greatest(questions: readonly Question[], measure: (question: Question) => number): Question | undefined {
  return questions.toSorted((a, b) => measure(b) - measure(a))[0]
}
