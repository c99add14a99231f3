import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { changeConsent } from '#contract/account.ts'
import { addressAsRead } from '#contract/address-as-read.ts'
import type { EndpointInput } from '#contract/endpoint.ts'
import { type Profile, readProfile } from '#contract/profile.ts'
import { updateProfile } from '#contract/profile-change.ts'
import type { Queries } from '../../db/connect.ts'
import { tokenRevoked } from '../../failure.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { lockAccountAlone } from '../auth/lock-account.ts'
import { changeOwnAccount, findOwnAccount, type OwnChange } from '../auth/own-account.ts'
import { withEditions } from '../legal/consent-editions.ts'
import { latestConsent, recordConsents } from '../legal/consents.ts'

/** Serves the caller's own account. The contract drops all other fields of a body, so only its fields can change. */
export function registerProfile(app: FastifyInstance, { db, limit, config }: Services): void {
  const present = async (row: Account): Promise<Profile> => ({
    ...presentProfile(row, await wantsLetters(db, row.id)),
    // Without a provider of alarms nobody is asked for their region.
    ...(config.alarms !== null && { region: row.region }),
  })

  serve(app, readProfile, async ({ user }) => {
    const row = await findOwnAccount(db, user.id)
    if (row === undefined) throw tokenRevoked()
    return present(row)
  })

  serve(app, updateProfile, async ({ body, user }) => {
    const fields = Object.entries(body) as [keyof typeof columns, string | null][]
    const change = Object.fromEntries(fields.map(([field, value]) => [columns[field], value ?? '']))
    await changeOwnAccount(db, user.id, change)
    const row = await findOwnAccount(db, user.id)
    if (row === undefined) throw tokenRevoked()
    return present(row)
  })

  serve(app, changeConsent, async ({ body, user }) => {
    // Only consents are counted: a withdrawal needs an earlier consent, so it adds no more rows.
    if (body.accepted) await limit('newsletter', user.id)
    const [consent] = await withEditions(db, [body])
    await db.transaction((tx) => sayAboutLetters(tx, user.id, consent!))
    return {}
  })
}

/** The contract's fields that may change, with the columns of an account. */
const columns = {
  first_name: 'firstName',
  last_name: 'lastName',
  description: 'description',
  gender: 'gender',
  phone_number: 'phoneNumber',
  region: 'region',
  age: 'age',
  schooling: 'schooling',
} as const satisfies Record<keyof EndpointInput<typeof updateProfile>['body'], keyof OwnChange>

type Account = NonNullable<Awaited<ReturnType<typeof findOwnAccount>>>

function presentProfile(row: Account, newsletter: boolean): Profile {
  return {
    id: row.id,
    email: addressAsRead(row.email),
    is_active: row.isActive,
    is_verified: row.isVerified,
    first_name: row.firstName,
    last_name: row.lastName,
    description: row.description,
    gender: row.gender,
    phone_number: row.phoneNumber,
    newsletter,
    age: row.age,
    schooling: row.schooling,
  }
}

/** Whether a person wants letters about new tests, by their last word; without any: no. */
async function wantsLetters(queries: Queries, userId: string): Promise<boolean> {
  return (await latestConsent(queries, userId, 'newsletter')) ?? false
}

/** Records whether a person wants letters. The same answer again adds nothing, also from a concurrent call. */
async function sayAboutLetters(
  tx: Queries,
  userId: string,
  said: { version: string; accepted: boolean },
): Promise<void> {
  await lockAccountAlone(tx, userId)
  if ((await wantsLetters(tx, userId)) === said.accepted) return
  const { version, accepted } = said
  // The transaction may have waited for the lock: the word that is recorded later has the later time.
  await recordConsents(tx, userId, [{ kind: 'newsletter', version, accepted }], sql`clock_timestamp()`)
}
