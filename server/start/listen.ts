import { readlink } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'
import type { FastifyInstance } from 'fastify'

/** The address cannot be listened at: the port is taken, or the system refuses it. */
export class PortRefused extends Error {
  override readonly name = 'PortRefused'
}

/**
 * Connections that the system holds for us before we take them. With Node's 511 a crowd that comes while this process gets
 * no turn is refused by resets; the system's own limit (net.core.somaxconn, 4096 on Linux) holds anyway.
 */
const backlog = 4096

/**
 * Listens, and returns the address. A port that the operator named is taken or refused (PortRefused); the default one
 * gives way to the next free of ten, then to any. The threads of the pool have given way to this one by then.
 */
export async function listen(app: FastifyInstance, host: string, port: number, wasNamed: boolean): Promise<string> {
  await lowerPoolPriority(app.log)
  const ports = wasNamed ? [port] : [...Array.from({ length: 10 }, (_, step) => port + step), 0]
  for (const one of ports) {
    try {
      return await app.listen({ host, port: one, backlog })
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (['EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(code)) {
        throw new PortRefused(`Port ${one} on ${host} is refused by the system (${code}). Name another: PORT, HOST`)
      }
      if (code !== 'EADDRINUSE') throw error
    }
  }
  throw new PortRefused(`Port ${port} on ${host} is taken. Name another: PORT=3100 npm start`)
}

/** Threads of libuv's pool (`UV_THREADPOOL_SIZE`): password hashes, compression, files and names of hosts are worked on in them. */
const poolSize = Number(process.env.UV_THREADPOOL_SIZE ?? 4)
/** As `nice -n 10`: about a ninth of the weight that the serving thread and the database have where cores are scarce. */
const nicer = 10

/**
 * Lets the serving thread and the database go before the threads of libuv's pool. A hash of a password keeps a core busy for some 25 ms;
 * at equal priority saves of exams wait for it on a machine with two cores. Linux alone gives a thread a priority of its own, and
 * `/proc/thread-self`, read in a thread of the pool, tells its number. Where either is refused, threads keep theirs and the log says so.
 */
async function lowerPoolPriority(log: FastifyInstance['log']): Promise<void> {
  const threads = new Set<number>()
  // Which thread reads is chance: a round or two find all of them, more on a busy machine. After a second one that is missed keeps its own.
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
