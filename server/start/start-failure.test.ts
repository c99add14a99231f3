import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { linesOf } from './start-failure.ts'

const failure = (message: string, more: object) => Object.assign(new Error(message), more)

describe('the explanation of a failed start', () => {
  it.each<[what: string, error: unknown, line: string]>([
    [
      'a full disk',
      failure('ENOSPC: no space left on device', { code: 'ENOSPC' }),
      'There is no space left on the disk.',
    ],
    [
      'a full disk of the database',
      new DrizzleQueryError('insert into tests', ['geheim'], failure('could not extend file', { code: '53100' })),
      'There is no space left on the disk.',
    ],
    [
      'a folder of somebody else',
      failure('EACCES: permission denied', { code: 'EACCES', path: '/srv/iq/.data/secrets.json' }),
      '/srv/iq/.data/secrets.json cannot be read or written (EACCES).',
    ],
    [
      'a user of the database without rights',
      failure('permission denied for schema public', { code: '42501' }),
      "The database's user may not do what a start has to: permission denied for schema public.",
    ],
    [
      'a database that went away',
      new DrizzleQueryError('insert into tests', ['geheim'], failure('Connection terminated unexpectedly', {})),
      'The database went away during the start: Connection terminated unexpectedly.',
    ],
  ])('a failed start is explained in one line: %s', (_, error, line) => expect(linesOf(error)).toEqual([line]))

  it.each([new TypeError('x is undefined'), failure('EACCES', { code: 'EACCES' }), 'x'])(
    'a failed start by a fault of ours has no short explanation: %s',
    (error) => expect(linesOf(error)).toBeNull(),
  )
})
