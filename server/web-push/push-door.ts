import { Resolver } from 'node:dns/promises'
import { request as requestByTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Where messages may go, and how they get there. Tests put in their own; nothing that an operator sets changes it. */
export interface PushPolicy {
  protocol: 'https:' | 'http:'
  request: typeof requestByTls
  /** Every address of a name. Rejects when it has none, or nobody says. */
  resolve(host: string): Promise<{ address: string; family: number }[]>
  /** Whether an IP address may be connected to. */
  reaches(address: string): boolean
}

/** By TLS to the public Internet, and nowhere else. */
export const publicInternet: PushPolicy = {
  protocol: 'https:',
  request: requestByTls,
  resolve: askNameServers,
  reaches: isPublicAddress,
}

/** Milliseconds for one question to a name server, of which each gets two; the second may take twice as long. */
const nameServerTimeoutMs = 1_500

/**
 * Every IPv4 and then IPv6 address of a name, by the name servers of this machine or by these. Not by `dns.lookup`: that
 * asks on two threads which the whole process shares, and a few names whose server is silent, which a stranger may
 * choose, would keep payments, letters and the database from finding theirs for a minute.
 */
export async function askNameServers(host: string, servers?: readonly string[]): ReturnType<PushPolicy['resolve']> {
  const resolver = new Resolver({ timeout: nameServerTimeoutMs, tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = [four, six].flatMap((answer, at) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
  )
  if (found.length === 0 && four.status === 'rejected') throw four.reason
  return found
}

/** The address leads to no place that messages may go to. */
export class ForbiddenPlace extends Error {
  override readonly name = 'ForbiddenPlace'
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
 * the reply's body is read, and no connection is kept. Throws ForbiddenPlace; anything else that is thrown may pass.
 */
export async function post(
  policy: PushPolicy,
  url: URL,
  headers: Record<string, string | number>,
  body: Buffer,
): Promise<PushReply> {
  const signal = AbortSignal.timeout(mostMilliseconds)
  const allowed = await untilAborted(signal, allowedAddresses(policy, bareHost(url)))
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
    request.on('error', reject)
    request.end(body)
  })
}

async function allowedAddresses({ resolve, reaches }: PushPolicy, host: string) {
  // An address in place of a name is looked up by nobody: it is looked at here.
  const found = isIP(host) === 0 ? await resolve(host) : [{ address: host, family: isIP(host) }]
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
