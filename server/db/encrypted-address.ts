import { isAway } from './is-away.ts'
import { openConnection } from './open-connection.ts'

/**
 * The database's address as `pg` has to have it to mean by `sslmode` what psql and every managed database's page mean by it (libpq):
 * left alone, `pg` takes `require` for `verify-full`, and no `sslmode` for no encryption. `allow`, and no `sslmode`, are `prefer`:
 * the server is asked once whether it encrypts, and what it says holds for every connection of this process. An address that says
 * it in `pg`'s own words (`ssl`, `uselibpqcompat`), or is none, stays as it is. @throws DatabaseUnreachable
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
  // The authorities that the machine trusts: `pg` would read a file of that name.
  if (searchParams.get('sslrootcert') === 'system') {
    searchParams.delete('sslrootcert')
    return as('verify-full')
  }
  // A socket of this machine is not encrypted, whatever is asked for.
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
