import { afterEach, expect, it, vi } from 'vitest'
import { readArguments } from '../benches/server/arguments.ts'
import type { Figures, Measured } from '../benches/server/figures.ts'
import { type Phase, untilSteady } from '../benches/server/meter.ts'
import { printReport } from '../benches/server/report.ts'

/** Tests the report of `npm run bench:server` on given figures, without a measurement. */
afterEach(() => vi.restoreAllMocks())

const phase = (nodeMs: number, postgresMs: number, paperMs = 0): Phase => ({
  done: 10,
  nodeMs,
  postgresMs,
  cpuMs: nodeMs + postgresMs,
  paperMs,
  walBytes: 1,
  sentBytes: 1,
  seconds: 1,
  trace: { samples: [{ kind: 'save', ms: nodeMs, status: 200 }], bytes: 1 },
})

function report(figures: Partial<Measured>, args: string[] = []): string {
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line))
  printReport({ ours: {}, empty: null, floor: {}, paper: null, fillSeconds: null, ...figures }, readArguments(args))
  vi.restoreAllMocks()
  return said.join('\n')
}

it('the report prints an exam’s paper, the rest of it and their sum as ratios to the floor of the same run, which add up', () => {
  const said = report({
    ours: { e1: phase(30, 10, 8), e2: phase(25, 5, 10) },
    floor: { e1: phase(6, 2), e2: phase(1, 1) },
  })
  const ratioOf = (name: string) => Number(new RegExp(`^ +${name} .* (\\S+) ×`, 'm').exec(said)?.[1])
  expect([ratioOf('E1 without its paper'), ratioOf('E1, its paper'), ratioOf('E1, sum')]).toEqual([4, 1, 5])
  expect([ratioOf('E2 without its paper'), ratioOf('E2, its paper'), ratioOf('E2, sum')]).toEqual([10, 5, 15])
  expect(said).toMatch(/E1 in sum, CPU +5\.00 × floor +aim ≤ 5 +met\n +without its paper +4\.00 × floor\n/)
  expect(said).toMatch(
    /E2 in sum, CPU +15\.0 × floor +aim ≤ 12 +MISSED by 1\.3 ×\n +without its paper +10\.0 × floor\n/,
  )
})

it('the report compares stored exams with the empty database of the same run, and with the limit of 15 %', () => {
  const server = (ms: number): Figures => ({ e1: phase(ms, 10), e2: phase(20, 5), first: phase(1, 1) })
  const growing = (ms: number) => report({ ours: server(ms), empty: server(30), fillSeconds: 5 }, ['--stored', '1000'])
  expect(growing(33)).toContain(
    'next to 1000 stored exams, at most dearer than in an empty database: E1, p95, +10 %; within 15 %: met',
  )
  expect(growing(36)).toContain('E1, p95, +20 %; within 15 %: MISSED')
  expect(report({ ours: server(30) })).not.toContain('stored exams')
})

it('a server counts as warm when a round costs about as much as the one before, and after eight rounds at the latest', async () => {
  const playing = (...costs: number[]) => untilSteady(async () => costs.shift()!)
  expect(await playing(20, 12, 10, 9.8)).toBe(4)
  expect(await playing(20, 21)).toBe(2)
  expect(await playing(...Array.from({ length: 20 }, (_, round) => 2 ** -round))).toBe(8)
})
