import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'

/** What replaces an entry that names no address: all such callers count as one, whatever they write. */
export const unnamed = 'unknown'

/**
 * Reads the addresses that proxies have written into X-Forwarded-For, before anything asks for `request.ip`: the limits by address
 * and the log. Proxies write a port behind them (`ip:port`, `[v6]:port`), which is another one at each connection. Must be the
 * first hook. That a proxy names no address is logged once.
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

/** What `request.ip` will be of a call that Fastify has not seen yet. */
export function addressOf({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const header = trustedProxies > 0 ? headers['x-forwarded-for'] : undefined
  const addresses = header === undefined ? [] : addressesIn(String(header)).split(', ')
  return addresses.at(-trustedProxies) || addresses[0] || (socket.remoteAddress ?? '')
}

/** The header with bare addresses; an empty entry is none. */
export function addressesIn(header: string): string {
  return header
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(addressIn)
    .join(', ')
}

/** One entry's address, without port, brackets, quotes and zone; an IPv4 address in IPv6's clothes is left in them. */
function addressIn(entry: string): string {
  const [, bracketed, plain = ''] = /^"?(?:\[([^\]]*)\](?::\d*)?|([^"]*?))"?$/.exec(entry) ?? []
  const [address = ''] = (bracketed ?? withoutPort(plain)).trim().split('%')
  return isIP(address) === 0 || (bracketed !== undefined && !isIPv6(address)) ? unnamed : address
}

/** Behind an IPv6 address a port can be told only by brackets. */
function withoutPort(entry: string): string {
  const [address = '', port, ...rest] = entry.split(':')
  return port !== undefined && rest.length === 0 && isIPv4(address) ? address : entry
}
