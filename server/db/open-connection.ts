import pg from 'pg'

/** DATABASE_URL leads to no database that lets us in; the message says why and never shows the address's password. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable'

  constructor(cause: unknown) {
    super(`The database of DATABASE_URL cannot be reached: ${reasonOf(cause)}`, { cause })
  }
}

/** A connection of its own. @throws DatabaseUnreachable */
export async function openConnection(databaseUrl: string): Promise<pg.Client> {
  try {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
    await client.connect()
    return client
  } catch (error) {
    throw new DatabaseUnreachable(error)
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'ERR_INVALID_URL')
    return 'it is no address like postgres://user:password@host/name'
  return error.message || error.name
}
