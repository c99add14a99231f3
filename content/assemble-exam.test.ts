import { beforeAll, describe, expect, it, vi } from 'vitest'
import { anchorOf, assembleExam, ItemsExhausted } from './assemble-exam.ts'
import { Blueprint, questionCount } from './blueprint.ts'
import * as blueprints from './blueprints.ts'
import { examplePool } from './examples.ts'
import { familyTitle } from './families.ts'
import { generatorOf } from './generators/item-generators.ts'
import type { Item } from './item.ts'
import { type Partition, partitionOf } from './partition.ts'
import { sha256Hex } from './sha256.ts'
import { digestOfAsk, digestsOf, heldRuleOf, heldMarkOf } from './signature.ts'
import { splitItem } from './split-item.ts'

/** This file makes hundreds of papers, which takes a busy machine longer than the usual limit. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const tests = { verbal: blueprints.verbalTest, math: blueprints.mathTest, logic: blueprints.logicTest }
const samples = { verbal: blueprints.verbalSample, math: blueprints.mathSample, logic: blueprints.logicSample }

function paper(blueprint: Blueprint, seed: string, partition: Partition = 'exam', seen?: ReadonlySet<string>): Item[] {
  return [...assembleExam({ blueprint, seed, partition, ...(seen && { seen }) })]
}

/** The digests that are kept of a person's papers, the newest first. */
const memoryOf = (...papers: Item[][]) => new Set(papers.flatMap((items) => items.flatMap(digestsOf)))
const asksOf = (items: readonly Item[]) => items.flatMap(({ asks }) => asks)

const seedsOf = (count: number) => Array.from({ length: count }, (_, i) => `attempt-${i}`)

/** Papers of one test, made once for all tests of this file. */
type Papers = { exams: Item[][]; trainings: Item[][]; seconds: { before: Item[]; now: Item[] }[] }

/** The number of papers in `npm test`. */
const few = 12
const drawnBefore = new Map<string, Papers>()

function drawPapers(name: keyof typeof tests, count: number): Papers {
  const known = drawnBefore.get(`${name} ${count}`) ?? drawOf(tests[name], count)
  drawnBefore.set(`${name} ${count}`, known)
  return known
}

function drawOf(blueprint: Blueprint, count: number): Papers {
  const of = seedsOf(count)
  const exams = of.map((seed) => paper(blueprint, seed))
  const trainings = of.slice(0, 25).map((seed) => paper(blueprint, seed, 'training'))
  const seconds = of.slice(0, 20).map((seed, turn) => {
    const before = exams[(turn + Math.floor(of.length / 2)) % exams.length]!
    return { before, now: paper(blueprint, seed, 'exam', memoryOf(before)) }
  })
  return { exams, trainings, seconds }
}

