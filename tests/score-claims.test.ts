import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { rangeIn, rangeNamed } from '#contract/iq-named.ts'
import { assembleExam } from '#content/assemble-exam.ts'
import { verbalTest } from '#content/blueprints.ts'
import { generatorVersion } from '#content/generator-version.ts'
import { gradePaper } from '#content/score/grade-paper.ts'
import { chanceOf } from '#content/score/guessing.ts'
import { shareBelow } from '#content/score/normal.ts'
import { createChance, grade, honestPerson, normalWithin, papersOnSale } from '../benches/score/people.ts'
import { precisionOf } from '../benches/score/precision.ts'
import { sampleFigures } from '../src/shop/sample-figures.ts'
import { landingTexts } from '../src/messages/landing.ts'
import { landingRestTexts } from '../src/messages/landing-rest.ts'
import { resultTexts } from '../src/messages/result.ts'
import { sampleScoreTexts } from '../src/messages/sample-score.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** The area of a path of M, H, V and Z, in cells of the hundred, 10.75 wide. */
function cellsWithin(path: string): number {
  let [x, y, area] = [0, 0, 0]
  for (const [, letter, numbers] of path.matchAll(/([MHV])([\d. ]+)/g)) {
    const [first, second] = numbers!.split(' ').map(Number)
    if (letter === 'H') area += (first! - x) * y
    ;[x, y] = letter === 'M' ? [first!, second!] : letter === 'H' ? [first!, y] : [x, first!]
  }
  // Z leads back to the left edge.
  return Math.abs(area - x * y) / 10.75 ** 2
}

/** Reliability and error of each test, as the manual prints them. */
const printedPrecision = [
  ...read('content/manual/manual.en.md')
    .split('### By the model alone')[1]!
    .split('### The interval')[0]!
    .matchAll(/^\| (verbal|math|logic) \| (\.\d+) \| \.\d+ \| (\d+\.\d) \|/gm),
].map(([, test, reliability, error]) => ({ test: test!, reliability: reliability!, error: error! }))

const folders = ['src/messages', 'server/seed', 'content/legal', 'content/score', 'content/manual']
const texts = folders.flatMap((folder) =>
  readdirSync(path.join(root, folder))
    .filter((name) => /\.(ts|html|uk\.md)$/.test(name) && !name.includes('.test.'))
    .map((name) => ({ name: `${folder}/${name}`, text: readFileSync(path.join(root, folder, name), 'utf8') })),
)

