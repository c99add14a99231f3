import dns from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface Address {
  address: string
  family: number
}

/** Milliseconds for a question to a name server. Each gets two, and the second may take twice as long. */
const nameServerTimeoutMs = 1_500

/**
 * The IPv4, then the IPv6 addresses of a name, from this machine's name servers or `servers`, through sockets of its own. The
 * system's `getaddrinfo` waits on one of two threads of the process: two names with silent servers would keep payments, letters
 * and the database from finding theirs. Rejects with an error of c-ares if there is no address, or when `signal` is aborted.
 */
export async function askNameServers(
  host: string,
  { signal, servers }: { signal?: AbortSignal; servers?: readonly string[] } = {},
): Promise<Address[]> {
  const resolver = new Resolver({ timeout: nameServerTimeoutMs, tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal?.addEventListener('abort', cancel)
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = [four, six].flatMap((answer, at) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
    )
    if (found.length === 0 && four.status === 'rejected') throw four.reason
    return found
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}

/** Errors of c-ares after which the system is asked: a server answered that there is no address, or there is no server. */
const noSuchName = new Set(['ENOTFOUND', 'ENODATA', 'EREFUSED', 'ECONNREFUSED', 'EBADNAME'])

/** Milliseconds after which a name server counts as silent if the name's last addresses are known. */
const silenceMs = 1_000

/** Our own configuration has few names. Beyond this number all are forgotten. */
const mostKnown = 100

type Done = (error: NodeJS.ErrnoException | null, address: string | Address[], family?: number) => void
type Lookup = (host: string, options: dns.LookupOptions, done: Done) => void

export interface LookupParts {
  ask?: (host: string) => Promise<Address[]>
  /** Asks the system, on one of its two threads. */
  askSystem?: (host: string) => Promise<Address[]>
  /** The text of `/etc/hosts`. */
  readHosts?: () => string
}

/**
 * A `dns.lookup` for the names of our own configuration (database, payment provider, mail server), in which no name waits for
 * another's server (decision 0089). Names in `/etc/hosts` go to the system, which needs no server for them. So do names that the
 * name servers do not know: a cluster's search list may complete them. A name is asked once at a time. While its servers are
 * silent, its last addresses are used.
 */
export function createLookup({
  ask = askNameServers,
  askSystem = systemLookup,
  readHosts = () => readFileSync('/etc/hosts', 'utf8'),
}: LookupParts = {}): Lookup {
  const known = new Map<string, Address[]>()
  const underWay = new Map<string, Promise<Address[]>>()

  function find(host: string): Promise<Address[]> {
    const asked = underWay.get(host) ?? answer(host).finally(() => underWay.delete(host))
    underWay.set(host, asked)
    return asked
  }

  async function answer(host: string): Promise<Address[]> {
    if (isIP(host) !== 0 || host === 'localhost' || isListed(host, readHosts)) return askSystem(host)
    const last = known.get(host)
    if (last === undefined) return askServers(host)
    return Promise.race([askServers(host), pause(silenceMs, last, { ref: false })]).catch((error: unknown) => {
      if (codeOf(error) === 'EAI_AGAIN') return last
      throw error
    })
  }

  async function askServers(host: string): Promise<Address[]> {
    try {
      const found = await ask(host)
      if (known.size >= mostKnown) known.clear()
      known.set(host, found)
      return found
    } catch (error) {
      if (noSuchName.has(codeOf(error))) return askSystem(host)
      throw lookupError('EAI_AGAIN', host, error)
    }
  }

  async function tell(host: string, { family: wanted = 0, all = false }: dns.LookupOptions, done: Done): Promise<void> {
    let found: Address[]
    try {
      found = await find(host)
    } catch (error) {
      return done(error as NodeJS.ErrnoException, '')
    }
    const fitting = found.filter(({ family }) => [0, family, `IPv${family}`].includes(wanted))
    const [first] = fitting
    if (first === undefined) done(lookupError('ENOTFOUND', host), '')
    else if (all) done(null, fitting)
    else done(null, first.address, first.family)
  }

  return (host, options, done) => void tell(host, options, done)
}

const systemOwnLookup = dns.lookup

function systemLookup(host: string): Promise<Address[]> {
  return new Promise((resolve, reject) =>
    systemOwnLookup(host, { all: true }, (error, found) => (error === null ? resolve(found) : reject(error))),
  )
}

/**
 * From now on every connection of this process without a look-up of its own uses `createLookup`: Node's net calls `dns.lookup` by
 * this property, and so do fetch, the database's driver and the mailer, which do not all accept a look-up.
 */
export function lookNamesUpApart(): void {
  if (dns.lookup !== systemOwnLookup) return
  const lookUp = createLookup()
  const apart = (host: string, options: unknown, done: unknown) => {
    const [how, tell] = typeof options === 'function' ? [{}, options] : [options, done]
    lookUp(
      host,
      typeof how === 'number' ? { family: how } : ((how ?? {}) as dns.LookupOptions),
      tell as Parameters<Lookup>[2],
    )
  }
  dns.lookup = apart as unknown as typeof dns.lookup
}

function isListed(host: string, readHosts: () => string): boolean {
  try {
    const names = readHosts()
      .split('\n')
      .flatMap((line) => line.replace(/#.*/, '').trim().split(/\s+/).slice(1))
    return names.some((name) => name.toLowerCase() === host.toLowerCase())
  } catch {
    // This machine has no such file.
    return false
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

function lookupError(code: 'EAI_AGAIN' | 'ENOTFOUND', host: string, cause?: unknown): NodeJS.ErrnoException {
  return Object.assign(new Error(`no address of ${host}: ${code}`, { cause }), { code, hostname: host })
}
