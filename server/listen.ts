import type { FastifyInstance } from 'fastify'

/** The port that was asked for is taken. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken'
}

/**
 * Listens, and returns the address. A port that the operator named is taken or refused (PortTaken); the default one
 * gives way to the next free of ten, then to any.
 */
export async function listen(app: FastifyInstance, host: string, port: number, wasNamed: boolean): Promise<string> {
  const candidates = wasNamed ? [port] : [...Array.from({ length: 10 }, (_, step) => port + step), 0]
  for (const candidate of candidates) {
    try {
      return await app.listen({ host, port: candidate })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    }
  }
  throw new PortTaken(`Port ${port} on ${host} is taken. Name another: PORT=3100 npm start`)
}