/** The results of `npm run bench:score`, with hundreds of people in place of thousands. */
describe('a score, of simulated people with real papers @full', () => {
  const tests = papersOnSale(6)

  it('a score has an interval that covers 93 % in every band of ability, also if all items are half a logit off', () => {
    const bands = [-6, -2, -1, 1, 2, 6]
    const chance = createChance('bands')
    const short = [-0.5, 0.5].flatMap((shift) =>
      bands.slice(1).map((to, band) => {
        const people = tests.flatMap(({ papers }) =>
          Array.from({ length: 80 }, (_, i) => {
            const theta = normalWithin(chance, bands[band]!, to)
            const person = honestPerson(theta, { name: '', shift }, chance)
            return { truth: 100 + 15 * theta, score: grade(papers[i % papers.length]!, person).score }
          }),
        )
        const scored = people.filter(({ score }) => score !== null)
        const covered = scored.filter(
          ({ truth, score }) =>
            (score!.low_open === true || truth > score!.low - 0.5) &&
            (score!.high_open === true || truth < score!.high + 0.5),
        )
        return { shift, to, share: covered.length / scored.length }
      }),
    )
    expect(short.filter(({ share }) => share < 0.93)).toEqual([])
  })

  it('scores have the reliability and the error that the manual prints, within the scatter of a few hundred people', () => {
    expect(printedPrecision.map(({ test }) => test)).toEqual(tests.map(({ name }) => name))
    for (const [i, { test, reliability, error }] of printedPrecision.entries()) {
      const measured = precisionOf(tests[i]!, 300)
      expect(Math.abs(measured.reliability - Number(reliability)), test).toBeLessThanOrEqual(0.015)
      expect(Math.abs(measured.error - Number(error)), test).toBeLessThanOrEqual(0.6)
    }
  })

  it('the verbal test separates one deviation above the middle from two in 88 % of pairs, and scores all right as above 130', () => {
    const { papers } = tests.find(({ name }) => name === 'verbal')!
    const chance = createChance('ceiling')
    const thetasOf = (theta: number) =>
      Array.from({ length: 300 }, (_, i) => {
        const { score } = grade(papers[i % papers.length]!, honestPerson(theta, { name: '' }, chance))
        return score?.theta ?? Number.NEGATIVE_INFINITY
      })
    const [one, two] = [thetasOf(1), thetasOf(2)]
    const above = one.flatMap((lower) => two.filter((higher) => higher > lower)).length / (one.length * two.length)
    expect(above).toBeGreaterThanOrEqual(0.88)
    for (const paper of papers) expect(grade(paper, { right: () => true }).score).toMatchObject({ iq_open: 'above' })
  })

  it('a score is withheld from 95 of 100 people who guess, and from at most 3 of 100 honest people not far below the middle', () => {
    const chance = createChance('withheld')
    const shareWithheld = (person: () => Parameters<typeof grade>[1]) => {
      const grades = tests.flatMap(({ papers }) =>
        Array.from({ length: 200 }, (_, i) => grade(papers[i % papers.length]!, person())),
      )
      return grades.filter(({ score }) => score === null).length / grades.length
    }
    const guesser = () => ({
      right: ({ question }: { question: Parameters<typeof chanceOf>[0] }) => chance.next() < chanceOf(question),
    })
    expect(shareWithheld(guesser)).toBeGreaterThanOrEqual(0.95)
    const honest = (theta: () => number) => () =>
      honestPerson(theta(), { name: '', ownDifficulty: 0.5, slips: 0.03 }, chance)
    expect(shareWithheld(honest(() => normalWithin(chance, -0.5, 6)))).toBeLessThanOrEqual(0.03)
    expect(shareWithheld(honest(() => -0.5))).toBeLessThanOrEqual(0.03)
  })

  it('with half of the supposed order a score is withheld from at most 3 of 100 honest people, and from at most 10 a deviation below the middle', () => {
    const chance = createChance('half of the order')
    const shareWithheld = (theta: () => number, shift: number) =>
      tests.map(({ papers }) => {
        const world = { name: '', orderKept: 0.5, ownDifficulty: 0.8, slips: 0.03, shift }
        const grades = Array.from({ length: 250 }, (_, i) =>
          grade(papers[i % papers.length]!, honestPerson(theta(), world, chance)),
        )
        return grades.filter(({ score }) => score === null).length / grades.length
      })
    for (const shift of [0, -1.5]) {
      for (const share of shareWithheld(() => normalWithin(chance, -0.5, 6), shift))
        expect(share, `easier by ${-shift}`).toBeLessThanOrEqual(0.03)
    }
    for (const share of shareWithheld(() => -1, 0)) expect(share).toBeLessThanOrEqual(0.1)
  })
})

describe('the blank end of a paper, of simulated people', () => {
  const tests = papersOnSale(6)
  /** Mean gain of a score, in IQ points, when questions from `place` on stay unanswered. */
  const gain = (theta: number, place: number, count: number) =>
    tests.map(({ name, papers }) => {
      const chance = createChance(`blank end/${theta}/${place}`)
      const gains = Array.from({ length: count }, (_, i) => {
        const paper = papers[i % papers.length]!
        const person = honestPerson(theta, { name: '' }, chance)
        const right = paper.map((item, at) => person.right(item, at))
        const by = (isAnswered: (at: number) => boolean) =>
          grade(paper, { right: (_item, at) => right[at]!, answers: isAnswered }).score
        const [whole, stopped] = [by(() => true), by((at) => at < place)]
        return whole === null || stopped === null ? [] : [15 * (stopped.theta - whole.theta)]
      }).flat()
      return { name, gain: gains.reduce((sum, each) => sum + each, 0) / gains.length }
    })

  it('a blank end of eight questions costs a person without time at most three points, because it is not reached @full', () => {
    for (const theta of [0, 1]) {
      for (const { name, gain: of } of gain(theta, 22, 100)) expect(of, `${name}, θ = ${theta}`).toBeGreaterThan(-3)
    }
  })

  it('a person who stops on purpose after 20 questions gains under two points, and after 14 loses over two @full', () => {
    for (const theta of [-1, 0]) {
      for (const { name, gain: of } of gain(theta, 20, 60)) expect(of, `${name}, θ = ${theta}`).toBeLessThan(2)
    }
    for (const { name, gain: of } of gain(0, 14, 40)) expect(of, name).toBeLessThan(-2)
  })
})

