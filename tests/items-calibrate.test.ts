import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calibrate } from '../benches/items/calibrate/calibrate.ts'
import { readResponses, type Response } from '../benches/items/calibrate/responses.ts'
import { type Chance, createChance } from '../benches/score/people.ts'

const root = path.resolve(import.meta.dirname, '..')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'calibrate-'))
})
afterAll(() => rm(folder, { recursive: true }))

const trueEffects = { two: 0.6, three: 1.1, turned: -0.5, long: 0.8 }

interface SimulatedItem {
  name: string
  features: Record<string, number>
  b: number
  c: number
}

/** Items whose difficulties come from features and an effect of their own. */
function simulatedItems(chance: Chance, count: number, own: number): SimulatedItem[] {
  return Array.from({ length: count }, (_, i) => {
    const features = {
      two: Number(i % 3 === 1),
      three: Number(i % 3 === 2),
      turned: Number(chance.next() < 0.5),
      long: Math.floor(3 * chance.next()) / 2,
    }
    const made = Object.entries(trueEffects).reduce(
      (sum, [name, effect]) => sum + effect * features[name as 'two'],
      -0.6,
    )
    return { name: `item ${i}`, features, b: made + own * chance.normal(), c: i % 2 === 0 ? 0.2 : 0 }
  })
}

interface Simulated {
  people: number
  seed?: string
  own?: number
  itemCount?: number
  /** Extra difficulty of an item for people with one device. */
  harder?: (item: SimulatedItem, device: string) => number
  /** Gain of a second exam; nobody takes two if it is missing. */
  gain?: number
}

function simulated({ people, seed = 'calibrate', own = 0.3, itemCount = 120, harder = () => 0, gain }: Simulated) {
  const chance = createChance(seed)
  const items = simulatedItems(chance, itemCount, own)
  const responses: Response[] = []
  for (let person = 0; person < people; person += 1) {
    const theta = chance.normal()
    const device = person % 2 === 0 ? 'phone' : 'desktop'
    for (let earlier = 0; earlier < (gain === undefined ? 1 : 2); earlier += 1) {
      for (const item of chance.sample(items, 30)) {
        const level = theta + earlier * (gain ?? 0) - item.b - harder(item, device)
        const p = item.c + (1 - item.c) / (1 + Math.exp(-1.2 * level))
        responses.push({
          exam: `${person}/${earlier}`,
          person: String(person),
          test: 'logic',
          earlier,
          item: item.name,
          features: item.features,
          group: `group ${item.name.slice(-1)}`,
          right: chance.next() < p,
          guessing: item.c,
          prior: item.b,
          given: null,
          groups: { device, month: '2027-01', age: null, schooling: person % 3 === 0 ? 'higher' : null },
        })
      }
    }
  }
  return { items, responses }
}

const options = {
  file: 'made.csv',
  bad: [],
  model: 'rasch',
  fewestOfItem: 30,
  allExams: false,
  onProgress: () => {},
} as const
const rootMeanSquare = (values: readonly number[]) =>
  Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0) / values.length)

function recovered(people: number, itemCount: number) {
  const { items, responses } = simulated({ people, itemCount })
  const { fit, effects } = calibrate({ ...options, responses })
  const found = new Map(effects!.effects.map(({ name, effect }) => [name, effect]))
  const off = Object.entries(trueEffects).map(([name, effect]) => found.get(name)! - effect)
  const z = effects!.effects.flatMap(({ name, effect, error }) =>
    name in trueEffects ? [(effect - trueEffects[name as 'two']) / error] : [],
  )
  const truth = new Map(items.map(({ name, b }) => [name, b]))
  const ofItems = fit.units.map(({ name, difficulty, error }) => (difficulty - truth.get(name)!) / error)
  return { fit, effects: effects!, off, z, ofItems }
}

