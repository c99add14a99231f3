import { request as requestByTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Address, askNameServers } from '../dns/look-up-host.ts'

/** Where messages may go, and how they get there. Tests put in their own; nothing that an operator sets changes it. */
export interface PushPolicy {
  protocol: 'https:' | 'http:'
  request: typeof requestByTls
  /** Every address of a name. Rejects when it has none, nobody says, or `signal` ends the wait. */
  resolve(host: string, signal: AbortSignal): Promise<Address[]>
  /** Whether an IP address may be connected to. */
  reaches(address: string): boolean
}

/** By TLS to the public Internet, and nowhere else. */
export const publicInternet: PushPolicy = {
  protocol: 'https:',
  request: requestByTls,
  resolve: (host, signal) => askNameServers(host, { signal }),
  reaches: isPublicAddress,
}

/** The address leads to no place that messages may go to. */
export class ForbiddenPlace extends Error {
  override readonly name = 'ForbiddenPlace'
}

/** No connection came about: no address of the name within the time, or nobody there who takes it. Nothing was sent. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

export interface PushReply {
  status: number
  /** Seconds that the push service wants to be left alone, if it said so. */
  retryAfter: number | null
}

/** Milliseconds for a whole delivery: name, connection, request, reply. */
const mostMilliseconds = 10_000
/** Bytes. Of the reply nothing but its first lines is of interest. */
const mostHeader = 8 * 1024

/**
 * The address of a mailbox, if it may be one: of the policy's protocol at its usual port (tests: any), with a name or an
 * allowed address in it, and no sign-in. Where a name leads to is looked at again at every delivery. Null: it may not.
 */
export function mailboxAddress(policy: PushPolicy, endpoint: string): URL | null {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  if (url === null || url.protocol !== policy.protocol || url.username !== '' || url.password !== '') return null
  if (policy.protocol === 'https:' && url.port !== '') return null
  const host = bareHost(url)
  return isIP(host) === 0 || policy.reaches(host) ? url : null
}

/**
 * Posts to an address that a stranger gave. The name is looked up once, and the connection goes to an address that was
 * looked at then, so that a name which leads elsewhere a moment later gains nothing. Redirects are not followed, nothing of
 * the reply's body is read, and no connection is kept. Throws ForbiddenPlace and Unreachable; anything else that is thrown
 * may pass.
 */
export async function post(
  policy: PushPolicy,
  url: URL,
  headers: Record<string, string | number>,
  body: Buffer,
): Promise<PushReply> {
  const signal = AbortSignal.timeout(mostMilliseconds)
  const allowed = await untilAborted(signal, allowedAddresses(policy, bareHost(url), signal)).catch((error) => {
    throw error instanceof ForbiddenPlace ? error : unreachable(url, error)
  })
  const toAllowed: LookupFunction = (_host, options, done) => {
    if (options.all === true) done(null, allowed)
    else done(null, allowed[0]!.address, allowed[0]!.family)
  }
  return new Promise((resolve, reject) => {
    const request = policy.request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': body.length },
        agent: false,
        lookup: toAllowed,
        maxHeaderSize: mostHeader,
        signal,
      },
      (response) => {
        resolve({ status: response.statusCode!, retryAfter: secondsOf(response.headers['retry-after']) })
        response.destroy()
      },
    )
    let isConnected = false
    request.on('socket', (socket) =>
      socket.once(policy.protocol === 'https:' ? 'secureConnect' : 'connect', () => (isConnected = true)),
    )
    request.on('error', (error) => reject(isConnected ? error : unreachable(url, error)))
    request.end(body)
  })
}

const unreachable = ({ host }: URL, cause: unknown) => new Unreachable(`${host} could not be reached`, { cause })

async function allowedAddresses({ resolve, reaches }: PushPolicy, host: string, signal: AbortSignal) {
  // An address in place of a name is never resolved, so it is checked here.
  const found = isIP(host) === 0 ? await resolve(host, signal) : [{ address: host, family: isIP(host) }]
  const allowed = found.filter(({ address }) => reaches(address))
  if (allowed.length === 0) throw new ForbiddenPlace(`${host} is no place on the public Internet`)
  return allowed
}

const bareHost = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
    ),
  ])
}

/** Of the header's two forms the one in seconds; of the other one, a date, nothing. */
function secondsOf(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) : null
}

/** Global unicast: all that has been given out of IPv6 (IANA's registry of its address space). */
const given = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an IP address is a place on the public Internet: in none of the special ranges that IANA's registries name. Anything that
 * `isIP` does not take for an IP address is not: `ipaddr.js` alone would read octal and shortened forms, too.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(given))
}
