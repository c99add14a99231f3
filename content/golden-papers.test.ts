import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { assembleExam } from './assemble-exam.ts'
import type { Blueprint } from './blueprint.ts'
import { generatorVersion } from './generator-version.ts'
import { logicSample, logicTest, mathSample, mathTest, verbalSample, verbalTest } from './blueprints.ts'

/**
 * What papers of fixed seeds are, whole: questions, keys, radicals and signatures. A change that should only be faster or
 * plainer leaves these digests as they are. One that makes other papers raises `generatorVersion`, and says why there.
 */
const golden = {
  version: 2,
  digests: {
    logicSample: '3ceb465a4d47ca2885b4ceb0f3cad1c7',
    logicTest: '8d62806dd0139e62d164192b4cb383d6',
    mathSample: 'a3e3808bea44e282726897997c3f3268',
    mathTest: '3dee51f79bddd41ffa317b85a6d3acd3',
    verbalSample: 'fc8ff903f9d271878255792ee1cd0cc1',
    verbalTest: 'a9217cc3398882e984073a5a3d47a68d',
  },
}

const blueprints = { verbalTest, mathTest, logicTest, verbalSample, mathSample, logicSample }
const seedsEach = 8

/** Of each seed an exam, a second exam of the same person, who must not see the first again, and a training. */
function digestOf(blueprint: Blueprint): string {
  const hash = createHash('sha256')
  for (let number = 0; number < seedsEach; number += 1) {
    const seed = `golden ${number}`
    const first = [...assembleExam({ blueprint, seed, partition: 'exam' })]
    const avoid = new Set(first.map(({ signature }) => signature))
    const second = [...assembleExam({ blueprint, seed, partition: 'exam', avoid })]
    const training = [...assembleExam({ blueprint, seed, partition: 'training' })]
    hash.update(JSON.stringify([first, second, training]))
  }
  return hash.digest('hex').slice(0, 32)
}

describe('the papers of a seed', () => {
  it('are the same bytes as ever, or the version of the generators says that they are others', () => {
    const digests = Object.fromEntries(Object.entries(blueprints).map(([name, each]) => [name, digestOf(each)]))
    expect({ version: generatorVersion, digests }).toEqual(golden)
  })
})
