import type { FastifyInstance } from 'fastify'
import { addressAsRead } from '#contract/address-as-read.ts'
import { changeConsent } from '#contract/account.ts'
import { type Profile, readProfile } from '#contract/profile.ts'
import { updateProfile } from '#contract/profile-change.ts'
import { tokenRevoked } from '../../failure.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { changeOwnAccount, findOwnAccount } from '../auth/own-account.ts'
import { withEditions } from '../legal/consent-editions.ts'
import { sayAboutLetters, wantsLetters } from './newsletter.ts'

/** Who I am. Only the contract's six fields can be changed; whatever else a body carries is dropped before it gets here. */
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
    const change = {
      ...(body.first_name !== undefined && { firstName: body.first_name }),
      ...(body.last_name !== undefined && { lastName: body.last_name }),
      ...(body.description !== undefined && { description: body.description ?? '' }),
      ...(body.gender !== undefined && { gender: body.gender ?? '' }),
      ...(body.phone_number !== undefined && { phoneNumber: body.phone_number ?? '' }),
      ...(body.region !== undefined && { region: body.region ?? '' }),
    }
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
  }
}
