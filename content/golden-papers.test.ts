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
  version: 13,
  digests: {
    logicSample: '93d56ce1dbb7c7bc5ca9a439164a74f2',
    logicTest: '44b324eda2d0b8c96a59abe9000ded4b',
    mathSample: 'b0914b5338ebd99f0b5a77f29f357812',
    mathTest: 'b848459721fc40e15a39b898bd6af646',
    verbalSample: 'f2b782df759505ebb74040b41ccd5d14',
    verbalTest: '943cf5fa9e6c01917728b94177001541',
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