// At a landing the golden papers show whether any paper changed. Only after a change do many papers show more than a few.
const names = Object.keys(tests) as (keyof typeof tests)[]
describe.each(names.flatMap((name) => [[name, few, ''] as const, [name, 60, ' @full'] as const]))(
  'exam papers of the %s test, %i of them%s',
  (name, count, _extent) => {
    let drawn: Papers
    let papers: Papers['exams']
    beforeAll(() => {
      drawn = drawPapers(name, count)
      papers = drawn.exams
    })

    it('an exam paper has thirty questions that ask nothing twice: no rule with its numbers, no pair, no odd word', () => {
      for (const items of papers) {
        expect(items).toHaveLength(30)
        expect(new Set(items.map(askedBy)).size).toBe(30)
        const asks = asksOf(items)
        expect(asks.filter((ask, i) => asks.indexOf(ask) !== i)).toEqual([])
      }
    })

    it('an exam paper never prints one pair of words twice, whether as a sample or as a question', () => {
      for (const items of papers) {
        const pairs = items.flatMap(pairsOf)
        expect(pairs.filter((pair, i) => pairs.indexOf(pair) !== i)).toEqual([])
      }
    })

    it('an exam paper never has one rule with the same parameters twice, wherever its numbers begin', () => {
      for (const items of papers) {
        const parameters = items.flatMap((item) => (item.parameters === '' ? [] : [item.parameters]))
        expect(parameters.filter((each, i) => parameters.indexOf(each) !== i)).toEqual([])
      }
    })

    it('a second exam paper shares under 25 % of its looks (rule and length) with the first one on average', () => {
      const shares = drawn.seconds.map(({ before, now }) => {
        const looksBefore = new Set(before.map(lookOf))
        const looks = now.map(lookOf).filter((look) => look !== '')
        return looks.filter((look) => looksBefore.has(look)).length / Math.max(1, looks.length)
      })
      expect(mean(shares)).toBeLessThan(0.25)
    })

    it('an exam paper orders its questions from easy to hard', () => {
      for (const items of papers) {
        const difficulties = items.map(({ difficulty }) => difficulty)
        expect(difficulties).toEqual([...difficulties].sort((a, b) => a - b))
      }
    })

    it('an exam paper numbers its questions q1 to q30', () => {
      expect(papers[0]?.map(({ question }) => question.id)).toEqual(Array.from({ length: 30 }, (_, i) => `q${i + 1}`))
    })

    it('an exam paper has 2.5 to 3.2 anchors on average, and a second exam repeats no anchor of the first', () => {
      const anchorsIn = (items: readonly Item[]) =>
        items.filter((item) => anchorOf(item).signature === item.signature).map(({ signature }) => signature)
      const counts = papers.map((items) => anchorsIn(items).length)
      expect(mean(counts)).toBeGreaterThan(2.5)
      // In a family with few words an ordinary item may be an anchor by chance.
      expect(mean(counts)).toBeLessThan(3.2)
      for (const { before, now } of drawn.seconds) {
        expect(anchorsIn(now).filter((signature) => anchorsIn(before).includes(signature))).toEqual([])
      }
    })

    it('a person’s two exam papers both use exam-only rules, and the second repeats under 1.5 of them on average', () => {
      const heldIn = (items: readonly Item[]) => items.filter(({ isOfExams }) => isOfExams).map(heldRuleOf)
      for (const { before, now } of drawn.seconds) {
        expect(heldIn(before).length).toBeGreaterThan(0)
        expect(heldIn(now).length).toBeGreaterThan(0)
      }
      const again = drawn.seconds.map(({ before, now }) => heldIn(now).filter((rule) => heldIn(before).includes(rule)))
      // Conclusions tell a story twice only if no rule has another.
      expect(mean(again.map(({ length }) => length))).toBeLessThan(1.5)
    })

    it('a free sample has no exam-only rule; after it and two other tests an exam paper changes under one such rule on average', () => {
      const elsewhere = names.filter((other) => other !== name).map((other) => drawPapers(other, few).exams[0]!)
      const sample = paper(samples[name], 'sample')
      expect(sample.filter(({ isOfExams }) => isOfExams)).toEqual([])
      const heldIn = (items: readonly Item[]) => new Set(items.filter(({ isOfExams }) => isOfExams).map(heldRuleOf))
      const afterOthers = drawn.exams.slice(0, 4).map((items, turn) => {
        const now = paper(tests[name], `attempt-${turn}`, 'exam', memoryOf(sample, ...elsewhere))
        return [...heldIn(now)].filter((rule) => !heldIn(items).has(rule))
      })
      // A rule may give way to another in a place whose question the sample has asked.
      expect(mean(afterOthers.map(({ length }) => length))).toBeLessThan(1)
    })

    it('an exam paper repeats at most one exam-only rule of a paper that generator 13 stored without marks of families', () => {
      const marks = new Set(tests[name].parts.map(({ family }) => digestOfAsk(heldMarkOf(family))))
      const met = drawn.exams[0]!.filter(({ isOfExams }) => isOfExams).map(heldRuleOf)
      const seen = new Set([...memoryOf(drawn.exams[0]!)].filter((digest) => !marks.has(digest)))
      const again = paper(tests[name], 'attempt-1', 'exam', seen).filter(({ isOfExams }) => isOfExams)
      expect(met.length).toBeGreaterThan(0)
      expect(again.map(heldRuleOf).filter((rule) => met.includes(rule)).length).toBeLessThan(2)
    })

    it('every question of an exam paper is from the exam partition', () => {
      for (const items of papers) for (const { signature } of items) expect(partitionOf(signature)).toBe('exam')
    })

    it('an exam paper asks no question of a training paper, in whichever form the answer is given', () => {
      const asked = new Set(papers.flat().map(askedBy))
      const training = drawn.trainings.flat().map(askedBy)
      expect(training.filter((each) => asked.has(each))).toEqual([])
    })

    it('a second exam paper repeats under 5 % of what the first one asked, on average', () => {
      const repeats = drawn.seconds.map(({ before, now }) => {
        const askedBefore = new Set(asksOf(before))
        const asks = asksOf(now)
        return asks.filter((ask) => askedBefore.has(ask)).length / asks.length
      })
      expect(mean(repeats)).toBeLessThan(0.05)
    })

    it('the exam papers of two seeds share at most five items', () => {
      const [one, other] = [papers[0]!, papers[1]!].map((items) => new Set(items.map(({ signature }) => signature)))
      expect([...one!].filter((signature) => other!.has(signature)).length).toBeLessThan(6)
    })

    it('over more than 500 exam questions, each of the six places has the right option about equally often', () => {
      const places = papers
        .flat()
        .filter(({ question }) => question.options?.length === 6)
        .map(({ question, key }) => question.options!.findIndex(({ id }) => id === key.right))
      for (let place = 0; place < 6 && places.length > 500; place++) {
        const share = places.filter((each) => each === place).length / places.length
        expect(Math.abs(share - 1 / 6)).toBeLessThan(0.05)
      }
    })
  },
)

