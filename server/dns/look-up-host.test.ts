import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import dns from 'node:dns'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type NameAnswer, startNameServer } from '../../tests/support/name-server.ts'
import { type Address, askNameServers, createLookup, type LookupParts, lookNamesUpApart } from './look-up-host.ts'

const answers: Record<string, NameAnswer> = {}
const names = await startNameServer((name) => answers[name] ?? 'no such name')
const ask = (host: string) => askNameServers(host, { servers: [names.at] })
afterEach(() => {
  for (const name of Object.keys(answers)) delete answers[name]
})

const askSystem = vi.fn(async (host: string): Promise<Address[]> => {
  if (!host.toLowerCase().startsWith('listed')) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  return [{ address: '10.0.0.9', family: 4 }]
})
/** A look-up as connections call it; by default it gives every address. */
function lookup(parts: LookupParts = {}) {
  const look = createLookup({
    ask,
    askSystem,
    readHosts: () => '127.0.0.1 localhost\n10.0.0.9  listed.test # ours\n',
    ...parts,
  })
  return (host: string, options: dns.LookupOptions = { all: true }) =>
    new Promise((resolve, reject) => {
      look(host, options, (error, address, family) => {
        if (error === null) resolve(options.all ? address : [address, family])
        else reject(error)
      })
    })
}

const six = [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9]
const four = { address: '203.0.113.9', family: 4 }

describe('names of our own configuration', () => {
  it('a look-up returns every address of a name, or those of one family', async () => {
    answers['bank.test'] = { 4: four.address, 6: six }
    const look = lookup()
    const both = [four, { address: '2001:db8::9', family: 6 }]
    expect(await look('bank.test')).toEqual(both)
    expect(await look('bank.test', {})).toEqual(['203.0.113.9', 4])
    expect(await look('bank.test', { family: 6 })).toEqual(['2001:db8::9', 6])
    answers['four.test'] = { 4: four.address }
    expect(await look('four.test')).toEqual([four])
    await expect(look('four.test', { family: 6 })).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })

  it('a look-up succeeds while ten others wait for silent name servers, and none of them holds a thread of the system', async () => {
    for (let one = 0; one < 10; one += 1) answers[`silent${one}.test`] = 'silence'
    answers['database.test'] = { 4: four.address }
    const look = lookup()
    const waiting = Array.from({ length: 10 }, (_, one) => look(`silent${one}.test`).catch((error: unknown) => error))
    await vi.waitFor(() => expect(names.asked).toEqual(expect.arrayContaining(Object.keys(answers).slice(0, 10))))
    expect(process.getActiveResourcesInfo()).not.toContain('GetAddrInfoReqWrap')
    expect(await look('database.test')).toEqual([four])
    expect(await Promise.all(waiting)).toEqual(
      Array.from({ length: 10 }, () => expect.objectContaining({ code: 'EAI_AGAIN' })),
    )
    expect(askSystem).not.toHaveBeenCalled()
  })

  it('a look-up returns the last address while the name server is silent, and a new address immediately', async () => {
    answers['database.test'] = { 4: four.address }
    const look = lookup()
    await look('database.test')
    answers['database.test'] = 'silence'
    expect(await look('database.test')).toEqual([four])
    answers['database.test'] = { 4: '203.0.113.10' }
    expect(await look('database.test')).toEqual([{ address: '203.0.113.10', family: 4 }])
  })

  it('three look-ups of one name at the same time ask the name server once', async () => {
    let speak: () => void = () => undefined
    const said = new Promise<void>((resolve) => (speak = resolve))
    const asked = vi.fn(() => said.then(() => [four]))
    const look = lookup({ ask: asked })
    const all = Promise.all([look('database.test'), look('database.test'), look('database.test')])
    speak()
    expect(await all).toEqual([[four], [four], [four]])
    await look('database.test')
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it('a look-up asks the system if this machine lists the name, or if the name servers do not know it', async () => {
    const asked = vi.fn(ask)
    const look = lookup({ ask: asked })
    expect(await look('LISTED.test')).toEqual([{ address: '10.0.0.9', family: 4 }])
    expect(asked).not.toHaveBeenCalled()
    expect(await look('listed-by-a-cluster')).toEqual([{ address: '10.0.0.9', family: 4 }])
    expect(asked).toHaveBeenCalledOnce()
    await expect(look('nobody.test')).rejects.toMatchObject({ code: 'ENOTFOUND' })
    await expect(
      lookup({
        ask: asked,
        readHosts: () => {
          throw new Error('no list')
        },
      })('nobody.test'),
    ).rejects.toThrow()
  })

  it('lookNamesUpApart replaces the look-up of every connection of the process, and does so once', async () => {
    lookNamesUpApart()
    const apart = dns.lookup
    lookNamesUpApart()
    expect(dns.lookup).toBe(apart)
    const server = createServer((_request, reply) => void reply.end('here')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const asked = vi.spyOn(dns, 'lookup')
    expect(await (await fetch(`http://localhost:${port}`)).text()).toBe('here')
    expect(asked).toHaveBeenCalledOnce()
    expect(await new Promise((resolve) => dns.lookup('127.0.0.1', (...said) => resolve(said)))).toEqual([
      null,
      '127.0.0.1',
      4,
    ])
    server.close()
  })
})
