import type { FastifyInstance } from 'fastify'

/**
 * Does `run` every so many seconds while this process lives; a turn that takes longer than that skips the next. Every
 * server process has its own round: of what may happen once only, `run` must make sure in the database. A turn that
 * fails is logged, and the next one tries again.
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
    // The connections that it uses are closed after this.
    await turn
  })
}
