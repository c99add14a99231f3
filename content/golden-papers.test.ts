import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { assembleExam } from './assemble-exam.ts'
import type { Blueprint } from './blueprint.ts'
import { logicSample, logicTest, mathSample, mathTest, verbalSample, verbalTest } from './blueprints.ts'

/**
 * What papers of fixed seeds are, whole: questions, keys, radicals and signatures. A change that should only be faster or
 * plainer leaves these digests as they are. One that makes other items raises `version`, and its commit says why.
 */
const golden = {
  version: 1,
  digests: {
    logicSample: 'ac3617032ea018b77a82ae20915fbef3',
    logicTest: '0535045e1e2566978dc198bd4f282cf5',
    mathSample: '09b97726178f9e3dd8d9f693e158cd41',
    mathTest: '1fb25d7c97d2c953ccc9591478c69ec6',
    verbalSample: '896cde79424b6b02db9b1ff87dd8c7b5',
    verbalTest: '598f1b78df84f0cdf13506cb378b98e5',
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
    expect(digests).toEqual(golden.digests)
  })
})
