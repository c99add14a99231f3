import { describe, expect, it, vi } from 'vitest'
import { assembleExam, ItemsExhausted } from './assemble-exam.ts'
import { Blueprint, questionCount } from './blueprint.ts'
import * as blueprints from './blueprints.ts'
import { familyTitle } from './families.ts'
import { generatorOf } from './generators/item-generators.ts'
import type { Item } from './item.ts'
import { type Partition, partitionOf, partitions } from './partition.ts'
import { splitItem } from './split-item.ts'

/** Hundreds of papers are made here: on a busy machine longer than a usual test may take. */
vi.setConfig({ testTimeout: 120_000 })

const tests = { verbal: blueprints.verbalTest, math: blueprints.mathTest, logic: blueprints.logicTest }

function paper(blueprint: Blueprint, seed: string, partition: Partition = 'exam', avoid?: ReadonlySet<string>): Item[] {
  return [...assembleExam({ blueprint, seed, partition, ...(avoid && { avoid }) })]
}

const seeds = Array.from({ length: 100 }, (_, i) => `attempt-${i}`)

describe.each(Object.entries(tests))('a paper of the %s test', (_, blueprint) => {
  const papers = seeds.map((seed) => paper(blueprint, seed))

  it('has thirty questions, none of them twice, over 100 seeds', () => {
    for (const items of papers) {
      expect(items).toHaveLength(30)
      expect(new Set(items.map(({ signature }) => signature)).size).toBe(30)
      expect(new Set(items.map(askedBy)).size).toBe(30)
    }
  })

  it('goes from easy to hard', () => {
    for (const items of papers) {
      const difficulties = items.map(({ difficulty }) => difficulty)
      expect(difficulties).toEqual([...difficulties].sort((a, b) => a - b))
    }
  })

  it('numbers its questions q1 to q30', () => {
    expect(papers[0]?.map(({ question }) => question.id)).toEqual(Array.from({ length: 30 }, (_, i) => `q${i + 1}`))
  })

  it('comes only of the partition of exams', () => {
    for (const items of papers) for (const { signature } of items) expect(partitionOf(signature)).toBe('exam')
  })

  it('asks nothing that a training asks, however it is to be answered', () => {
    const asked = new Set(papers.flat().map(askedBy))
    const training = seeds.slice(0, 40).flatMap((seed) => paper(blueprint, seed, 'training').map(askedBy))
    expect(training.filter((each) => asked.has(each))).toEqual([])
  })

  it('asks what the exams before have not asked, with other options neither', () => {
    for (const [turn, seed] of seeds.slice(0, 20).entries()) {
      const before = papers[(turn + 50) % papers.length]!
      const asked = new Set(before.map(askedBy))
      const next = paper(blueprint, seed, 'exam', new Set(before.map(({ signature }) => signature)))
      expect(next.map(askedBy).filter((each) => asked.has(each))).toEqual([])
    }
  })

  it('varies: two seeds seldom share an item', () => {
    const [one, other] = [papers[0]!, papers[1]!].map((items) => new Set(items.map(({ signature }) => signature)))
    expect([...one!].filter((signature) => other!.has(signature)).length).toBeLessThan(6)
  })

  it('keeps the right option in every place about equally often', () => {
    const places = papers
      .flat()
      .filter(({ question }) => question.options?.length === 6)
      .map(({ question, key }) => question.options!.findIndex(({ id }) => id === key.right))
    for (let place = 0; place < 6 && places.length > 500; place++) {
      const share = places.filter((each) => each === place).length / places.length
      expect(Math.abs(share - 1 / 6)).toBeLessThan(0.05)
    }
  })
})

/** A question without what may be chosen from, unless the choice is the question. */
function askedBy({ family, question }: Item): string {
  const prompt = question.prompt.replace(' Запишіть його цифрами.', '')
  return JSON.stringify([prompt, question.figure?.alt, family === 'verbal-odd-one-out' && texts(question)])
}

function texts(question: Item['question']): string[] {
  return (question.options ?? []).map(({ text, figure }) => text ?? figure?.alt ?? '').sort()
}

