import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { warnOfUnknownProxy } from './unknown-proxy.ts'

/** The warnings after each of three calls: one without, two with the header of a proxy. */
async function warningsOf(config: { production: boolean; trustedProxies: number }): Promise<string[][]> {
  const heard: string[] = []
  const stream = { write: (line: string) => void heard.push((JSON.parse(line) as { msg: string }).msg) }
  const app = Fastify({ logger: { level: 'warn', stream } })
  warnOfUnknownProxy(app, config)
  app.get('/', async () => 'ok')
  const steps: string[][] = []
  for (const headers of [{}, { 'x-forwarded-for': '192.0.2.1' }, { 'x-forwarded-for': '192.0.2.2' }]) {
    await app.inject({ url: '/', headers })
    steps.push([...heard])
  }
  await app.close()
  return steps
}

it('the server warns once of a proxy that it does not know, and names the variable to set', async () => {
  const warning = expect.stringContaining('Set TRUSTED_PROXIES to')
  expect(await warningsOf({ production: true, trustedProxies: 0 })).toEqual([[], [warning], [warning]])
})

it.each([
  { production: true, trustedProxies: 1 },
  { production: false, trustedProxies: 0 },
])('the server with %j warns of no proxy', async (config) => {
  expect(await warningsOf(config)).toEqual([[], [], []])
})
