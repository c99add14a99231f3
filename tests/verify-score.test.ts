import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { Family, familyTitle } from '#content/families.ts'
import { generatorVersion } from '#content/generator-version.ts'
import { gradePaper } from '#content/score/grade-paper.ts'
import { guessingOf } from '#content/score/guessing.ts'
import { iqScore, priorDiscrimination, uncalibrated } from '#content/score/iq-score.ts'
import { overallRules, overallScore, type TestLevel } from '#content/score/overall-score.ts'
import { type ResultFile, resultFileFormat } from '#contract/result-file.ts'
import { scoringModel } from '#contract/score-model.ts'
import { createChance, honestPerson, papersOnSale } from '../benches/score/people.ts'
import { overallOf, readResult, scoreOf, verify } from '../scripts/verify-score.mjs'
import { fileExamOf } from '../server/features/exams/result/result-file.ts'

const root = path.resolve(import.meta.dirname, '..')
const tests = papersOnSale(4)

/** Results of so many people with an exam of each test, some with blanks within and at the end, as the server grades them. */
function filesOf(people: number): ResultFile[] {
  const chance = createChance('recalculation')
  return Array.from({ length: people }, (_, which) => {
    const theta = 1.3 * chance.normal()
    const exams = tests.flatMap(({ name, papers }) => {
      const items = papers[which % papers.length]!.map((item) => ({ ...item, generator: generatorVersion }))
      const person = honestPerson(theta + 0.6 * chance.normal(), { name: '' }, chance)
      const end = which % 3 === 0 ? 30 - Math.floor(14 * chance.next()) : 30
      const marks = items.map((item, place) => {
        if (place >= end || chance.next() < 0.03) return 'unanswered' as const
        return person.right(item, place) ? ('right' as const) : ('wrong' as const)
      })
      const answers = items.flatMap(({ question, key }, place) =>
        marks[place] === 'unanswered' ? [] : [[question.id, marks[place] === 'right' ? key.right : 'no'] as const],
      )
      const { score } = gradePaper({ items, answers: new Map(answers), hasTimeRunOut: which % 2 === 0 })
      const marked = items.map((item, place) => ({ item, mark: marks[place]! }))
      return score === null ? [] : [fileExamOf({ test: name, submittedAt: null, score, marked })]
    })
    const levels = exams.map(({ test, score: { theta, reliability } }) => ({
      test: test as TestLevel['test'],
      theta,
      reliability: reliability!,
    }))
    return { format: resultFileFormat, exams, overall: overallScore(levels) }
  })
}

const faultsOf = (files: readonly ResultFile[]) =>
  files.flatMap((file, which) =>
    verify(readResult(JSON.stringify(file))).flatMap(({ title, differ }) => differ.map((name) => [which, title, name])),
  )

describe('a score computed again', () => {
  it('the independent script computes the server’s score of more than 75 results', () => {
    const files = filesOf(30)
    expect(files.flatMap(({ exams }) => exams).length).toBeGreaterThan(75)
    expect(faultsOf(files)).toEqual([])
  })

  it('the independent script computes the server’s score of 1,000 results, figure by figure @full', () => {
    const files = filesOf(360)
    expect(files.flatMap(({ exams }) => exams).length).toBeGreaterThanOrEqual(1000)
    expect(faultsOf(files)).toEqual([])
  })

  it('the independent script computes the server’s score over several tests, by a regression in place of its filter', () => {
    const wholes = filesOf(30).filter(({ exams }) => exams.length === 3)
    expect(wholes.length).toBeGreaterThan(15)
    for (const { exams, overall } of wholes) {
      const scores = exams.map(({ test, score }) => ({ test, theta: score.theta, reliability: score.reliability! }))
      expect(overallOf(scores)).toEqual(overall)
      expect(overallOf(scores.slice(1))).toEqual(overallScore(scores.slice(1) as TestLevel[]))
    }
    const apart: TestLevel[] = [
      { test: 'verbal', theta: -1.6, reliability: 0.8 },
      { test: 'math', theta: 1.7, reliability: 0.84 },
      { test: 'logic', theta: 0.3, reliability: 0.82 },
    ]
    expect(overallOf(apart)).toEqual(overallScore(apart))
    expect(overallScore(apart)!.differences).toEqual([{ higher: 'math', lower: 'verbal' }])
  })

  it('the independent script names the difference if one mark of a result was changed', () => {
    const [file] = filesOf(1)
    const exam = structuredClone(file!.exams[0]!)
    const easiest = exam.questions.findIndex(({ mark }) => mark === 'right')
    exam.questions[easiest]!.mark = 'wrong'
    expect(verify({ exams: [exam] })[0]!.differ).toContain('theta')
  })

  it('the independent script scores a blank end as wrong by rules 2, as not reached by rules 3, and today as guesses if time was left', () => {
    const questions = Array.from({ length: 30 }, (_, i) => ({
      family: 'math-series',
      b: -2 + i / 8,
      a: priorDiscrimination,
      c: 0.18,
      mark: i < 18 ? ('right' as const) : ('unanswered' as const),
    }))
    const responses = questions.map(({ a, b, c, mark }) => ({
      difficulty: b,
      discrimination: a,
      guessing: c,
      right: mark === 'right',
    }))
    const [asWrong, before, now, stopped] = [
      iqScore(responses, 11),
      iqScore(responses.slice(0, 20), 11),
      iqScore(responses.slice(0, 20), generatorVersion),
      iqScore(
        [...responses.slice(0, 20), ...responses.slice(20).map((each) => ({ ...each, isGuess: true }))],
        generatorVersion,
      ),
    ]
    expect(asWrong.theta).toBeLessThan(now.theta - 0.3)
    expect(asWrong).toMatchObject(scoreOf(questions, '2'))
    expect(before).toMatchObject(scoreOf(questions, '3'))
    expect(now).toMatchObject(scoreOf(questions, scoringModel))
    // A guess costs less than a wrong answer, and more than nothing.
    expect(stopped.theta).toBeLessThan(now.theta - 0.1)
    expect(stopped.theta).toBeGreaterThan(asWrong.theta)
    expect(stopped).toMatchObject(scoreOf(questions, scoringModel, true))
  })
})