describe('calibration on answers', () => {
  it('calibration finds the effects of 500 simulated people within .15, the slope, and the spread of the items’ own parts', () => {
    const { fit, effects, off, ofItems } = recovered(500, 120)
    expect(fit.converged).toBe(true)
    expect(rootMeanSquare(off)).toBeLessThan(0.15)
    expect(fit.discrimination).toBeGreaterThan(1.05)
    expect(fit.discrimination).toBeLessThan(1.35)
    expect(effects.residual).toBeGreaterThan(0.18)
    expect(effects.residual).toBeLessThan(0.42)
    expect(effects.left).toEqual([])
    // The reported errors match the actual ones.
    expect(rootMeanSquare(ofItems)).toBeGreaterThan(0.8)
    expect(rootMeanSquare(ofItems)).toBeLessThan(1.25)
  })

  it('calibration finds the effects of 2,000 simulated people within .08 @full', () => {
    const { off, z } = recovered(2000, 240)
    expect(rootMeanSquare(off)).toBeLessThan(0.08)
    expect(rootMeanSquare(z)).toBeLessThan(2)
  })

  it('calibration of ten thousand exams takes under five minutes, and reports its progress @full', () => {
    const { responses } = simulated({ people: 10_000, itemCount: 240 })
    const progress: number[] = []
    const began = performance.now()
    calibrate({ ...options, responses, onProgress: (iteration) => progress.push(iteration) })
    expect(performance.now() - began).toBeLessThan(300_000)
    expect(progress.length).toBeGreaterThan(0)
  }, 400_000)

  it('calibration by 2PL gives items their own slopes, and names the one item that is harder on phones alone @full', () => {
    const { responses } = simulated({
      people: 1500,
      itemCount: 60,
      harder: ({ name }, device) => (name === 'item 7' && device === 'phone' ? 1 : 0),
    })
    const { fit, differences } = calibrate({ ...options, responses, model: '2pl' })
    expect(new Set(fit.units.map(({ discrimination }) => discrimination)).size).toBeGreaterThan(50)
    expect([...new Set(differences.map(({ unit }) => unit))]).toEqual(['item 7'])
    const onPhones = differences.find(({ group }) => group === 'device: phone')!
    expect(onPhones.harder).toBeGreaterThan(0.6)
    expect(onPhones.harder).toBeLessThan(1.4)
  })

  it('calibration finds no difference between devices if there is none @full', () => {
    const { responses } = simulated({ people: 1500, itemCount: 60 })
    expect(calibrate({ ...options, responses }).differences).toEqual([])
  })

  it('calibration reports the gain of second exams, and leaves them out of every difficulty @full', () => {
    const { responses } = simulated({ people: 600, gain: 0.4 })
    const { retests, fit } = calibrate({ ...options, responses })
    expect(fit.exams).toHaveLength(600)
    const [retest] = retests
    expect(retest!.people).toBe(600)
    // Estimates are nearer to the mean than levels.
    expect(retest!.gain).toBeGreaterThan(0.25)
    expect(retest!.gain).toBeLessThan(0.45)
    expect(retest!.correlation).toBeGreaterThan(0.65)
  })

  it('calibration says of 400 exams whether the supposed difficulties hold, and calls 200 exams too few @full', () => {
    const { responses } = simulated({ people: 400 })
    const verdictOf = (rows: Response[]) => calibrate({ ...options, responses: rows }).transfer!.verdict
    expect(verdictOf(responses)).toBe('kept')
    expect(verdictOf(responses.map((row) => ({ ...row, prior: -row.prior! })))).toBe('broken')
    const few = responses.filter(({ person }) => Number(person) < 200)
    expect(verdictOf(few)).toBe('too few exams')
  })

  it.each([
    ['nobody', 0, /No answer of made\.csv can be used/],
    ['twenty people', 20, /20 exams are too few/],
  ])('calibration says plainly why it cannot estimate anything of %s', (_who, people, why) => {
    const { responses } = simulated({ people })
    expect(() => calibrate({ ...options, responses })).toThrow(why)
  })
})

/** Rasch by marginal maximum likelihood: a person is a random intercept, its deviation our slope, and an item's easiness −a·b. */
const inLme4 = `
library(lme4)
d <- read.csv(commandArgs(TRUE)[1])
m <- glmer(right ~ 0 + factor(item) + (1 | person), d, binomial, nAGQ = 15)
cat(as.data.frame(VarCorr(m))$sdcor[1], fixef(m))`
const hasLme4 = spawnSync('Rscript', ['-e', 'library(lme4)']).status === 0

describe('the estimate compared with that of lme4 for R', () => {
  it.skipIf(!hasLme4)(
    'calibration finds the slope and the difficulties of lme4 for R, within a twentieth of a logit @full',
    async () => {
      const { responses } = simulated({ people: 400, itemCount: 30 })
      const plain = responses.map((row) => ({ ...row, guessing: 0 }))
      const { fit } = calibrate({ ...options, responses: plain })
      const file = path.join(folder, 'for-r.csv')
      const rows = plain.map(({ person, item, right }) => `${person},${Number(item.slice(5))},${Number(right)}`)
      await writeFile(file, ['person,item,right', ...rows].join('\n'))
      await writeFile(`${file}.R`, inLme4)
      const { stdout } = await promisify(execFile)('Rscript', [`${file}.R`, file])
      const [deviation, ...easiness] = stdout.trim().split(/\s+/).map(Number)
      expect(Math.abs(fit.discrimination - deviation!)).toBeLessThan(0.05)
      const byItem = new Map(fit.units.map(({ name, difficulty }) => [Number(name.slice(5)), difficulty]))
      for (const [item, easy] of easiness.entries())
        expect(Math.abs(fit.discrimination * byItem.get(item)! + easy), `item ${item}`).toBeLessThan(0.05)
    },
    300_000,
  )
})

