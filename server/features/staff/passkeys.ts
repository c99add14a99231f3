import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { and, asc, count, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { digest } from '../../config/secrets.ts'
import type { Queries } from '../../db/connect.ts'
import { staff, staffPasskeys, staffTokens } from '../../db/schema/staff.ts'
import { isUuid } from '../../db/uuid.ts'
import { Failure } from '../../failure.ts'
import type { Services } from '../../services.ts'
import { beginSession, noteProof, type StaffSession } from './staff-session.ts'

/** Minutes in which a browser must answer a challenge. */
const challengeMinutes = 5
const mostOfOne = 10

/** The site that a passkey belongs to (WebAuthn Level 3): the office's origin, and its host as the relying party's id. */
export interface Site {
  origin: string
}
const idOf = ({ origin }: Site) => new URL(origin).hostname

/** What a browser needs to make a passkey for this person. */
export async function passkeyToAdd(
  db: Queries,
  site: Site,
  { staffId, email, name }: StaffSession,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await listPasskeys(db, staffId)
  if (known.length >= mostOfOne) throw tooMany()
  const options = await generateRegistrationOptions({
    rpName: 'Кабінет «Тестування IQ»',
    rpID: idOf(site),
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId: id }) => ({ id })),
    // The device checks a finger, a face or its code: a passkey is two factors by itself.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(db, options.challenge)
  return options
}

/** Stores a passkey that a browser made for `passkeyToAdd`. Throws 403 `link_invalid` if it does not fit. */
export async function addPasskey(
  db: Services['db'],
  site: Site,
  { staffId }: StaffSession,
  { name, response }: { name: string; response: RegistrationResponseJSON },
): Promise<void> {
  const checked = await verifying(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) => takeChallenge(db, challenge),
      expectedOrigin: site.origin,
      expectedRPID: idOf(site),
      requireUserVerification: true,
    }),
  )
  if (!checked.verified) throw doesNotFit()
  const { id: credentialId, publicKey, counter } = checked.registrationInfo.credential
  await db.transaction(async (tx) => {
    await tx.select({ id: staff.id }).from(staff).where(eq(staff.id, staffId)).for('update')
    const [counted] = await tx
      .select({ have: count() })
      .from(staffPasskeys)
      .where(and(eq(staffPasskeys.staffId, staffId), isNull(staffPasskeys.endedAt)))
    if (counted!.have >= mostOfOne) throw tooMany()
    await tx.insert(staffPasskeys).values({ staffId, name, credentialId, publicKey: Buffer.from(publicKey), counter })
  })
}

/** What a browser needs to sign in by any passkey of this site. */
export async function passkeyToUse(db: Queries, site: Site): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await generateAuthenticationOptions({ rpID: idOf(site), userVerification: 'required' })
  await keepChallenge(db, options.challenge)
  return options
}

/** Signs in by a passkey, and returns the secret of the cookie. Throws 403 `link_invalid` if it does not fit. */
export async function signInByPasskey(
  db: Services['db'],
  site: Site,
  { response, device }: { response: AuthenticationResponseJSON; device: string },
): Promise<string> {
  const staffId = await checkPasskey(db, site, response)
  return db.transaction((tx) => beginSession(tx, staffId, device))
}

/** Shows the second factor again by a passkey of this person. Throws 403 `link_invalid` if it does not fit, or is another's. */
export async function proveByPasskey(
  db: Services['db'],
  site: Site,
  { staffId, sessionId }: StaffSession,
  response: AuthenticationResponseJSON,
): Promise<void> {
  if ((await checkPasskey(db, site, response)) !== staffId) throw doesNotFit()
  await noteProof(db, sessionId)
}

/** The person whose passkey answered a challenge of ours. */
async function checkPasskey(db: Queries, site: Site, response: AuthenticationResponseJSON): Promise<string> {
  const [known] = await db
    .select({ passkey: staffPasskeys, endedAt: staff.endedAt })
    .from(staffPasskeys)
    .innerJoin(staff, eq(staff.id, staffPasskeys.staffId))
    .where(and(eq(staffPasskeys.credentialId, String(response.id)), isNull(staffPasskeys.endedAt)))
  if (known === undefined || known.endedAt !== null) throw doesNotFit()
  const { id, staffId, credentialId, publicKey, counter } = known.passkey
  const checked = await verifying(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => takeChallenge(db, challenge),
      expectedOrigin: site.origin,
      expectedRPID: idOf(site),
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: true,
    }),
  )
  if (!checked.verified) throw doesNotFit()
  const { newCounter } = checked.authenticationInfo
  await db.update(staffPasskeys).set({ counter: newCounter, usedAt: sql`now()` }).where(eq(staffPasskeys.id, id))
  return staffId
}

/** This person's passkeys, the oldest first. */
export async function listPasskeys(queries: Queries, staffId: string) {
  const { id, name, credentialId, createdAt, usedAt } = staffPasskeys
  return queries
    .select({ id, name, credentialId, createdAt, usedAt })
    .from(staffPasskeys)
    .where(and(eq(staffPasskeys.staffId, staffId), isNull(staffPasskeys.endedAt)))
    .orderBy(asc(createdAt))
}

/** Ends a passkey of this person; nothing if it is another's. */
export async function endPasskey(queries: Queries, staffId: string, id: string): Promise<void> {
  if (!isUuid(id)) return
  await queries
    .update(staffPasskeys)
    .set({ endedAt: sql`now()` })
    .where(and(eq(staffPasskeys.id, id), eq(staffPasskeys.staffId, staffId)))
}

async function keepChallenge(queries: Queries, challenge: string): Promise<void> {
  await queries.delete(staffTokens).where(and(eq(staffTokens.kind, 'challenge'), lt(staffTokens.expiresAt, sql`now()`)))
  await queries.insert(staffTokens).values({
    kind: 'challenge',
    tokenHash: digest(challenge),
    expiresAt: sql`now() + make_interval(mins => ${challengeMinutes})` as never,
  })
}

/** Whether this challenge is ours and was not answered yet. It works once: an overheard answer is worth nothing. */
async function takeChallenge(queries: Queries, challenge: string): Promise<boolean> {
  const isIt = and(
    eq(staffTokens.kind, 'challenge'),
    eq(staffTokens.tokenHash, digest(challenge)),
    gt(staffTokens.expiresAt, sql`now()`),
  )
  return (await queries.delete(staffTokens).where(isIt).returning({ id: staffTokens.id })).length > 0
}

/** The library throws plain errors for whatever does not fit: the caller learns that, and no more. */
async function verifying<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const refusal = doesNotFit()
    refusal.cause = error
    throw refusal
  }
}

const doesNotFit = () =>
  new Failure(403, 'link_invalid', 'Цей ключ доступу не підійшов. Спробуйте ще раз або увійдіть паролем.')
const tooMany = () =>
  new Failure(409, 'act_refused', `Ключів доступу вже ${mostOfOne}. Приберіть один, щоб додати інший.`)
