import { logicTest, mathTest, verbalTest } from '#content/blueprints.ts'
import { generatorOf } from '#content/generators/item-generators.ts'
import { createRng } from '#content/rng.ts'
import { stemOf } from '#content/signature.ts'
import { secondAnswersOf } from './second-answers.ts'

export interface Stock {
  family: string
  /** Different questions among as many as were drawn for exams, whatever may be chosen from. */
  distinct: number
  drawn: number
  /** Items that have another defensible answer; undefined where one grammar alone is known. */
  secondAnswers: number | undefined
}

/** What `count` items of each family are, of difficulties as in the exams on sale. */
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
