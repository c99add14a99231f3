import type pg from 'pg'
import { newClient } from './connection.ts'
import { AlreadyRunning } from './failure.ts'

/** Any number that no other lock of the maintenance database has. */
const CLAIM = 7_301_544

/** "This project runs here": an advisory lock of an open connection, never stale. application_name has its holder's address. */
export class InstanceClaim {
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
  }

  /** Throws AlreadyRunning if another live process holds the claim. */
  static async take(port: number, password: string): Promise<InstanceClaim> {
    const client = newClient(port, password)
    await client.connect()
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [CLAIM])
    if (rows[0]?.taken) return new InstanceClaim(client)
    const address = await holdersAddress(client)
    await client.end()
    throw new AlreadyRunning(address)
  }

  async announce(address: string) {
    await this.#client.query(`SET application_name = ${this.#client.escapeLiteral(address)}`)
  }

  async release() {
    // The connection may be broken already; then so is the claim.
    await this.#client.end().catch(() => undefined)
  }
}

async function holdersAddress(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ application_name: string }>(
    `SELECT application_name FROM pg_stat_activity JOIN pg_locks USING (pid)
      WHERE locktype = 'advisory' AND objid = $1 AND granted AND application_name LIKE 'http%'`,
    [CLAIM],
  )
  return rows[0]?.application_name ?? null
}