/** The look of a question without words: its rule and length, or the direction of its lines. */
function lookOf({ family, radicals, subject }: Item): string {
  if (family === 'math-series') return `${radicals.rule} ${String(radicals.terms).split(' ').length}`
  if (family === 'math-table') return `${String(radicals.rule).replace(/ .*/, '')} ${radicals.along}`
  return family.startsWith('logic-') ? subject : ''
}

/** A question without its options, unless they are the question. */
function askedBy({ family, question }: Item): string {
  const prompt = question.prompt.replace(' Запишіть його цифрами.', '')
  return JSON.stringify([prompt, question.figure?.alt, family === 'verbal-odd-one-out' && texts(question)])
}

function texts(question: Item['question']): string[] {
  return (question.options ?? []).map(({ text, figure }) => text ?? figure?.alt ?? '').sort()
}

/** Both pairs of an analogy: the sample, and the asked pair completed with its answer. */
function pairsOf({ family, question, key }: Item): string[] {
  if (family !== 'verbal-analogy') return []
  const right = question.options!.find(({ id }) => id === key.right)!.text!
  return question.prompt
    .split('\n\n')[1]!
    .replace('?', right)
    .split('\n')
    .map((pair) => pair.split(' — ').toSorted().join(' — '))
}

/** The words of an item that are dealt to partitions. Answers of analogies are not: subjects may share one (a workshop). */
function partitionedAsks({ family, asks, shows }: Item): string[] {
  const own = family === 'verbal-analogy' ? [...asks.slice(0, 2), ...shows] : asks
  return own.map((ask) => `${family} ${ask}`)
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('assembleExam', () => {
  it('assembleExam returns equal papers for equal input', () => {
    expect(paper(blueprints.logicTest, 'same')).toEqual(paper(blueprints.logicTest, 'same'))
  })

  it('assembleExam yields one item at a time, so that a caller can stop', () => {
    const building = assembleExam({ blueprint: blueprints.mathTest, seed: 'a', partition: 'exam' })
    expect(building.next().value?.question.id).toBe('q1')
    expect(building.next().value?.question.id).toBe('q2')
    building.return()
    expect(building.next().done).toBe(true)
  })

  it('assembleExam repeats seen words once no others are left, older words first and none of the two newest papers', () => {
    // At this level the partition of examples has five words.
    const narrow: Blueprint = { parts: [{ family: 'verbal-analogy', difficulties: [-0.5] }] }
    const seen: Item[][] = []
    for (let turn = 0; turn < 60; turn++) seen.unshift(paper(narrow, `${turn}`, 'example', memoryOf(...seen)))
    const lastAsked = seen.map(([item]) => item!.asks[0]!)
    const ages = seedsOf(10).map((seed) => {
      const next = paper(narrow, seed, 'example', memoryOf(...seen))[0]!.asks[0]!
      return lastAsked.indexOf(next)
    })
    expect(Math.min(...ages)).toBeGreaterThan(1)
    expect(mean(ages)).toBeGreaterThan(2.4)
  })

  it('assembleExam repeats nothing that an earlier exam asked while it has other words and pairs', () => {
    const narrow: Blueprint = { parts: [{ family: 'verbal-analogy', difficulties: [-0.5] }] }
    const before = paper(narrow, 'a', 'exam')
    for (const seed of seedsOf(30)) {
      const asks = asksOf(paper(narrow, seed, 'exam', memoryOf(before)))
      expect(asks.filter((ask) => asksOf(before).includes(ask))).toEqual([])
    }
  })

  it('assembleExam avoids questions that releases before version 3 showed, by the first digits of their signatures', () => {
    const before = paper(blueprints.logicTest, 'a')
    const kept = new Set(before.map(({ digestBefore }) => `${digestBefore}00000000`))
    const again = paper(blueprints.logicTest, 'a', 'exam', kept)
    const known = new Set(before.map(askedBy))
    expect(again.filter((item) => known.has(askedBy(item)))).toEqual([])
    const [series] = paper(blueprints.mathTest, 'a').filter(({ family }) => family === 'math-series')
    const terms = series!.question.prompt
      .split('\n\n')[1]!
      .replace(', ?', '')
      .replaceAll(', ', ' ')
      .replaceAll('−', '-')
    expect(series!.digestBefore).toBe(sha256Hex(JSON.stringify(['math-series', terms]), 8))
  })

  it('assembleExam throws ItemsExhausted if a paper would have to ask the same twice', () => {
    const wide: Blueprint = { parts: [{ family: 'verbal-analogy', difficulties: Array(60).fill(1) }] }
    expect(() => paper(wide, 'a', 'example')).toThrow(ItemsExhausted)
  })

  it('a verbal exam paper asks «the same, but stronger» once at most', () => {
    const stronger = drawPapers('verbal', few).exams.map((items) =>
      items.filter(({ subject }) => subject === 'stronger'),
    )
    expect(Math.max(...stronger.map(({ length }) => length))).toBe(1)
  })

  it('a verbal exam paper uses all 13 stories of conclusions before one repeats, and needs under 3 draws an item', () => {
    const conclusions = generatorOf('verbal-conclusion')
    const draws = vi.spyOn(conclusions, 'generate')
    const papers = seedsOf(few).map((seed) => paper(blueprints.verbalTest, `stories/${seed}`))
    const drawn = draws.mock.calls.length
    draws.mockRestore()
    const stories = papers.map((items) => items.filter(({ family }) => family === 'verbal-conclusion'))
    for (const items of stories) {
      const subjects = items.map(({ subject }) => subject)
      expect(subjects).toHaveLength(15)
      expect(new Set(subjects).size).toBe(13)
      expect(new Set(subjects.slice(0, 13)).size).toBe(13)
    }
    // Nine sixteenths of the items are in the partition of exams: one of 1.8 draws is taken.
    expect(drawn / stories.flat().length).toBeLessThan(3)
  })

  it('trainings, exams and examples share no subject that they ask about', () => {
    const asksIn = (kind: 'trainings' | 'exams') =>
      new Set(
        names
          .flatMap((name) => drawPapers(name, few))
          .flatMap((papers) => papers[kind].flat().flatMap(partitionedAsks)),
      )
    const [training, exam] = [asksIn('trainings'), asksIn('exams')]
    const example = new Set(examplePool().flatMap(({ item }) => partitionedAsks(item)))
    expect([...example].filter((each) => training.has(each) || exam.has(each))).toEqual([])
    expect([...training].filter((each) => exam.has(each))).toEqual([])
  })

  it('two exam papers have no option id in common', () => {
    const one = paper(blueprints.logicTest, 'one')
    const idsOf = (items: Item[]) => items.flatMap(({ question }) => (question.options ?? []).map(({ id }) => id))
    const [first, second] = [idsOf(one), idsOf(paper(blueprints.logicTest, 'two'))]
    expect(new Set([...first, ...second]).size).toBe(first.length + second.length)
  })

  it('every option id has the same length and form, whether the option is right or wrong', () => {
    for (const { question } of paper(blueprints.logicTest, 'form')) {
      for (const { id } of question.options ?? []) expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{10}$/)
    }
  })

  it('among six sorted option ids, the rank of the right one is the middle on average', () => {
    const ranks = seedsOf(25).flatMap((seed) =>
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
  it.each(Object.entries(blueprints))(
    'the blueprint %s parses, and asks only for difficulties that its families can make',
    (name, blueprint) => {
      expect(Blueprint.parse(JSON.parse(JSON.stringify(blueprint)))).toEqual(blueprint)
      expect(questionCount(blueprint)).toBe(name.endsWith('Test') ? 30 : 6)
      for (const { family, difficulties } of blueprint.parts) {
        expect(familyTitle(family)).toMatch(/^[А-ЯІЇЄҐ]/)
        for (const difficulty of difficulties) expect(generatorOf(family).levels).toContain(difficulty)
      }
    },
  )

  it('the schema refuses a blueprint with a family that does not exist', () => {
    expect(Blueprint.safeParse({ parts: [{ family: 'verbal-riddle', difficulties: [0] }] }).success).toBe(false)
  })

  it('splitItem keeps a question of a paper whole', () => {
    const [first] = paper(blueprints.verbalSample, 'a')
    expect(splitItem(first!).question).toEqual(first!.question)
  })
})
