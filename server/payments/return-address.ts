import type { FastifyInstance } from 'fastify'

const path = '/purchases'

/** The page that a provider leads the payer back to. */
export const returnAddress = (origin: string, orderId: string) => `${origin}${path}?order=${orderId}`

/** Some banks lead the payer back by a form: its fields are not read, for only callbacks are believed, and the page is opened by GET. */
export function openReturnsByPost(app: FastifyInstance): void {
  app.post(path, {
    schema: { hide: true },
    // Before the body is parsed: a bank may send whatever kind of form.
    onRequest: async ({ url }, reply) => {
      const query = url.split('?').slice(1).join('?')
      return reply.header('cache-control', 'no-store').redirect(query === '' ? path : `${path}?${query}`, 303)
    },
    handler: () => undefined,
  })
}
