import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'

/** Replaces an entry without an address, so that all such callers count as one, whatever they write. */
export const unnamed = 'unknown'

/**
 * Normalises the addresses in X-Forwarded-For before the limits and the log read `request.ip`: some proxies append a port
 * (`ip:port`, `[v6]:port`), which differs with each connection. Must be installed before every hook that reads `request.ip`.
 * Warns once of a proxy that names no address.
 */
export function readForwardedFor(app: FastifyInstance, { trustedProxies }: Pick<Config, 'trustedProxies'>): void {
  if (trustedProxies === 0) return
  let isLogged = false
  app.addHook('onRequest', async (request) => {
    const { headers } = request.raw
    const header = headers['x-forwarded-for']
    if (header !== undefined) headers['x-forwarded-for'] = addressesIn(String(header))
    const isNameless = header === undefined ? headers.forwarded !== undefined : request.ip === unnamed
    if (isLogged || !isNameless) return
    isLogged = true
    request.log.warn(
      'The proxy before this server names no caller in X-Forwarded-For, so all whom it does not name count as one address. Let it write that header; Forwarded is not read',
    )
  })
}

/** The value that `request.ip` will have, for a call that Fastify has not seen yet. */
export function addressOf({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const header = trustedProxies > 0 ? headers['x-forwarded-for'] : undefined
  const addresses = header === undefined ? [] : addressesIn(String(header)).split(', ')
  return addresses.at(-trustedProxies) || addresses[0] || (socket.remoteAddress ?? '')
}

/** The header with bare addresses, without empty entries. */
export function addressesIn(header: string): string {
  return header
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(addressIn)
    .join(', ')
}

/** An entry's address without port, brackets, quotes and zone. An IPv4 address that is written as IPv6 stays so. */
function addressIn(entry: string): string {
  const [, bracketed, plain = ''] = /^"?(?:\[([^\]]*)\](?::\d*)?|([^"]*?))"?$/.exec(entry) ?? []
  const [address = ''] = (bracketed ?? withoutPort(plain)).trim().split('%')
  return isIP(address) === 0 || (bracketed !== undefined && !isIPv6(address)) ? unnamed : address
}

/** A port after an IPv6 address needs brackets. */
function withoutPort(entry: string): string {
  const [address = '', port, ...rest] = entry.split(':')
  return port !== undefined && rest.length === 0 && isIPv4(address) ? address : entry
}
