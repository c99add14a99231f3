import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { beginInTurns } from './begin-in-turns.ts'

/** In which order calls of these addresses, which arrive at once, begin. An answer's address is `answer`. */
async function orderOf(callers: readonly { from: string; isReserved?: boolean }[]): Promise<string[]> {
  const app = Fastify({ trustProxy: true })
  beginInTurns(app)
  const begun: string[] = []
  app.get('/', async ({ ip }) => void begun.push(ip))
  app.get('/answer', { config: { isReserved: true } }, async ({ ip }) => void begun.push(`answer of ${ip}`))
  await Promise.all(
    callers.map(({ from, isReserved = false }) =>
      app.inject({ url: isReserved ? '/answer' : '/', headers: { 'x-forwarded-for': from } }),
    ),
  )
  await app.close()
  return begun
}

it('a call begins in the next turn of the loop although 500 of another network have arrived before it', async () => {
  const order = await orderOf([...Array.from({ length: 500 }, () => ({ from: '10.0.0.1' })), { from: '10.0.0.2' }])
  expect(order).toHaveLength(501)
  expect(order.indexOf('10.0.0.2')).toBeLessThan(16)
})

it('an answer begins in the next turn of the loop although 500 calls of its own network have arrived before it', async () => {
  const flood = Array.from({ length: 500 }, () => ({ from: '10.0.0.1' }))
  const order = await orderOf([...flood, { from: '10.0.0.1', isReserved: true }])
  expect(order.indexOf('answer of 10.0.0.1')).toBeLessThan(16)
})
