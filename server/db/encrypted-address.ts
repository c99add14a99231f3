import { isAway } from './is-away.ts'
import { openConnection } from './open-connection.ts'

/**
 * Rewrites the database's address so that `pg` reads `sslmode` as libpq and psql do. By itself `pg` takes `require` for
 * `verify-full`, and no `sslmode` for no encryption. `allow`, and no `sslmode`, count as `prefer`: one try shows whether the
 * server encrypts, and that holds for the whole process. An address in `pg`'s own words (`ssl`, `uselibpqcompat`), or an invalid
 * one, stays as it is. @throws DatabaseUnreachable
 */
export async function encryptedAddress(
  databaseUrl: string,
  { PGSSLMODE }: { PGSSLMODE?: string | undefined } = process.env,
): Promise<string> {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : null
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) return databaseUrl
  const { searchParams } = url
  if (searchParams.has('ssl') || searchParams.has('uselibpqcompat')) return databaseUrl
  const as = (mode: string) => {
    searchParams.set('sslmode', mode)
    searchParams.set('uselibpqcompat', 'true')
    return url.href
  }
  // `system` means the machine's trusted authorities, but `pg` would read a file of that name.
  if (searchParams.get('sslrootcert') === 'system') {
    searchParams.delete('sslrootcert')
    return as('verify-full')
  }
  // A Unix socket is never encrypted.
  if ((searchParams.get('host') ?? decodeURIComponent(url.hostname)).startsWith('/')) return as('disable')
  const mode = searchParams.get('sslmode') ?? (PGSSLMODE || 'prefer')
  if (mode !== 'prefer' && mode !== 'allow') return as(mode)
  try {
    await tryOut(as('require'))
  } catch (error) {
    if (isAway(error)) throw error
    await tryOut(as('disable'))
  }
  return url.href
}

async function tryOut(databaseUrl: string): Promise<void> {
  const client = await openConnection(databaseUrl)
  await client.end()
}
