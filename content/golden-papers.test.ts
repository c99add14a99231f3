import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { assembleExam } from './assemble-exam.ts'
import type { Blueprint } from './blueprint.ts'
import { generatorVersion } from './generator-version.ts'
import { logicSample, logicTest, mathSample, mathTest, verbalSample, verbalTest } from './blueprints.ts'
import { digestsOf } from './signature.ts'

/**
 * What papers of fixed seeds are, whole: questions, keys, radicals and signatures. A change that should only be faster or
 * plainer leaves these digests as they are. One that makes other papers raises `generatorVersion`, and says why there.
 */
const golden = {
  version: 11,
  digests: {
    logicSample: '06e24aeb21e3f6f1768c0c6ea4aaa922',
    logicTest: 'a2c7711a320fe7351f7c4dd2fb11818f',
    mathSample: '599e220bfb76c9acb0dc8c5e88c2fe3e',
    mathTest: '98d1c4d92d6d02397e639f2c3acbf471',
    verbalSample: '8b8d4617e900d167aa3adb6269c14e50',
    verbalTest: 'e698fa330bcb04a9604361967bbc9fa9',
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
    const seen = new Set(first.flatMap(digestsOf))
    const second = [...assembleExam({ blueprint, seed, partition: 'exam', seen })]
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
