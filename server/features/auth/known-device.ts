import { randomBytes } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { users } from '../../db/schema/accounts.ts'
import type { SignedInUser } from '../../http/signed-in-user.ts'
import { keyedDigest, sameSecret, type Secrets } from '../../config/secrets.ts'
import type { Services } from '../../services.ts'
import type { Account } from './open-account.ts'

const cookieName = 'known_device'
export const maxAgeSeconds = 365 * 86_400
/** How many accounts one browser's cookie remembers. */
const mostAccounts = 5

/**
 * The device's name, if its cookie proves a sign-in from it with the present password of this address; else null. The name opens
 * nothing: it only keeps the device's tries of a password apart from those of strangers.
 */
export function findKnownDevice(services: Reading, request: FastifyRequest, email: string): Promise<string | null> {
  return nameKnownTo(services, request, eq(sql`lower(${users.email})`, email.toLowerCase()))
}

/**
 * The name by which the account knows the device now. Call this before the account gets another password: afterwards the proof in
 * the cookie fits nothing, but still takes one of the five places.
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

/** The browser in which a mailed link was opened. */
export interface Opener {
  /** Whether that browser is signed in to the account, or has been with its present password: then its user opens the link. */
  hasSignedIn(account: Account): boolean
}

/** The browser that brings a mailed link, by the call's Bearer and the device's cookie. */
export function openerOf(secrets: Secrets, request: FastifyRequest, user: SignedInUser | null): Opener {
  return { hasSignedIn: (account) => user?.id === account.id || provenName(secrets, request, account) !== null }
}

function provenName(secrets: Secrets, request: FastifyRequest, account: Account): string | null {
  return proofsOf(request).find((known) => isProven(secrets, account, known))?.device ?? null
}

/** Proof that somebody has signed in to an account from this device. The device has another name for each account. */
interface KnownDevice {
  device: string
  proof: string
}

const anyProof = String.raw`[\w-]{22}\.[\w-]{43}`
const cookieForm = new RegExp(`(?:^|;\\s*)${cookieName}=(${anyProof}(?:~${anyProof})*)(?:;|$)`)

/** The cookie's proofs, the last sign-in first: a family may share a browser. A proof does not show its account. */
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
 * Gives the device its cookie for another year; the caller has just proven to own the account. Up to four other accounts stay in
 * it: a child who signs in after a parent makes no stranger of the parent (decision 0036). A device that the account knows keeps
 * its name: repeated sign-ins would otherwise collect names, each with tries of its own. `formerName` is the name before a change
 * of the password (`knownNameOf`). Never throws: the person's action is done, and may work only once.
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
 * The proof is bound to the password. Otherwise a person who knew it once, or registered somebody else's address, could collect
 * cookies, each with its own tries, and keep guessing after the owner has set a new password.
 */
function proofOf({ deviceKey }: Secrets, { id, passwordHash }: Account, device: string): string {
  return keyedDigest(deviceKey, id, passwordHash, device)
}
