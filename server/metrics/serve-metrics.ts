import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { MetricsConfig } from '../config/config.ts'
import { PortRefused } from '../start/listen.ts'
import type { Metrics } from './metrics.ts'

interface Sources {
  registry: Metrics['registry']
  measure: () => Promise<void>
  log: Pick<FastifyBaseLogger, 'error'>
}

/** Serves metrics (OpenMetrics 1.0) without a sign-in at /metrics of a port of its own. Throws PortRefused. */
export async function serveMetrics(
  { host, port }: MetricsConfig,
  { registry, measure, log }: Sources,
): Promise<Server> {
  const server = createServer({ requestTimeout: 5_000 }, (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('/metrics\n')
      return
    }
    measure()
      .then(() => registry.metrics())
      .then((text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text))
      .catch((error: unknown) => {
        log.error({ err: error }, 'metrics could not be told')
        response.writeHead(500, { 'content-type': 'text/plain' }).end()
      })
  })
  server.listen({ host, port })
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new PortRefused(
      `Port ${port} on ${host} is refused or taken (${code}). Name another: METRICS_PORT, METRICS_HOST`,
    )
  }
  return server
}

/** http://127.0.0.1:9464/metrics */
export function addressOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics`
}
