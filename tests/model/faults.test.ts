import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { batchSize, drawBatch } from './campaign.ts'
import { plantedBugs } from './planted/bugs.ts'
import type { Schedule } from './schedule.ts'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

interface Ran {
  code: number | null
  output: string
  /** Pieces of output in the order of printing. */
  pieces: string[]
}

/** Runs a script of the project. Resolves with its exit code and output. */
function run(script: string, ...args: string[]): Promise<Ran> {
  const child = spawn(process.execPath, [path.join(root, 'scripts', script), ...args], { cwd: root })
  const pieces: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => pieces.push(String(text)))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output: pieces.join(''), pieces })))
}

/** The number before `what` in the last line. */
function countOf(output: string, what: string): number {
  return Number(new RegExp(`^seed .* (\\d+) ${what}\\b`, 'm').exec(output)?.[1])
}

describe('the model of faults', () => {
  // All campaigns have one seed, and each begins where the one before ends: together they play 20,000 schedules, none twice.
  it.each([
    ['250', '', 0],
    ['1,000', ' @full', 250],
    ['4,000', ' @full', 1000],
    ['8,000', ' @full', 4000],
    ['12,000', ' @full', 8000],
    ['16,000', ' @full', 12_000],
    ['20,000', ' @full', 16_000],
  ])(
    '[C.06] the model loses no acknowledged answer and grades no exam twice in %s schedules%s',
    async (number, _extent, first) => {
      const last = Number(number.replace(',', ''))
      const range = ['--first', String(first), '--schedules', String(last)]
      const { code, output } = await run('faults-model.mjs', ...range, '--seed', '20261120')
      const schedules = last - first
      expect(output).toContain(' 0 lost, 0 graded twice, 0 wrong user, 0 not converged')
      expect(output).toContain(' 0 settled too early')
      expect(code, output).toBe(0)
      // An idle campaign would lose nothing. Usual for a schedule: 1.2 exams, 2 answers on the device, 1.4 on the server.
      expect(countOf(output, 'schedules')).toBe(schedules)
      expect(countOf(output, 'exams')).toBeGreaterThan(1.1 * schedules)
      expect(countOf(output, 'answers acknowledged on the device')).toBeGreaterThan(1.5 * schedules)
      expect(countOf(output, 'on the server')).toBeGreaterThan(schedules)
    },
    900_000,
  )

  it('the model plays a schedule again exactly as it was @full', async () => {
    const [first, second] = await Promise.all([
      run('faults-model.mjs', '--replay', '7:123'),
      run('faults-model.mjs', '--replay', '7:123'),
    ])
    expect(first.output).toBe(second.output)
    expect(first.output).toContain('"schedules":1')
  }, 180_000)

  it('the model names a failure immediately, and its name plays the same failure again only if the bug is planted @full', async () => {
    const planted = ['--plant', 'although the browser refused', '--shrink', '20']
    // A whole batch finds the bug, and the campaign then plays more than half of another batch.
    const campaign = await run('faults-model.mjs', '--schedules', '400', '--parts', '1', ...planted)
    expect(campaign.code, campaign.output).toBe(1)
    const [, name] = /^failed: --replay (\d+:\d+)$/m.exec(campaign.output)!
    const named = campaign.pieces.findIndex((piece) => piece.includes(`failed: --replay ${name}\n`))
    expect(named).toBeLessThan(campaign.pieces.findIndex((piece) => piece.includes('answers acknowledged')))
    const [, complaint] = new RegExp(`^failed: --replay ${name}\n  (lost: .+)$`, 'm').exec(campaign.output)!

    const [withBug, without] = await Promise.all([
      run('faults-model.mjs', '--replay', name!, ...planted),
      run('faults-model.mjs', '--replay', name!),
    ])
    expect(withBug.code, withBug.output).toBe(1)
    expect(withBug.output).toContain(`\n${complaint}\n`)
    const [seed, index] = name!.split(':').map(Number) as [number, number]
    const drawn = drawBatch(seed, Math.floor(index / batchSize))[index % batchSize]!
    const [, smaller] = /^fails as well: (\{[^]+\})$/m.exec(withBug.output)!
    expect((JSON.parse(smaller!) as Schedule).acts.length).toBeLessThan(drawn.acts.length)
    expect(without.code, without.output).toBe(0)
    expect(without.output).not.toContain('lost: ')
  }, 240_000)

  it.each([
    ['none', 'no such bug'],
    ['several', 'the store of submissions'],
  ])(
    'the model says in one line that a name fits %s of the planted bugs @full',
    async (_how, part) => {
      const { code, output } = await run('faults-model.mjs', '--replay', '1:1', '--plant', part)
      const fitting = plantedBugs.filter(({ name }) => name.includes(part)).length
      expect(output).toMatch(new RegExp(`^✗ --plant "${part}" fits ${fitting} planted bugs, [^\\n]+\\n$`))
      expect(code).toBe(1)
    },
    60_000,
  )

  it('the model knows at least 20 planted bugs, at least 12 of them seen in the field', () => {
    expect(plantedBugs.length).toBeGreaterThanOrEqual(20)
    expect(plantedBugs.filter(({ from }) => !from.startsWith('ours')).length).toBeGreaterThanOrEqual(12)
  })

  /** Output for all bugs, from one run for all tests. */
  let everyBug: Promise<Ran> | undefined
  const tryEveryBug = () => (everyBug ??= run('faults-planted.mjs'))

  it.each([
    'although the browser refused @full',
    'when the write was asked for @full',
    'key made on the device @full',
    '401, 429 or 500 @full',
    'captive portal that answers 200 @full',
    "the device's clock @full",
    'another device answered is not told @full',
  ])(
    'the model catches a planted bug: %s',
    async (name) => {
      const { output } = await tryEveryBug()
      const line = output.split('\n').find((each) => each.includes(name.replace(' @full', '')))
      const [, index] = /^caught by 1:(\d+) /.exec(line ?? '') ?? []
      expect(Number(index), output).toBeLessThan(1000)
    },
    1_800_000,
  )

  it('the model catches every planted bug @full', async () => {
    const { code, output } = await tryEveryBug()
    expect(output).toContain(`${plantedBugs.length} planted bugs, ${plantedBugs.length} caught`)
    expect(code, output).toBe(0)
  }, 1_800_000)
})
