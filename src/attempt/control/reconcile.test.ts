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

it('begins what is newly wanted, ends what is wanted no more, and leaves alone what has the same key', () => {
  const { dispatch, log } = play('a b')
  dispatch('b c')
  expect(log).toEqual(['+a', '+b', '-a', '+c'])
})

it('begins what has ended again only after it was not wanted', () => {
  const { dispatch, log } = play('a')
  dispatch('a b')
  dispatch('b')
  dispatch('a b')
  expect(log).toEqual(['+a', '+b', '-a', '+a'])
})

it('hears nothing of an effect that was let go of, however late it speaks', () => {
  const { dispatch, emits, state } = play('a')
  dispatch('b')
  emits.get('a')!('too late')
  expect(state()).toBe('b')
})

it('does not begin what is held, and lets it go on where it is under way', () => {
  const { dispatch, log } = play('a b?')
  expect(log).toEqual(['+a'])
  dispatch('a? b')
  dispatch('b?')
  expect(log).toEqual(['+a', '+b', '-a'])
})

it('takes what an effect brings about at once after all that was to be begun', () => {
  const { log, state } = play('a b', (key, emit) => {
    if (key === 'a') emit('b c')
  })
  expect([log, state()]).toEqual([['+a', '+b', '-a', '+c'], 'b c'])
})

it('does so after an event as well', () => {
  const { dispatch, log, state } = play('', (key, emit) => {
    if (key === 'a') emit('b c')
  })
  dispatch('a b')
  expect([log, state()]).toEqual([['+a', '+b', '-a', '+c'], 'b c'])
})

it('reports what an effect fails of, and goes on', async () => {
  const { report, dispatch, state } = play('a', (key) => {
    if (key === 'a') throw new Error('broken')
  })
  await vi.waitFor(() => expect(report).toHaveBeenCalledOnce())
  dispatch('b')
  expect(state()).toBe('b')
})

it('hears nothing any more when it was stopped, and lets go of everything', () => {
  const { dispatch, emits, log, state, stop } = play('a b')
  stop()
  dispatch('c')
  emits.get('a')!('c')
  expect([log, state()]).toEqual([['+a', '+b', '-a', '-b'], 'a b'])
})

it('tells those who listen of each change, once all that follows from it is begun, and of no event that changes nothing', () => {
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

it('takes an event after a listener that has failed over the one before it', () => {
  const { dispatch, state, subscribe } = play('a')
  const stop = subscribe(() => {
    throw new Error('broken')
  })
  expect(() => dispatch('b')).toThrow('broken')
  stop()
  dispatch('c')
  expect(state()).toBe('c')
})
