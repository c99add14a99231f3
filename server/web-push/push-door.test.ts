import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startNameServer } from '../../tests/support/name-server.ts'
import { askNameServers } from '../dns/look-up-host.ts'
import {
  ForbiddenPlace,
  isPublicAddress,
  mailboxAddress,
  post,
  publicInternet,
  type PushPolicy,
  Unreachable,
} from './push-door.ts'

let server: Server
let port: number
const heard = vi.fn()
beforeAll(async () => {
  server = createServer((incoming, reply) => {
    heard(incoming.url)
    if (incoming.url === '/moved') reply.writeHead(307, { location: '/elsewhere' }).end()
    else if (incoming.url === '/endless') reply.writeHead(200, { 'x-filler': 'x'.repeat(20_000) }).end()
    else reply.writeHead(201).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

/** 127.0.0.1 plays the public Internet, 127.0.0.2 a private network. */
const policyOf = (...addresses: string[]): PushPolicy & { resolve: ReturnType<typeof vi.fn> } => ({
  protocol: 'http:',
  request,
  resolve: vi.fn(async () => [{ address: addresses.length > 1 ? addresses.shift()! : addresses[0]!, family: 4 }]),
  reaches: (address) => address === '127.0.0.1',
})
const send = (policy: PushPolicy, path = '/', host = 'push.test') =>
  post(policy, new URL(`http://${host}:${port}${path}`), {}, Buffer.from('x'))

describe('the targets of push messages', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::a00:1',
    'fc00::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'localhost',
    '',
  ])('%s is not an address of the public Internet', (address) => expect(isPublicAddress(address)).toBe(false))

  it.each(['8.8.8.8', '172.32.0.1', '192.169.0.1', '2607:f8b0:4001:c01::5f', '2a00:1450:4001:800::200e'])(
    '%s is an address of the public Internet',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    'http://fcm.example/x',
    'https://me:secret@fcm.example/x',
    'https://fcm.example:8443/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'fcm.example',
  ])('%s is not an address of a mailbox', (endpoint) => expect(mailboxAddress(publicInternet, endpoint)).toBeNull())

  it('the address of a push service is an address of a mailbox', () => {
    const endpoint = 'https://updates.push.services.mozilla.com/wpush/v2/gAAAA'
    expect(mailboxAddress(publicInternet, endpoint)?.href).toBe(endpoint)
  })

  it('the server does not connect to a name that leads to a private address', async () => {
    const before = heard.mock.calls.length
    await expect(send(policyOf('127.0.0.2'))).rejects.toThrow(ForbiddenPlace)
    await expect(send(policyOf('127.0.0.1'), '/', '127.0.0.2')).rejects.toThrow(ForbiddenPlace)
    // Production's policy, and a port that listens.
    const names = { ...publicInternet, resolve: async () => [{ address: '127.0.0.1', family: 4 }] }
    const inProduction = post(names, new URL(`https://push.test:${port}/`), {}, Buffer.from('x'))
    await expect(inProduction).rejects.toThrow(ForbiddenPlace)
    expect(heard.mock.calls.length).toBe(before)
  })

  it('the server looks a name up once, and connects to the address that it has checked', async () => {
    const policy = policyOf('127.0.0.1', '127.0.0.2')
    expect(await send(policy)).toEqual({ status: 201, retryAfter: null })
    expect(policy.resolve).toHaveBeenCalledOnce()
  })

  it('the server follows no redirect of a push service, and reads no reply without an end', async () => {
    heard.mockClear()
    expect((await send(policyOf('127.0.0.1'), '/moved')).status).toBe(307)
    await expect(send(policyOf('127.0.0.1'), '/endless')).rejects.toThrow()
    expect(heard.mock.calls).toEqual([['/moved'], ['/endless']])
  })
})

describe('the look-up of a push service’s name', () => {
  const toSilence = (servers: string[]): PushPolicy => ({
    ...policyOf('127.0.0.1'),
    resolve: (host, signal) => askNameServers(host, { signal, servers }),
  })

  it('a look-up at a silent name server holds no thread of the system, and its delivery fails as unreachable', async () => {
    const names = await startNameServer(() => 'silence')
    const sent = send(toSilence([names.at])).catch((error: unknown) => error)
    await vi.waitFor(() => expect(names.asked.length).toBeGreaterThan(0))
    expect(process.getActiveResourcesInfo()).not.toContain('GetAddrInfoReqWrap')
    expect(await sent).toBeInstanceOf(Unreachable)
    names.close()
  })

  it('a look-up is cancelled once the time of its delivery is over', async () => {
    const names = await startNameServer(() => 'silence')
    const over = new AbortController()
    const asked = askNameServers('push.test', { signal: over.signal, servers: [names.at] })
    await vi.waitFor(() => expect(names.asked.length).toBeGreaterThan(0))
    over.abort()
    await expect(asked).rejects.toMatchObject({ code: 'ECANCELLED' })
    names.close()
  })

  it('a host that takes no connection is unreachable, and one that takes it and breaks off is not', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const url = new URL(`http://push.test:${(closed.address() as AddressInfo).port}/`)
    await new Promise((resolve) => closed.close(resolve))
    await expect(post(policyOf('127.0.0.1'), url, {}, Buffer.from('x'))).rejects.toThrow(Unreachable)
    await expect(send(policyOf('127.0.0.1'), '/endless')).rejects.not.toThrow(Unreachable)
  })
})
