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

/** Who I am. Only the contract's fields can be changed; whatever else a body carries is dropped before it gets here. */
export function registerProfile(app: FastifyInstance, { db, limit, config }: Services): void {
  const present = async (row: Account): Promise<Profile> => ({
    ...presentProfile(row, await wantsLetters(db, row.id)),
    // Who cannot be told of alarms is not asked where they are.
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
    // Only giving it is counted: it can be taken back whenever it was given, so there are as few rows of the one as of the other.
    if (body.accepted) await limit('newsletter', user.id)
    const [consent] = await withEditions(db, [body])
    await db.transaction((tx) => sayAboutLetters(tx, user.id, consent!))
    return {}
  })
}

/** What a change may name, by the columns of an account. */
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

/** Whether a person wants letters about new tests: what they said last, and no when they never said. */
async function wantsLetters(queries: Queries, userId: string): Promise<boolean> {
  return (await latestConsent(queries, userId, 'newsletter')) ?? false
}

/** Adds to the record what a person says now; saying the same again, also at the same moment, adds nothing. */
async function sayAboutLetters(
  tx: Queries,
  userId: string,
  said: { version: string; accepted: boolean },
): Promise<void> {
  await lockAccountAlone(tx, userId)
  if ((await wantsLetters(tx, userId)) === said.accepted) return
  const { version, accepted } = said
  // The transaction may have waited for its turn: what is said after another word is kept as the later one.
  await recordConsents(tx, userId, [{ kind: 'newsletter', version, accepted }], sql`clock_timestamp()`)
}
