import type { FastifyInstance } from 'fastify'

/**
 * Runs `run` every so many seconds while the process lives. A turn that takes longer skips the next; a failed one is logged.
 * Every process has its own rounds: if `run` may happen only once, it must ensure that in the database.
 */
export function every(app: FastifyInstance, what: string, everySeconds: number, run: () => Promise<void>): void {
  let turn: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  const take = () => {
    turn ??= run()
      .catch((error: unknown) => app.log.error({ err: error, what }, 'a round failed'))
      .finally(() => {
        turn = null
      })
  }

  app.addHook('onReady', async () => {
    timer = setInterval(take, everySeconds * 1000)
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    // The turn needs connections, which close after this.
    await turn
  })
}