describe('a table of answers', () => {
  const read = async (text: string) => {
    const file = path.join(folder, 'table.csv')
    await writeFile(file, text)
    return { file, ...(await readResponses(file, () => {})) }
  }

  it('readResponses reads a table of answers with its features, and names each bad row with its reason', async () => {
    const { responses, bad } = await read(
      [
        'person;item;right;c;length;"kind of it"',
        'a;i1;1;0,2;3;plain',
        'a;i1;1;0.2;3;plain',
        'a;i1;0;0.2;3;plain',
        'a;i2;maybe;0.2;3;plain',
        ';i2;1;0.2;3;plain',
        'b;"i;2";1;0.2;4;turned',
        'b;i3;1;0.2',
        'b;i4;1;0.2;5;"said ""so"""',
        '',
      ].join('\n'),
    )
    expect(bad).toEqual([
      { line: 2, why: 'c is «0,2», not a share' },
      { line: 4, why: 'item i1 comes twice in exam a' },
      { line: 5, why: 'right is «maybe», not 0 or 1' },
      { line: 6, why: 'person or item is empty' },
      { line: 8, why: '4 cells where the first line has 6' },
    ])
    expect(responses.map(({ item, features }) => [item, features])).toEqual([
      ['i1', { length: 3 }],
      ['i;2', { length: 4, 'kind of it=turned': 1 }],
      ['i4', { length: 5, 'kind of it=said "so"': 1 }],
    ])
  })

  it('readResponses refuses a table without the needed columns, and names them', async () => {
    await expect(read('who,what\na,b\n')).rejects.toThrow('The table has no column person, item, right')
  })

  it('readResponses reads an export by family, rule and level, without unanswered questions and withheld exams', async () => {
    const row = {
      exam: 'e1',
      person: 'p1',
      test: 'logichnij',
      month: '2027-01',
      earlier: 0,
      withheld: null,
      family: 'logic-matrix',
      difficulty: 0.5,
      radicals: { rules: 'count:sum shape:progression fill:constant', layout: 'group' },
      generator: 11,
      options: 8,
      answer: 'right',
      device: 'tablet',
      age: '18-24',
      schooling: 'higher',
    }
    const lines = [
      row,
      { ...row, answer: 'unanswered' },
      { ...row, withheld: 'by_chance' },
      { ...row, family: undefined },
      { ...row, answer: 'odd' },
    ]
    const { responses, bad } = await read(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n{broken`)
    expect(responses).toHaveLength(1)
    expect(responses[0]).toMatchObject({
      group: 'logic-matrix/progression+sum/0.5',
      features: { 'logic-matrix': 1, 'logic-matrix:progression': 1, 'logic-matrix:sum': 1 },
      guessing: 0.15,
      prior: 0.5,
      groups: { device: 'tablet', month: '2027-01', age: '18-24', schooling: 'higher' },
    })
    expect(bad.map(({ line }) => line)).toEqual([4, 5, 6])
    const { withheld, radicals, ...rest } = row
    const cells = [...Object.values(rest), '', `"${JSON.stringify(radicals).replaceAll('"', '""')}"`]
    const table = await read(`${[...Object.keys(rest), 'withheld', 'radicals'].join(',')}\r\n${cells.join(',')}\r\n`)
    expect([table.responses, table.bad]).toEqual([responses, []])
    expect(withheld).toBeNull()
  })
})

describe('npm run items:calibrate', () => {
  const run = async (...args: string[]) => {
    const tsx = path.join(root, 'node_modules/tsx/dist/cli.mjs')
    const main = path.join(root, 'benches/items/calibrate/main.ts')
    return promisify(execFile)(process.execPath, [tsx, main, ...args], { cwd: root }).then(
      (out) => ({ ...out, code: 0 }),
      (error) => ({ stdout: String(error.stdout), stderr: String(error.stderr), code: Number(error.code) }),
    )
  }

  it('npm run items:calibrate writes a report, its figures and parameters next to a table, and says which row it left out', async () => {
    const { responses } = simulated({ people: 300, itemCount: 40 })
    const file = path.join(folder, 'people.csv')
    const lines = responses.map(({ person, item, right, guessing, prior, features, groups }) =>
      [person, item, Number(right), guessing, prior, groups.device, groups.schooling, ...Object.values(features)].join(
        ',',
      ),
    )
    await writeFile(
      file,
      ['person,item,right,c,b,device,schooling,two,three,turned,long', ...lines, 'x,y,2,0,0,phone,,0,0,0,0'].join('\n'),
    )
    const { stdout, stderr, code } = await run(file)
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining(`line ${lines.length + 2} is left out: right is «2», not 0 or 1`),
    ])
    expect(stdout).toMatch(/300 exams, 9000 answers, 1 rows left out/)
    expect(stdout).toMatch(/three\s+\d\.\d\d ± 0\.\d\d/)
    const parameters = JSON.parse(await readFile(`${file}.parameters.json`, 'utf8'))
    expect(parameters.units).toHaveLength(40)
    expect(JSON.parse(await readFile(`${file}.report.json`, 'utf8')).transfer.verdict).toBe('kept')
    const page = await readFile(`${file}.report.html`, 'utf8')
    for (const title of ['What was read', 'Effects of features on difficulty', 'Rows left out'])
      expect(page).toContain(`<h2>${title}</h2>`)
    expect(page).not.toMatch(/https?:|<script|NaN/)
  }, 60_000)

  it('npm run items:calibrate fails with a sentence if no file is named or the file is missing', async () => {
    expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining('Name a file') })
    expect(await run(path.join(folder, 'none.csv'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('ENOENT'),
    })
  }, 60_000)
})
