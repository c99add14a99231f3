import type { FastifyInstance } from 'fastify'

const path = '/purchases'

/** The page to which a provider sends the payer back. */
export const returnAddress = (origin: string, orderId: string) => `${origin}${path}?order=${orderId}`

/** Some banks return the payer by a POST. Its fields are ignored (only callbacks are trusted), and the page is opened by GET. */
export function openReturnsByPost(app: FastifyInstance): void {
  app.post(path, {
    schema: { hide: true },
    // Before the body is parsed: a bank may send any kind of form.
    onRequest: async ({ url }, reply) => {
      const query = url.split('?').slice(1).join('?')
      return reply.header('cache-control', 'no-store').redirect(query === '' ? path : `${path}?${query}`, 303)
    },
    handler: () => undefined,
  })
}
