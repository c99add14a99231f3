import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireConnected } from '../../http/serve.ts'
import { tooMany } from '../../load/entrance.ts'
import { Line } from '../../load/line.ts'
import { networkOf } from '../../load/rate-limits.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Where who is signed in waits with a password that has to be hashed. */
    ownPassword: OwnPasswordLine
  }
}

type OwnPasswordLine = <Result>(request: FastifyRequest, work: () => Promise<Result>) => Promise<Result>

/** As of a network's strangers (`guard-log-in.ts`): accounts cost nothing to have. */
const ofNetwork = { atOnce: 2, waiting: 600 }
/** Milliseconds. */
const timeoutMs = 20_000

/**
 * A line for what hashes passwords of people who are signed in: two of one network at once, then with log-ins in the line that all
 * networks share. Limits of an account bound nobody who has a thousand of them. Throws 503 `overloaded`.
 */
export function installOwnPasswordLine(app: FastifyInstance): void {
  const line = new Line({ atOnce: Infinity, waiting: Infinity, timeoutMs }, tooMany)
  app.decorate('ownPassword', (request, work) =>
    line.run(() => {
      requireConnected(request)
      return app.entrance.other.runFor(app.callerOf(request), work)
    }, [{ of: networkOf(request.ip), ...ofNetwork }]),
  )
}
