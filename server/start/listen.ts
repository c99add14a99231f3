import { readlink } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'
import type { FastifyInstance } from 'fastify'

/** The port is taken, or the system refuses it. */
export class PortRefused extends Error {
  override readonly name = 'PortRefused'
}

/**
 * Connections that the system queues for us. With Node's 511, a crowd that comes while this process gets no turn is reset. The
 * system's own limit holds anyway (net.core.somaxconn, 4096 on Linux).
 */
const backlog = 4096

/** Listens as `bind`, after lowering the priority of the pool. */
export async function listen(app: FastifyInstance, host: string, port: number, wasNamed: boolean): Promise<string> {
  await lowerPoolPriority(app.log)
  return bind(app, { host, port, wasNamed, variables: { port: 'PORT', host: 'HOST' } })
}

interface Place {
  host: string
  port: number
  /** Somebody named the port: it must be this one. */
  wasNamed: boolean
  /** The environment variables by which another place is named, for a refusal's sentence. */
  variables: { port: string; host: string }
}

/**
 * Listens and returns the address. Throws PortRefused for a named port that is taken or refused. A default port falls back to the
 * nine after it, then to any.
 */
export async function bind(app: FastifyInstance, { host, port, wasNamed, variables }: Place): Promise<string> {
  const ports = wasNamed ? [port] : [...Array.from({ length: 10 }, (_, step) => port + step), 0]
  for (const one of ports) {
    try {
      return await app.listen({ host, port: one, backlog })
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (['EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(code)) {
        throw new PortRefused(
          `Port ${one} on ${host} is refused by the system (${code}). Name another: ${variables.port}, ${variables.host}`,
        )
      }
      if (code !== 'EADDRINUSE') throw error
    }
  }
  throw new PortRefused(`Port ${port} on ${host} is taken. Name another: ${variables.port}=3200 npm start`)
}

/** Threads of libuv's pool (`UV_THREADPOOL_SIZE`): password hashes, compression, files and name lookups run in them. */
const poolSize = Number(process.env.UV_THREADPOOL_SIZE ?? 4)
/** Like `nice -n 10`: about a ninth of the weight of the serving thread and the database. */
const nicer = 10

/**
 * Gives the serving thread and the database priority over libuv's pool. A password hash keeps a core busy for some 25 ms, and at
 * equal priority saves wait for it on two cores. Linux alone has priorities of threads; `/proc/thread-self`, read in a thread of
 * the pool, gives its number. If either is refused, priorities stay as they are and the log says so.
 */
async function lowerPoolPriority(log: FastifyInstance['log']): Promise<void> {
  const threads = new Set<number>()
  // Chance decides which thread reads: a round or two find all. A thread that is not found within a second keeps its priority.
  const until = performance.now() + 1_000
  while (threads.size < poolSize && performance.now() < until) {
    const reads = Array.from({ length: poolSize * 4 }, () => readlink('/proc/thread-self').catch(() => ''))
    for (const link of await Promise.all(reads)) if (link !== '') threads.add(Number(link.split('/').at(-1)))
    if (threads.size === 0) break
  }
  try {
    for (const thread of threads) setPriority(thread, Math.min(19, getPriority() + nicer))
    if (threads.size < poolSize) throw new Error(`${threads.size} of ${poolSize} threads of the pool can be found`)
  } catch (err) {
    log.warn({ err }, 'answers wait for password hashes and compression: the system lets no thread go after another')
  }
}
