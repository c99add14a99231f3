import { describe, expect, it } from 'vitest'
import { loggedError } from './logged-error.ts'

describe('an error in the log', () => {
  it.each([
    [
      '550 5.1.1 <anna.koval@person.example>: Recipient address rejected',
      '550 5.1.1 <[address]>: Recipient address rejected',
    ],
    ['No recipients: "олена@пошта.укр", b@c.example;', 'No recipients: "[address]", [address];'],
    ['connect postgres://iq:geheim@db.example:5432/iq', 'connect postgres://[address]/iq'],
    ['Cannot find module /srv/node_modules/@fastify/cors', 'Cannot find module /srv/node_modules/@fastify/cors'],
  ])('[S48] a logged error names no e-mail address and no password of a connection: %s', (message, kept) => {
    const cause = new Error(message)
    const logged = loggedError(new Error(`Job: ${message}`, { cause }))
    expect([logged.message, (logged.cause as { message: string }).message]).toEqual([`Job: ${kept}`, kept])
    expect(logged.stack).toMatch(/^Error: Job: /)
    expect(JSON.stringify(logged)).not.toMatch(/anna|олена|geheim|b@c/)
  })

  it('a logged error keeps the place where it was thrown', () => {
    expect(loggedError(new Error('x')).stack).toContain('logged-error.test.ts')
  })
})
