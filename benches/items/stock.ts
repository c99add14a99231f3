import { logicTest, mathTest, verbalTest } from '#content/blueprints.ts'
import { generatorOf } from '#content/generators/item-generators.ts'
import { createRng } from '#content/rng.ts'
import { stemOf } from '#content/signature.ts'
import { secondAnswersOf } from './second-answers.ts'

export interface Stock {
  family: string
  /** Number of different questions among the drawn ones, their options aside. */
  distinct: number
  drawn: number
  /** Items with another defensible answer; undefined if only one grammar is known. */
  secondAnswers: number | undefined
}

export function measureStock(count: number): Stock[] {
  const parts = [verbalTest, mathTest, logicTest].flatMap(({ parts: own }) => own)
  return parts.map(({ family, difficulties }) => {
    const rng = createRng(`stock/${family}`)
    const items = Array.from({ length: count }, () => generatorOf(family).generate(rng, rng.pick(difficulties), 'exam'))
    const second = items.map(secondAnswersOf)
    return {
      family,
      drawn: count,
      distinct: new Set(items.map(({ signature }) => stemOf(signature))).size,
      secondAnswers: second.includes(undefined) ? undefined : second.filter((each) => each!.length > 0).length,
    }
  })
}
