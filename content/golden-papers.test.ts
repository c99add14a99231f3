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
  version: 12,
  digests: {
    logicSample: '2a2347b1c0363b3fc7b025ef5c3a4248',
    logicTest: '0a77d4c205c2a9232b4e8db0e9551fca',
    mathSample: '2900c35bf5bc210d5e762b1b600d65e0',
    mathTest: 'bbc328c7b532fdad97856e12330b1b33',
    verbalSample: '8e18a795d7879b46cdaf0b30c12f2aec',
    verbalTest: '3173b8221f3ceb9f351f6a6d132cf8de',
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
