import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { normalEmail } from '#contract/email-address.ts'
import type { StaffRole } from '#contract/staff/roles.ts'
import { digest } from '../../config/secrets.ts'
import type { Queries } from '../../db/connect.ts'
import { staff, staffTokens } from '../../db/schema/staff.ts'
import { Failure } from '../../failure.ts'
import type { Services } from '../../services.ts'
import { OperatorMistake } from '../audit/operator-mistake.ts'
import { hashPassword } from '../auth/password-hash.ts'
import { requireFitPassword } from '../auth/require-fit-password.ts'
import { giveRecoveryCodes, giveTotpSecret, takeSecondFactor, totpUri } from './second-factor.ts'
import { beginSession } from './staff-session.ts'

/** Hours for which an invitation's link works. */
export const invitationHours = 48

type Member = typeof staff.$inferSelect

export interface Invitation {
  member: Member
  /** The secret of the link; only its hash is stored. */
  token: string
}

/**
 * Invites somebody, or again with another name and role if the first link was never used. Earlier links of theirs end. Throws
 * OperatorMistake if this address is of somebody who works here, or did.
 */
export async function invite(
  tx: Queries,
  { email, name, role }: { email: string; name: string; role: StaffRole },
): Promise<Invitation> {
  const address = normalEmail(email)
  const [known] = await tx
    .select()
    .from(staff)
    .where(eq(sql`lower(${staff.email})`, address.toLowerCase()))
    .for('update')
  if (known?.endedAt != null) throw new OperatorMistake('The access of this address was ended: use another address.')
  if (known?.acceptedAt != null) throw new OperatorMistake('Somebody works here with this address already.')
  const [member] =
    known === undefined
      ? await tx.insert(staff).values({ email: address, name, role }).returning()
      : await tx.update(staff).set({ name, role }).where(eq(staff.id, known.id)).returning()
  await endInvitations(tx, member!.id)
  const token = randomBytes(32).toString('base64url')
  await tx.insert(staffTokens).values({
    staffId: member!.id,
    kind: 'invitation',
    tokenHash: digest(token),
    expiresAt: sql`now() + make_interval(hours => ${invitationHours})` as never,
  })
  return { member: member!, token }
}

export async function endInvitations(tx: Queries, staffId: string): Promise<void> {
  await tx.delete(staffTokens).where(and(eq(staffTokens.staffId, staffId), eq(staffTokens.kind, 'invitation')))
}

/** Who is invited, with a secret for an authenticator app. Each look gives another secret. Throws 403 `link_invalid`. */
export async function openInvitation({ db, secrets }: Pick<Services, 'db' | 'secrets'>, token: string) {
  return db.transaction(async (tx) => {
    const { member } = await lockInvitation(tx, token)
    const secret = await giveTotpSecret({ secrets }, tx, member.id)
    return {
      email: member.email,
      name: member.name,
      role: member.role as StaffRole,
      totp_uri: totpUri(secret, member.email),
      totp_secret: secret,
    }
  })
}

export interface Accepted {
  staffId: string
  /** The secret of the session's cookie. */
  session: string
  recoveryCodes: string[]
}

/**
 * Takes an invitation: stores the password, and signs in. Throws 403 `link_invalid`, 400 `weak_password`, and 400
 * `validation_failed` for a wrong code; then the link works on.
 */
export async function acceptInvitation(
  { db, secrets }: Pick<Services, 'db' | 'secrets'>,
  { token, password, code, device }: { token: string; password: string; code: string; device: string },
): Promise<Accepted> {
  requireFitPassword(password, password, ['password', 'password'])
  // Before the transaction: a hash waits for its turn, and no lock of ours may wait with it.
  await findInvitation(db, token)
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const { member, invitationId } = await lockInvitation(tx, token)
    if (!(await takeSecondFactor({ secrets }, tx, member.id, code))) throw wrongCode()
    await tx.update(staffTokens).set({ usedAt: sql`now()` }).where(eq(staffTokens.id, invitationId))
    await tx.update(staff).set({ passwordHash, acceptedAt: sql`now()` }).where(eq(staff.id, member.id))
    const recoveryCodes = await giveRecoveryCodes(tx, member.id)
    return { staffId: member.id, session: await beginSession(tx, member.id, device), recoveryCodes }
  })
}

/** A wrong code of an authenticator app, at its field. */
export function wrongCode(): Failure {
  const sentence = 'Код не підійшов. Зачекайте, доки застосунок покаже наступний, і введіть його.'
  return new Failure(400, 'validation_failed', sentence, { fields: { code: sentence } })
}

const linkInvalid = () =>
  new Failure(403, 'link_invalid', 'Це запрошення вже використано, або його час минув. Попросіть нове.')

const isOpen = (token: string) =>
  and(
    eq(staffTokens.kind, 'invitation'),
    eq(staffTokens.tokenHash, digest(token)),
    isNull(staffTokens.usedAt),
    gt(staffTokens.expiresAt, sql`now()`),
  )

async function findInvitation(queries: Queries, token: string) {
  const [found] = await queries.select().from(staffTokens).where(isOpen(token))
  if (found === undefined) throw linkInvalid()
  return found
}

async function lockInvitation(tx: Queries, token: string): Promise<{ member: Member; invitationId: string }> {
  const found = await findInvitation(tx, token)
  const [member] = await tx.select().from(staff).where(eq(staff.id, found.staffId!)).for('update')
  // Another call may have used the link while this one waited for the row.
  await findInvitation(tx, token)
  if (member === undefined || member.endedAt !== null) throw linkInvalid()
  return { member, invitationId: found.id }
}
