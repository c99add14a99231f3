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
 * gives way to the next free of ten, then to any.
 */
export async function listen(app: FastifyInstance, host: string, port: number, wasNamed: boolean): Promise<string> {
  const candidates = wasNamed ? [port] : [...Array.from({ length: 10 }, (_, step) => port + step), 0]
  for (const candidate of candidates) {
    try {
      return await app.listen({ host, port: candidate, backlog })
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (['EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(code)) {
        throw new PortRefused(
          `Port ${candidate} on ${host} is refused by the system (${code}). Name another: PORT, HOST`,
        )
      }
      if (code !== 'EADDRINUSE') throw error
    }
  }
  throw new PortRefused(`Port ${port} on ${host} is taken. Name another: PORT=3100 npm start`)
}