describe('assembleExam', () => {
  it('is deterministic from its input, to the last byte', () => {
    expect(paper(blueprints.logicTest, 'same')).toEqual(paper(blueprints.logicTest, 'same'))
  })

  it('yields one item at a time, so that a caller can stop', () => {
    const building = assembleExam({ blueprint: blueprints.mathTest, seed: 'a', partition: 'exam' })
    expect(building.next().value?.question.id).toBe('q1')
    expect(building.next().value?.question.id).toBe('q2')
    building.return()
    expect(building.next().done).toBe(true)
  })

  it('takes none of the items to be avoided', () => {
    const seen = new Set<string>()
    for (let attempt = 0; attempt < 5; attempt++) {
      const items = paper(blueprints.verbalTest, 'again', 'training', seen)
      for (const { signature } of items) {
        expect(seen.has(signature)).toBe(false)
        seen.add(signature)
      }
    }
    expect(seen.size).toBe(150)
  })

  it('says so when every item of a slot is to be avoided', () => {
    const narrow: Blueprint = { parts: [{ family: 'verbal-analogy', difficulties: [1] }] }
    const seen = new Set<string>()
    const useUp = () => {
      for (let i = 0; i < 2000; i++)
        for (const { signature } of paper(narrow, `${i}`, 'example', seen)) seen.add(signature)
    }
    expect(useUp).toThrow(ItemsExhausted)
    expect(seen.size).toBeGreaterThan(40)
  })

  it('draws training, exams and examples from disjoint partitions', () => {
    const signaturesOf = (partition: Partition) =>
      new Set(
        Object.values(tests).flatMap((blueprint) =>
          seeds.slice(0, 4).flatMap((seed) => paper(blueprint, seed, partition).map(({ signature }) => signature)),
        ),
      )
    const [example, training, exam] = partitions.map(signaturesOf) as [Set<string>, Set<string>, Set<string>]
    expect([...example].filter((each) => training.has(each) || exam.has(each))).toEqual([])
    expect([...training].filter((each) => exam.has(each))).toEqual([])
  })

  it('gives the same item other option ids, in another order, in another attempt', () => {
    const one = paper(blueprints.logicTest, 'one')
    const idsOf = (items: Item[]) => items.flatMap(({ question }) => (question.options ?? []).map(({ id }) => id))
    const [first, second] = [idsOf(one), idsOf(paper(blueprints.logicTest, 'two'))]
    expect(new Set([...first, ...second]).size).toBe(first.length + second.length)
  })

  it('makes option ids of one length and form, the right one no other than the rest', () => {
    for (const { question } of paper(blueprints.logicTest, 'form')) {
      for (const { id } of question.options ?? []) expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{10}$/)
    }
  })

  it('sorts option ids without sorting the right one anywhere', () => {
    const ranks = seeds.slice(0, 40).flatMap((seed) =>
      paper(blueprints.verbalSample, seed).flatMap(({ question, key }) =>
        question.options!.length === 6
          ? [
              question
                .options!.map(({ id }) => id)
                .sort()
                .indexOf(key.right as string),
            ]
          : [],
      ),
    )
    const mean = ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length
    expect(Math.abs(mean - 2.5)).toBeLessThan(0.5)
  })
})

describe('blueprints', () => {
  it.each(Object.entries(blueprints))('%s parses, and asks only for what its families can make', (name, blueprint) => {
    expect(Blueprint.parse(JSON.parse(JSON.stringify(blueprint)))).toEqual(blueprint)
    expect(questionCount(blueprint)).toBe(name.endsWith('Test') ? 30 : 6)
    for (const { family, difficulties } of blueprint.parts) {
      expect(familyTitle(family)).toMatch(/^[А-ЯІЇЄҐ]/)
      for (const difficulty of difficulties) expect(generatorOf(family).levels).toContain(difficulty)
    }
  })

  it('is refused with a family that does not exist', () => {
    expect(Blueprint.safeParse({ parts: [{ family: 'verbal-riddle', difficulties: [0] }] }).success).toBe(false)
  })

  it('makes papers whose questions leave by splitItem whole', () => {
    const [first] = paper(blueprints.verbalSample, 'a')
    expect(splitItem(first!).question).toEqual(first!.question)
  })
})
