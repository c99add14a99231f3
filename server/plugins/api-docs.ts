import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** Collects every endpoint; must be installed before the first of them. */
export async function installApiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Тестування IQ', version: '1', description: 'One table serves client, server and this page.' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
  })
  serveDocument('/api/docs/openapi.json', 'application/json', () => JSON.stringify(app.swagger()))
  serveDocument('/api/docs/', 'text/html', () => docsPage(app.swagger()))

  function serveDocument(url: string, type: string, write: () => string): void {
    const source = { key: url, version: 'of this release' }
    app.get(url, { schema: { hide: true } }, (_request, reply) =>
      app.madeOnce.send(reply, source, () => ({ type: `${type}; charset=utf-8`, body: write() })),
    )
  }
}

/** A page without script: every call with its schemas, folded. */
function docsPage(document: { paths?: object }): string {
  const rows = Object.entries(document.paths ?? {}).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, { summary?: string }>).map(
      ([method, operation]) =>
        `<details><summary><code>${method.toUpperCase()} ${escape(path)}</code> ${escape(operation.summary ?? '')}</summary><pre>${escape(JSON.stringify(operation, null, 2))}</pre></details>`,
    ),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API · Тестування IQ</title></head><body><h1>API · Тестування IQ</h1><p><a href="openapi.json">openapi.json</a></p>${rows.join('')}</body></html>`
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