describe('the script that computes a score again', () => {
  const run = async (text: string) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'verify-score-'))
    try {
      await writeFile(path.join(folder, 'result.json'), text)
      const script = path.join(root, 'scripts/verify-score.mjs')
      const ran = promisify(execFile)(process.execPath, [script, path.join(folder, 'result.json')])
      const { stdout, stderr, code } = await ran.then(
        (out) => ({ ...out, code: 0 }),
        (error) => error,
      )
      return { code, said: `${stdout}${stderr}` }
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  it('the independent script says for each exam that its figures agree, or which figure does not', async () => {
    const file = filesOf(1)[0]!
    const good = await run(JSON.stringify(file))
    expect([good.code, good.said.match(/збігається/g)?.length]).toEqual([0, file.exams.length + 1])
    const changed = structuredClone(file)
    changed.exams[0]!.score.iq += 1
    expect(await run(JSON.stringify(changed))).toMatchObject({
      code: 1,
      said: expect.stringMatching(/НЕ ЗБІГАЄТЬСЯ\n {2}iq: у файлі \d+, вийшло \d+/),
    })
  })

  it('the independent script says in Ukrainian what to do with a file that is no result, is damaged, or has another form', async () => {
    const file = filesOf(1)[0]!
    const damaged = structuredClone(file)
    damaged.exams[0]!.questions[4]!.c = 7
    const unknown = structuredClone(file)
    unknown.exams[0]!.score.model = '9'
    const cases = [
      ['{', /це не JSON\. Завантажте файл знову/],
      ['{}', /Це не файл результату\. Завантажте файл знову/],
      ['null', /Це не файл результату/],
      [JSON.stringify({ ...file, format: 'testuvannia-iq/result-2' }), /новішого виду\. Візьміть із сайту/],
      [JSON.stringify({ ...file, exams: [] }), /немає екзаменів/],
      [JSON.stringify(damaged), /У завданні 5 .*Завантажте файл знову/],
      [JSON.stringify(unknown), /невідомими тут правилами\. Візьміть із сайту/],
      ['x'.repeat(100_001), /завеликий/],
    ] as const
    for (const [text, said] of cases)
      expect(await run(text)).toMatchObject({ code: 2, said: expect.stringMatching(said) })
  }, 60_000)

  it('the independent script imports nothing but node:fs, below the part that the page uses', async () => {
    const source = await readFile(path.join(root, 'scripts/verify-score.mjs'), 'utf8')
    const [ofPage, ofNode] = source.split('// Node alone')
    expect([...ofNode!.matchAll(/from '([^']+)'/g)].map(([, from]) => from)).toEqual(['node:fs'])
    expect(ofPage).not.toMatch(/^import|process\.|console\./m)
  })
})

describe('the page that computes a score again', () => {
  it('the page that computes a score again prints the parameters that scores are made by', async () => {
    const page = await readFile(path.join(root, 'scripts/verify-score.html'), 'utf8')
    const printed = [...page.matchAll(/<tr><td>(.*?)<\/td><td>(.*?)<\/td><\/tr>/g)].map(([, kind, c]) => [kind, c])
    const options = Array.from({ length: 100 }, (_, i) => ({ id: String(i) }))
    const c = (family: string, difficulty: number) =>
      String(guessingOf({ family, difficulty, question: { kind: 'single', options }, generator: generatorVersion }))
    const expected = Family.options.flatMap((family) => {
      const [easy, hard] = [c(family, -2), c(family, 1)].map((figure) => figure.replace('.', ','))
      const title = familyTitle(family)
      return easy === hard
        ? [[title, easy]]
        : [
            [`${title}, b &lt; 1`, easy],
            [`${title}, b ≥ 1`, hard],
          ]
    })
    expect(printed).toEqual(expected)
    expect(page).toContain(`a = ${String(priorDiscrimination).replace('.', ',')} для всіх завдань`)
    expect(page).toContain(`правила ${scoringModel}:`)
    const { version, correlation, norm } = overallRules
    const said = (figure: number) => String(figure).replace('.', ',')
    expect(page).toContain(`√(psd² + ${said(uncalibrated.shared)}² + ${said(uncalibrated.own)}² / n)`)
    expect(page).toContain(
      `корелюють як ${said(correlation)}; похибка норми кожного тесту ${said(norm)}, наполовину спільна`,
    )
    expect(page).toContain(`правила загального бала ${version}:`)
  })
})
