import pg from 'pg'
import { codeOf } from './failure.ts'

/** SQLSTATE invalid_password. */
const WRONG_PASSWORD = '28P01'

/** The address of the maintenance database, in which a caller can create databases. */
export function connectionUrl(port: number, password: string): string {
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
}

export async function canConnect(port: number, password: string): Promise<boolean> {
  return (await whyNotConnected(port, password)) === null
}

/** Null if the server accepts us; `wrong password` is final, `not now` (refused, starting, stopping) may pass. */
export async function whyNotConnected(port: number, password: string): Promise<'wrong password' | 'not now' | null> {
  const client = newClient(port, password)
  try {
    await client.connect()
    return null
  } catch (error) {
    return codeOf(error) === WRONG_PASSWORD ? 'wrong password' : 'not now'
  } finally {
    await client.end().catch(() => undefined)
  }
}

export function newClient(port: number, password: string): pg.Client {
  const client = new pg.Client({
    connectionString: connectionUrl(port, password),
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  // An idle connection that breaks reports here. Without a listener the error would end the process.
  client.on('error', () => undefined)
  return client
}
