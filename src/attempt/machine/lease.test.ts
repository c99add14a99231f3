import { describe, expect, it } from 'vitest'
import {
  type LeaseState,
  leaseAfter,
  type LeaseEffect,
  leaseEffect,
  type LeaseEvent,
  leaseOf,
  noLease,
} from './lease.ts'

const play = (state: LeaseState, ...events: LeaseEvent[]) => events.reduce(leaseAfter, state)

const accepted: LeaseEvent = { type: 'going-on-accepted' }
const taken: LeaseEvent = { type: 'lease-taken', lease: 3, name: 'phone~00003' }
const refused: LeaseEvent = { type: 'persist-failed', name: 'phone~00004~abcd' }

/** Every state of a lease, reached by the disk's events that lead to it. */
const none = play(noLease, accepted)
const strict = play(noLease, taken)
const held = play(none, taken)
const memoryOnly = play(held, refused)
const over = play(held, { type: 'row-over' })

/** Every event of the disk, each with a content that would change a page that heeds it. */
const everyEvent = {
  'going-on-accepted': accepted,
  'row-chosen': { type: 'row-chosen' },
  'lease-taken': { type: 'lease-taken', lease: 9, name: 'phone~00009' },
  persisted: { type: 'persisted', lease: 9 },
  'persist-failed': { type: 'persist-failed', name: 'phone~00010~efgh' },
  'persist-failed, under the name of before': { type: 'persist-failed' },
  'lease-lost: taken-over': { type: 'lease-lost', because: 'taken-over' },
  'lease-lost: closed': { type: 'lease-lost', because: 'closed' },
  'lease-lost: fetched-again': { type: 'lease-lost', because: 'fetched-again' },
  'row-over': { type: 'row-over' },
  'row-missing': { type: 'row-missing' },
} satisfies Record<string, LeaseEvent>
type Said = keyof typeof everyEvent

const takes9 = { lease: { kind: 'held', number: 9 }, name: 'phone~00009' } as const
const under9 = { lease: { kind: 'held', number: 9 } } as const
const endsOver = { lease: { kind: 'over' } } as const
const fails = { lease: { kind: 'memory-only' }, name: 'phone~00010~efgh' } as const
const failsAsIs = { lease: { kind: 'memory-only' } } as const

describe('the lease of a page after an event of the disk', () => {
  it.each<[string, LeaseState, Partial<Record<Said, Partial<LeaseState>>>]>([
    [
      'none (a broken storage stops the exam)',
      noLease,
      { 'going-on-accepted': { mayGoOnWithout: true }, 'lease-taken': takes9, persisted: under9, 'row-over': endsOver },
    ],
    [
      'held (a broken storage stops the exam)',
      strict,
      { 'going-on-accepted': { mayGoOnWithout: true }, 'lease-taken': takes9, persisted: under9, 'row-over': endsOver },
    ],
    [
      'none',
      none,
      {
        'lease-taken': takes9,
        persisted: under9,
        'persist-failed': fails,
        'persist-failed, under the name of before': failsAsIs,
        'row-over': endsOver,
      },
    ],
    [
      'held',
      held,
      {
        'lease-taken': takes9,
        persisted: under9,
        'persist-failed': fails,
        'persist-failed, under the name of before': failsAsIs,
        'row-over': endsOver,
      },
    ],
    [
      'memory-only',
      memoryOnly,
      {
        'lease-taken': takes9,
        persisted: under9,
        'persist-failed': fails,
        'lease-lost: fetched-again': { lease: { kind: 'none' } },
        'row-over': endsOver,
      },
    ],
    [
      'over',
      over,
      {
        'row-chosen': { lease: { kind: 'none' } },
        'lease-taken': takes9,
        persisted: under9,
        'persist-failed': fails,
        'persist-failed, under the name of before': failsAsIs,
      },
    ],
  ])('a page whose lease is %s changes only by the events of the disk that concern it', (_, state, heeded) => {
    for (const said of Object.keys(everyEvent) as Said[]) {
      const change = heeded[said]
      const after = leaseAfter(state, everyEvent[said])
      if (change === undefined) expect([said, after]).toEqual([said, state])
      else expect([said, after]).toEqual([said, { ...state, ...change, names: after.names }])
      expect([...after.names]).toEqual([...new Set([...state.names, after.name])].filter((name) => name !== ''))
    }
  })

  it.each<[string, LeaseState, Said[]]>([
    ['none', noLease, ['row-chosen', 'persist-failed', 'lease-lost: fetched-again']],
    ['held', held, ['going-on-accepted', 'row-chosen', 'lease-lost: taken-over', 'lease-lost: fetched-again']],
    ['memory-only', memoryOnly, ['row-chosen', 'lease-lost: taken-over', 'lease-lost: closed']],
  ])('a page keeps the same state object when its lease ignores an event of the disk: %s', (_, state, unheeded) => {
    for (const said of unheeded) expect(leaseAfter(state, everyEvent[said])).toBe(state)
  })
})

describe('the effect of an event of the disk', () => {
  const always = { 'row-missing': 'put-back', 'row-over': 'read-again' } as const
  const readsAndPutsBack = {
    'lease-lost: taken-over': 'read-and-put-back',
    'lease-lost: closed': 'read-and-put-back',
    'lease-lost: fetched-again': 'read-and-put-back',
  } as const

  it.each<[string, LeaseState, Partial<Record<Said, LeaseEffect>>]>([
    ['none', none, { ...always, ...readsAndPutsBack }],
    ['held', held, { ...always, ...readsAndPutsBack, 'lease-lost: taken-over': 'step-aside' }],
    ['memory-only', memoryOnly, { ...always, ...readsAndPutsBack }],
    ['over', over, { ...always, ...readsAndPutsBack }],
  ])('a page whose lease is %s wants the right effect for each event of the disk', (_, state, effects) => {
    for (const said of Object.keys(everyEvent) as Said[]) {
      expect([said, leaseEffect(state, everyEvent[said])]).toEqual([said, effects[said] ?? null])
    }
  })
})

describe('the lease of a write', () => {
  it('a page writes under the lease that it holds, and otherwise under no lease', () => {
    expect([none, held, memoryOnly, over].map(leaseOf)).toEqual([null, 3, null, null])
  })

  it('[R18] a page becomes memory-only after a refused write only if the person agreed to continue', () => {
    expect(play(strict, refused)).toBe(strict)
    expect(play(strict, accepted, refused).lease.kind).toBe('memory-only')
  })

  it('[R18] a memory-only page whose write the disk takes after all keeps the name of its answers under the new lease', () => {
    const back = play(memoryOnly, { type: 'persisted', lease: 5 })
    expect([back.name, leaseOf(back)]).toEqual(['phone~00004~abcd', 5])
    expect([...back.names]).toEqual(['phone~00003', 'phone~00004~abcd'])
  })
})
