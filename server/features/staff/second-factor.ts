import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { generateSecret, generateURI, verify } from 'otplib'
import { digest } from '../../config/secrets.ts'
import { spokenSecret } from '../../config/spoken-secret.ts'
import type { Queries } from '../../db/connect.ts'
import { staff, staffTokens } from '../../db/schema/staff.ts'
import type { Services } from '../../services.ts'
import { sealed, unsealed } from './staff-secrets.ts'

type Keys = Pick<Services, 'secrets'>

/** Seconds by which an authenticator's clock may differ: one step of RFC 6238 each way. */
const toleranceSeconds = 30
const recoveryCodesOfOne = 10

/** A new secret for an authenticator app (RFC 6238), stored for this person; an earlier one ends. */
export async function giveTotpSecret({ secrets }: Keys, tx: Queries, staffId: string): Promise<string> {
  const secret = generateSecret()
  await tx
    .update(staff)
    .set({ totpSecret: sealed(secrets.staffKey, secret), totpStep: 0 })
    .where(eq(staff.id, staffId))
  return secret
}

/** The address that an authenticator app reads from a QR code. */
export const totpUri = (secret: string, email: string): string =>
  generateURI({ issuer: 'Тестування IQ', label: email, secret })

/**
 * Whether this code is the app's of this minute, or an unused recovery code. A code works once: the accepted time step is kept,
 * and of two calls with one code the database lets one through.
 */
export async function takeSecondFactor(
  { secrets }: Keys,
  tx: Queries,
  staffId: string,
  code: string,
): Promise<boolean> {
  const typed = code.replaceAll(/[\s-]/g, '').toUpperCase()
  return /^\d{6}$/.test(typed) ? takeTotp(secrets.staffKey, tx, staffId, typed) : takeRecoveryCode(tx, staffId, typed)
}

async function takeTotp(key: Buffer, tx: Queries, staffId: string, token: string): Promise<boolean> {
  const [row] = await tx.select({ secret: staff.totpSecret }).from(staff).where(eq(staff.id, staffId))
  if (row?.secret == null) return false
  const secret = unsealed(key, row.secret)
  const checked = await verify({ secret, token, epochTolerance: toleranceSeconds })
  if (!checked.valid || !('timeStep' in checked)) return false
  const { timeStep } = checked
  const taken = await tx
    .update(staff)
    .set({ totpStep: timeStep })
    .where(and(eq(staff.id, staffId), lt(staff.totpStep, timeStep)))
    .returning({ id: staff.id })
  return taken.length > 0
}

async function takeRecoveryCode(tx: Queries, staffId: string, code: string): Promise<boolean> {
  const isIt = and(
    eq(staffTokens.kind, 'recovery'),
    eq(staffTokens.tokenHash, recoveryHash(staffId, code)),
    eq(staffTokens.staffId, staffId),
    isNull(staffTokens.usedAt),
  )
  const taken = await tx.update(staffTokens).set({ usedAt: sql`now()` }).where(isIt).returning({ id: staffTokens.id })
  return taken.length > 0
}

/** Gives ten new recovery codes of 50 bits and voids earlier ones: XXXXX-XXXXX. */
export async function giveRecoveryCodes(tx: Queries, staffId: string): Promise<string[]> {
  await tx.delete(staffTokens).where(and(eq(staffTokens.staffId, staffId), eq(staffTokens.kind, 'recovery')))
  const codes = Array.from({ length: recoveryCodesOfOne }, () => `${spokenSecret(5)}-${spokenSecret(5)}`)
  await tx
    .insert(staffTokens)
    .values(
      codes.map((code) => ({ staffId, kind: 'recovery', tokenHash: recoveryHash(staffId, code.replace('-', '')) })),
    )
  return codes
}

const recoveryHash = (staffId: string, code: string) => digest(JSON.stringify([staffId, code]))
