import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Command } from './command.ts'
import { explain } from './explain.ts'
import { readCall } from './read-call.ts'

const command: Command = {
  takes: 'USER --reason WHY',
  does: 'Something.',
  options: { line: { type: 'string', multiple: true } },
  operands: [1, 1],
  run: () => Promise.reject(new Error('not run here')),
}
const read = (...args: string[]) => readCall('block', command, args)
const endOf = (work: () => unknown) => {
  try {
    work()
    return { text: 'done', code: 0 }
  } catch (error) {
    return explain(error)
  }
}

afterEach(() => vi.unstubAllEnvs())

describe('an operator’s command', () => {
  it('readCall reads an operator’s command with its author, reason and rehearsal', () => {
    const call = read('x', '--author', ' О. Оператор ', '--reason', 'скарга', '--dry-run', '--line', 'a', '--line', 'b')
    expect([call.operands, call.texts('line')]).toEqual([['x'], ['a', 'b']])
    expect(call.word()).toEqual({ author: 'О. Оператор', reason: 'скарга', isRehearsal: true })
  })

  it('readCall takes the operator’s name from the environment if the command has none', () => {
    vi.stubEnv('OPERATOR_NAME', 'О. Оператор')
    expect(read('x', '--reason', 'скарга').word().author).toBe('О. Оператор')
  })

  it.each<[what: string, work: () => unknown, told: string]>([
    ['an option that there is not', () => read('x', '--all'), "✗ Unknown option '--all'"],
    ['an argument that is missing', () => read(), '✗ It is: npm run admin -- block USER --reason WHY'],
    ['an argument too many', () => read('x', 'y'), '✗ It is: npm run admin -- block USER --reason WHY'],
    ['no author', () => read('x', '--reason', 'why').word(), '✗ Who acts is needed'],
    ['no reason', () => read('x', '--author', 'who').word(), '✗ A reason is needed'],
    ['an empty reason', () => read('x', '--author', 'who', '--reason', ' ').word(), '✗ A reason is needed'],
  ])('readCall refuses a mistake in one line with code 2: %s', (_what, work, told) => {
    vi.stubEnv('OPERATOR_NAME', '')
    const { text, code } = endOf(work)
    expect([code, text.split('\n')]).toEqual([2, [expect.stringContaining(told)]])
  })
})
