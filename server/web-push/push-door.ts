import { request as requestByTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Address, askNameServers } from '../dns/look-up-host.ts'

/** Where messages may go, and how. Only tests replace it; no setting of an operator does. */
export interface PushPolicy {
  protocol: 'https:' | 'http:'
  request: typeof requestByTls
  /** All addresses of a name. Rejects if there is none, nobody answers, or `signal` is aborted. */
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

/** Messages may not go to this address. */
export class ForbiddenPlace extends Error {
  override readonly name = 'ForbiddenPlace'
}

/** No connection: the name has no address in time, or nobody accepts. Nothing was sent. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

export interface PushReply {
  status: number
  /** Retry-After of the push service, in seconds. */
  retryAfter: number | null
}

/** Milliseconds for a whole delivery: name, connection, request, reply. */
const mostMilliseconds = 10_000
/** Bytes. Only the first lines of the reply matter. */
const mostHeader = 8 * 1024

/** The URL of a mailbox; null for a forbidden protocol, port (with TLS), sign-in or IP address. Each delivery checks names. */
export function mailboxAddress(policy: PushPolicy, endpoint: string): URL | null {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  if (url === null || url.protocol !== policy.protocol || url.username !== '' || url.password !== '') return null
  if (policy.protocol === 'https:' && url.port !== '') return null
  const host = bareHost(url)
  return isIP(host) === 0 || policy.reaches(host) ? url : null
}

/**
 * Posts to an untrusted address. The name is resolved once, and the connection uses a checked address, so a name that changes a
 * moment later gains nothing. It follows no redirect, reads no body and keeps no connection. Throws ForbiddenPlace and
 * Unreachable; any other error may pass.
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
  // A literal address is never resolved, so it is checked here.
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

/** The header's form in seconds; null for its other form, a date. */
function secondsOf(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) : null
}

/** Global unicast: all of IPv6 that is assigned (IANA's registry of its address space). */
const given = ipaddr.parseCIDR('2000::/3')

/** Whether an IP address is public, in no special range of IANA. `ipaddr.js` alone would accept octal and shortened forms. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(given))
}
