import { expect, it } from 'vitest'
import { deliverAnswers } from './deliver-answers.ts'
import type { Send, SendOptions } from '../../http/send.ts'

/** The call that a delivery sends. */
async function sent(more: { begin?: boolean; takeOver?: boolean } = {}) {
  const calls: { name: string; body: unknown; options: SendOptions }[] = []
  const send = ((endpoint, { body }, options) => {
    calls.push({ name: endpoint.name, body, options })
    return Promise.resolve({ kind: 'silence' })
  }) as Send
  const reply = await deliverAnswers(send, { purchaseId: 'p1', ticket: 'ticket-of-a1', events: [], ...more })
  expect(reply).toEqual({ kind: 'silence' })
  expect(calls).toHaveLength(1)
  return calls[0]!
}

it('a delivery starts the clock or takes the attempt over only when it is asked to', async () => {
  const plain = { ticket: 'ticket-of-a1', events: [] }
  expect((await sent()).body).toEqual(plain)
  expect((await sent({ begin: false, takeOver: false })).body).toEqual(plain)
  expect((await sent({ begin: true })).body).toEqual({ ...plain, begin: true })
  expect((await sent({ takeOver: true })).body).toEqual({ ...plain, take_over: true })
})

it('a delivery uses the ticket instead of the session, and carries a signal that can abort it', async () => {
  expect(await sent()).toMatchObject({
    name: 'saveAnswers',
    options: { asTicketHolder: true, signal: expect.any(AbortSignal) },
  })
})
