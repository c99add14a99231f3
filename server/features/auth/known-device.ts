import { randomBytes } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { users } from '../../db/schema/accounts.ts'
import type { SignedInUser } from '../../http/signed-in-user.ts'
import { keyedDigest, sameSecret, type Secrets } from '../../config/secrets.ts'
import type { Services } from '../../services.ts'
import type { Account } from './open-account.ts'

const cookieName = 'known_device'
/** How long the cookie lives. */
export const maxAgeSeconds = 365 * 86_400
/** How many accounts one browser's cookie remembers. */
const mostAccounts = 5

/**
 * The device's name when its cookie shows that somebody has signed in from it with the present password of this address;
 * else null. It opens nothing: it only keeps the device's tries of a password apart from those of strangers.
 */
export function findKnownDevice(services: Reading, request: FastifyRequest, email: string): Promise<string | null> {
  return nameKnownTo(services, request, eq(sql`lower(${users.email})`, email.toLowerCase()))
}

/**
 * The name by which this account knows the device now. Ask for it before the account gets another password: afterwards the proof in
 * the cookie says nothing any more, but still takes one of the five places.
 */
export function knownNameOf(services: Reading, request: FastifyRequest, userId: string): Promise<string | null> {
  return nameKnownTo(services, request, eq(users.id, userId))
}

type Reading = Pick<Services, 'db' | 'secrets'>

async function nameKnownTo({ db, secrets }: Reading, request: FastifyRequest, isIt: SQL): Promise<string | null> {
  if (proofsOf(request).length === 0) return null
  const [account] = await db.select().from(users).where(isIt)
  return account === undefined ? null : provenName(secrets, request, account)
}

/** Where a mailed link was opened. */
export interface Opener {
  /** Whether somebody is signed in to the account there, or has been with its present password: who opens it is who has it. */
  hasSignedIn(account: Account): boolean
}

/** Who brings a mailed link, by the Bearer and by the device's cookie. */
export function openerOf(secrets: Secrets, request: FastifyRequest, user: SignedInUser | null): Opener {
  return { hasSignedIn: (account) => user?.id === account.id || provenName(secrets, request, account) !== null }
}

function provenName(secrets: Secrets, request: FastifyRequest, account: Account): string | null {
  return proofsOf(request).find((known) => isProven(secrets, account, known))?.device ?? null
}

/** That somebody has signed in from this device: a name of its own for each account. */
interface KnownDevice {
  device: string
  proof: string
}

const anyProof = String.raw`[\w-]{22}\.[\w-]{43}`
const cookieForm = new RegExp(`(?:^|;\\s*)${cookieName}=(${anyProof}(?:~${anyProof})*)(?:;|$)`)

/** Of a family that uses one browser, the last who signed in first. Whose each is shows only to who knows the account. */
function proofsOf(request: FastifyRequest): KnownDevice[] {
  const [, all] = cookieForm.exec(request.headers.cookie ?? '') ?? []
  const proofs = all?.split('~').slice(0, mostAccounts) ?? []
  return proofs.map((one) => {
    const [device, proof] = one.split('.') as [string, string]
    return { device, proof }
  })
}

function isProven(secrets: Secrets, account: Account, { device, proof }: KnownDevice): boolean {
  return sameSecret(proof, proofOf(secrets, account, device))
}

/**
 * Gives the device of somebody who has just proven to be the account's owner its cookie, for another year, beside what it knows of
 * up to four other accounts: who signs in after a parent makes no stranger of the parent (decision 0036). A device that the
 * account knows keeps its name: by signing in again and again one would otherwise collect names, each with tries of its own.
 * What they did is done by then, and may work only once: they are not asked to try again because the cookie could not be made.
 * `formerName`: as the account knew it before its password was changed (`knownNameOf`).
 */
export async function rememberDevice(
  services: RememberingServices,
  reply: FastifyReply,
  userId: string,
  formerName: string | null = null,
): Promise<void> {
  reply.request.provenUserId = userId
  try {
    await setDeviceCookie(services, reply, { userId, formerName })
  } catch (error) {
    services.log.error({ err: error }, 'a device could not be remembered')
  }
}

type RememberingServices = Pick<Services, 'db' | 'secrets' | 'publicOrigin' | 'log'>

async function setDeviceCookie(
  { db, secrets, publicOrigin }: RememberingServices,
  reply: FastifyReply,
  { userId, formerName }: { userId: string; formerName: string | null },
): Promise<void> {
  const [account] = await db.select().from(users).where(eq(users.id, userId))
  if (account === undefined) return
  const known = proofsOf(reply.request)
  const own = known.find((one) => isProven(secrets, account, one))
  const device = own?.device ?? randomBytes(16).toString('base64url')
  const others = known.filter((one) => one !== own && one.device !== formerName)
  const proofs = [{ device, proof: proofOf(secrets, account, device) }, ...others].slice(0, mostAccounts)
  const value = proofs.map((one) => `${one.device}.${one.proof}`).join('~')
  const secure = publicOrigin().startsWith('https:') ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${cookieName}=${value}; Path=/api/auth/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`,
  )
}

/**
 * Bound to the password: one who knew it once, or registered somebody else's address, could otherwise collect cookies,
 * each with tries of its own, and continue guessing with them after the owner has set a new one.
 */
function proofOf({ deviceKey }: Secrets, { id, passwordHash }: Account, device: string): string {
  return keyedDigest(deviceKey, id, passwordHash, device)
}
