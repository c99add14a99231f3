import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { networkOf } from '../load/rate-limits.ts'
import { addressOf, readForwardedFor } from './forwarded-for.ts'

/** The address that a server behind so many proxies counts, and its number of warnings. */
async function callerOf(headers: Record<string, string>, trustedProxies = 1) {
  const warnings: string[] = []
  const stream = { write: (line: string) => void warnings.push(line) }
  const trustProxy = (_address: string, hop: number) => hop < trustedProxies
  const app = Fastify({ logger: { level: 'warn', stream }, trustProxy })
  let before = ''
  app.addHook('onRequest', async ({ raw }) => void (before = addressOf(raw, trustedProxies)))
  readForwardedFor(app, { trustedProxies })
  app.get('/', async (request) => request.ip)
  const ask = async () => (await app.inject({ url: '/', headers, remoteAddress: '10.0.0.1' })).body
  const ip = await ask()
  await ask()
  await app.close()
  expect(before).toBe(ip)
  return { ip, warnings: warnings.length }
}

it.each([
  ['203.0.113.5', '203.0.113.5'],
  ['203.0.113.5:4711', '203.0.113.5'],
  ['203.0.113.5:', '203.0.113.5'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['"[2001:db8::1]:4711"', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25eth0]:80', 'fe80::1'],
  ['[::ffff:203.0.113.5]:4711', '::ffff:203.0.113.5'],
  ['  203.0.113.5:4711\t', '203.0.113.5'],
  ['198.51.100.1, 203.0.113.5:4711', '203.0.113.5'],
  ['198.51.100.1,[2001:db8::1]:4711,', '2001:db8::1'],
  ['unknown', 'unknown'],
  ['_hidden:4711', 'unknown'],
  ['999.0.113.5:4711', 'unknown'],
  ['[203.0.113.5]:80', 'unknown'],
  ['203.0.113.5:4711:1', 'unknown'],
  ['198.51.100.1, nonsense', 'unknown'],
])('[S21] the server counts X-Forwarded-For "%s" as a call of %s, whatever its port', async (header, ip) => {
  expect(await callerOf({ 'x-forwarded-for': header })).toEqual({ ip, warnings: ip === 'unknown' ? 1 : 0 })
})

it('the server believes as many entries of X-Forwarded-For as it has proxies, and no entry without a proxy', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.1:1, 203.0.113.5:2, 10.0.0.2:3' }
  expect((await callerOf(headers, 2)).ip).toBe('203.0.113.5')
  expect((await callerOf(headers, 4)).ip).toBe('198.51.100.1')
  expect(await callerOf(headers, 0)).toEqual({ ip: '10.0.0.1', warnings: 0 })
})

it('the server warns once of a proxy that names callers in another header only', async () => {
  expect(await callerOf({ forwarded: 'for=203.0.113.5' })).toEqual({ ip: '10.0.0.1', warnings: 1 })
  expect(await callerOf({})).toEqual({ ip: '10.0.0.1', warnings: 0 })
})

it.each([
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['::ffff:cb00:7105', '203.0.113.5'],
  ['0:0:0:0:0:FFFF:cb00:7105', '203.0.113.5'],
])('the server counts %s as the IPv4 address that it is', (address, network) =>
  expect(networkOf(address)).toBe(network),
)
