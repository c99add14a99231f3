import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { assembleExam } from './assemble-exam.ts'
import type { Blueprint } from './blueprint.ts'
import { generatorVersion } from './generator-version.ts'
import { logicSample, logicTest, mathSample, mathTest, verbalSample, verbalTest } from './blueprints.ts'
import { digestsOf } from './signature.ts'

/**
 * Digests of whole papers of fixed seeds: questions, keys, radicals and signatures. A change that should only be faster or
 * plainer keeps them. A change that makes other papers raises `generatorVersion`, and says why there.
 */
const golden = {
  version: 14,
  digests: {
    logicSample: '6bbfa3592e9e5ce813829ca40aaed799',
    logicTest: '6c1f4b4da26edfff6f0c9e8e48b08e18',
    mathSample: '6ac001a39aacb49e5d264eec09e9d47b',
    mathTest: '4f8c6426036dc031098e4cd49d1742a9',
    verbalSample: '8e16b12fdd897c4e3fe502a994ab4b9d',
    verbalTest: '943cf5fa9e6c01917728b94177001541',
  },
}

const blueprints = { verbalTest, mathTest, logicTest, verbalSample, mathSample, logicSample }
const seedsEach = 8

/** For each seed an exam, a second exam of the same person, who must not see the first again, and a training. */
function digestOf(blueprint: Blueprint): string {
  const hash = createHash('sha256')
  for (let number = 0; number < seedsEach; number += 1) {
    const seed = `golden ${number}`
    const first = [...assembleExam({ blueprint, seed, partition: 'exam' })]
    const seen = new Set(first.flatMap(digestsOf))
    const second = [...assembleExam({ blueprint, seed, partition: 'exam', seen })]
    const training = [...assembleExam({ blueprint, seed, partition: 'training' })]
    hash.update(JSON.stringify([first, second, training]))
  }
  return hash.digest('hex').slice(0, 32)
}

describe('the papers of a seed', () => {
  it('the papers of a seed keep their recorded digests until the version of the generators changes', () => {
    const digests = Object.fromEntries(Object.entries(blueprints).map(([name, each]) => [name, digestOf(each)]))
    expect({ version: generatorVersion, digests }).toEqual(golden)
  })
})
