import { expect, it, vi } from 'vitest'
import { reconcile } from './reconcile.ts'

type Emit = (event: string) => void

/** A state is a text of wanted keys, one word each; a key with «?» is paused. An event is the next state. */
function play(initial: string, whenBegun: (key: string, emit: Emit, signal: AbortSignal) => void = () => undefined) {
  const log: string[] = []
  const emits = new Map<string, Emit>()
  const report = vi.fn()
  const running = reconcile<string, string, string>({
    initial,
    update: (_state, event) => event,
    wanted: (state) =>
      state
        .split(' ')
        .filter((word) => word !== '')
        .map((word) => ({ key: word.replace('?', ''), effect: word.replace('?', ''), isPaused: word.endsWith('?') })),
    perform: (effect, emit, signal) => {
      log.push(`+${effect}`)
      emits.set(effect, emit)
      signal.addEventListener('abort', () => log.push(`-${effect}`))
      whenBegun(effect, emit, signal)
    },
    report,
  })
  running.start()
  return { ...running, log, emits, report }
}

it('reconcile begins newly wanted effects, ends unwanted ones, and leaves an effect with the same key running', () => {
  const { dispatch, log } = play('a b')
  dispatch('b c')
  expect(log).toEqual(['+a', '+b', '-a', '+c'])
})

it('reconcile begins an effect again only after the effect was unwanted for a time', () => {
  const { dispatch, log } = play('a')
  dispatch('a b')
  dispatch('b')
  dispatch('a b')
  expect(log).toEqual(['+a', '+b', '-a', '+a'])
})

it('reconcile ignores a late event of an effect that it has ended', () => {
  const { dispatch, emits, state } = play('a')
  dispatch('b')
  emits.get('a')!('too late')
  expect(state()).toBe('b')
})

it('reconcile does not begin a paused effect, and lets a running effect continue when it is paused', () => {
  const { dispatch, log } = play('a b?')
  expect(log).toEqual(['+a'])
  dispatch('a? b')
  dispatch('b?')
  expect(log).toEqual(['+a', '+b', '-a'])
})

it('at its start reconcile begins all wanted effects before it handles an event that one of them emits', () => {
  const { log, state } = play('a b', (key, emit) => {
    if (key === 'a') emit('b c')
  })
  expect([log, state()]).toEqual([['+a', '+b', '-a', '+c'], 'b c'])
})

it('after an event reconcile begins all wanted effects before it handles an event that one of them emits', () => {
  const { dispatch, log, state } = play('', (key, emit) => {
    if (key === 'a') emit('b c')
  })
  dispatch('a b')
  expect([log, state()]).toEqual([['+a', '+b', '-a', '+c'], 'b c'])
})

it('reconcile reports an effect that throws, and handles the next event', async () => {
  const { report, dispatch, state } = play('a', (key) => {
    if (key === 'a') throw new Error('broken')
  })
  await vi.waitFor(() => expect(report).toHaveBeenCalledOnce())
  dispatch('b')
  expect(state()).toBe('b')
})

it('a stopped reconcile ends every effect and ignores every event', () => {
  const { dispatch, emits, log, state, stop } = play('a b')
  stop()
  dispatch('c')
  emits.get('a')!('c')
  expect([log, state()]).toEqual([['+a', '+b', '-a', '-b'], 'a b'])
})

it('reconcile notifies a subscriber once a change, after its effects have begun, and not of an event without a change', () => {
  const { dispatch, log, subscribe } = play('a')
  const heard: string[][] = []
  const stop = subscribe(() => heard.push([...log]))
  dispatch('a b')
  dispatch('a b')
  expect(heard).toEqual([['+a', '+b']])
  stop()
  dispatch('c')
  expect(heard).toHaveLength(1)
})

it('reconcile handles the next event after a subscriber has thrown', () => {
  const { dispatch, state, subscribe } = play('a')
  const stop = subscribe(() => {
    throw new Error('broken')
  })
  expect(() => dispatch('b')).toThrow('broken')
  stop()
  dispatch('c')
  expect(state()).toBe('c')
})