describe('texts about the score for visitors', () => {
  it('texts for visitors claim no probability of a score, no people behind it and no norm that does not exist', () => {
    const claims =
      /95[\s\u00a0]?%|з імовірністю|перевіряються на відповідях|у нормах|вище, ніж у \S+ зі 100|стандартизован|валідован/
    // Comments of the code may name what the model would promise if its own figures were true.
    const said = texts.map(({ name, text }) => ({ name, text: text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '') }))
    expect(said.length).toBeGreaterThan(30)
    expect(said.filter(({ text }) => claims.test(text)).map(({ name }) => name)).toEqual([])
  })

  it('the page for laymen says the reliability and error that the manual prints, as means', () => {
    const ofManual = printedPrecision.map(({ test, reliability, error }) => [
      test,
      `0${reliability}`.replace('.', ','),
      error.replace('.', ','),
    ])
    const tests: Record<string, string> = { Вербальний: 'verbal', Математичний: 'math', Логічний: 'logic' }
    const page = read('content/manual/manual.uk.md')
    const rows = page.matchAll(/^\| (\S+) \| (\d.*?) \| (.*?) \|$/gm)
    const ofPage = [...rows].map(([, test, reliability, error]) => [tests[test!], reliability, error])
    expect(ofPage).toHaveLength(3)
    expect(ofPage).toEqual(ofManual)
    expect(page).toContain('| Повторюваність |')
    const apart = [
      ...read('content/manual/manual.en.md').matchAll(/^\| (?:verbal|math|logic) \| .* \| [.](\d\d) \|$/gm),
    ]
    const figures = apart.map(([, figure]) => `0,${figure}`).toSorted()
    expect(figures).toHaveLength(3)
    const errors = printedPrecision.map(({ error }) => Number(error))
    const [, halves = ''] = /### Coverage\n([^]*?)\n#/.exec(read('content/manual/manual.en.md'))!
    const half = [...halves.matchAll(/^\| (?:verbal|math|logic) .* \| ([\d.]+) \| \S+ \| [\d.]+ \|$/gm)].map(([, of]) =>
      Number(of),
    )
    expect(half.length).toBeGreaterThan(20)
    const between = (all: number[]) => [Math.round(Math.min(...all)), Math.round(Math.max(...all))]
    const [[a, b], [c, d]] = [between(errors.map((error) => 1.96 * error)), between(half)]
    expect(page).toContain(`За самою моделлю ±${a}–${b} балів. Ми пишемо ширше, від ±${c} до ±${d},`)
    expect(page).toContain(`повторюваність була від ${figures[0]} до ${figures[2]}.`)
  })

  it('texts for visitors name no figure of reliability, and a result says which part of its interval the answers leave', () => {
    const named = texts.filter(({ text }) => /надійн[^.<]*(?:\d[,.]\d+|\$\{)/i.test(text))
    expect(named.map(({ name }) => name)).toEqual([])
    expect(resultTexts.halves(12, 25)).toMatch(
      /була б ±12.балів\. До ±25 її збільшує те, що складність ще не перевірено/,
    )
  })

  it('texts for visitors name a share of a hundred people by true levels, and never by estimates', () => {
    expect(resultTexts.percentile(91, null)).toBe(
      'Якби справжні рівні людей лягали на цю криву, нижче за вашу оцінку були б близько 91 зі 100 людей.',
    )
    // On the curve of true levels estimates scatter less, so their share below a number differs.
    const ofEstimates = /(?:оцінк[аиу] людей|мають оцінку|мали б[^.]*оцінк|розподіл\S* оцінок)/
    expect(texts.filter(({ text }) => ofEstimates.test(text)).map(({ name }) => name)).toEqual([])
  })

  it('the manual does not say that calibration on visitors will give the norm of a population', () => {
    expect(read('content/manual/manual.en.md')).not.toMatch(/becomes the error of that estimate, the interval narrows/)
    expect(read('content/manual/manual.uk.md')).toMatch(
      /середнє тих, хто складав тести тут.*Середнього населення це не скаже/,
    )
  })

  it('texts for visitors say, as the scoring does, that a right answer to a harder question weighs no more', () => {
    const claims =
      /(?:важч|важк|складніш)[^.;<]*важ(?:ить|ать) більше|(?:важч|важк|складніш)[^.;<]*(?:дорожч|більше балів)/i
    expect(texts.filter(({ text }) => claims.test(text)).map(({ name }) => name)).toEqual([])
    const said = [resultTexts.weights, read('content/manual/manual.uk.md')]
    for (const text of said) {
      expect(text).toMatch(/равильну відповідь на важке можна вгадати, а помилка в легкому говорить більше/)
      expect(text).toMatch(/менша кількість правильних відповідей може дати вищу оцінку/)
    }
  })

  it('the first page shows a sample that the scoring of today gives', () => {
    const items = [...assembleExam({ blueprint: verbalTest, seed: 'sample', partition: 'exam' })]
    const right = { 'verbal-analogy': 7, 'verbal-odd-one-out': 6, 'verbal-conclusion': 11 }
    // Of the hardest items every second one is wrong, as with people.
    const wrong = Object.entries(right).flatMap(([family, count]) => {
      const own = items.filter((item) => item.family === family)
      return own.filter((_, i) => i >= own.length - 2 * (own.length - count) && i % 2 === 1)
    })
    const answers = new Map(items.map((item) => [item.question.id, wrong.includes(item) ? 'x' : item.key.right]))
    const made = items.map((item) => ({ ...item, generator: generatorVersion }))
    const { correct, total, score } = gradePaper({ items: made, answers })
    const { caption, score: shown, range } = landingRestTexts.sample
    expect(caption).toContain(`${correct} правильні відповіді з ${total}`)
    expect(Math.abs(score!.iq - Number(shown))).toBeLessThanOrEqual(3)
    // The drawing shows the same.
    expect([`${sampleFigures.iq}`, range]).toEqual([shown, `Імовірний діапазон: ${rangeNamed(sampleFigures)}`])
    expect(Math.abs(score!.high - sampleFigures.high)).toBeLessThanOrEqual(4)
    // A test's page and the end of a sample use the same figures. No other place makes up a score.
    expect(sampleScoreTexts.said(sampleFigures)).toBe(`IQ ${shown} (${rangeNamed(sampleFigures)})`)
    const madeUp = /\biq: \d+,\s+low: \d/
    const others = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
      (name) => /[.]tsx?$/.test(name) && !/[.]test[.]|^gallery\//.test(name) && madeUp.test(read(`src/${name}`)),
    )
    expect(others).toEqual(['shop/sample-figures.ts'])
    // The picture at the top of the page has the number, and as many cells as levels on the curve are below it.
    const below = Math.round(100 * shareBelow((sampleFigures.iq - 100) / 15))
    expect(landingTexts.sample).toMatchObject({ score: shown, below: resultTexts.belowOf(below, null) })
    expect(
      cellsWithin(/<path d="([^"]+)" fill="url\(#cell\)" \/>/.exec(read('src/features/landing/landing-page.tsx'))![1]!),
    ).toBe(below)
    expect(caption.toLocaleLowerCase('uk')).toContain(
      landingTexts.sample.test.replace(' IQ', '').toLocaleLowerCase('uk'),
    )
    const said = rangeIn(range.replace('Імовірний діапазон: ', ''))!
    const named = rangeIn(rangeNamed(score!))!
    expect(Math.abs(named.low - said.low)).toBeLessThanOrEqual(4)
    expect(said.high === named.high || Math.abs(named.high - said.high) <= 4, `${range} of ${rangeNamed(score!)}`).toBe(
      true,
    )
  })
})
