import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { users } from '../../db/schema/accounts.ts'
import type { SignedInUser } from '../../http/signed-in-user.ts'
import { keyedDigest, sameSecret, type Secrets } from '../../config/secrets.ts'
import type { Services } from '../../services.ts'
import type { Account } from './open-account.ts'

const cookieName = 'known_device'
/** How long the cookie lives. */
export const maxAgeSeconds = 365 * 86_400

/**
 * The device's name when its cookie shows that somebody has signed in from it with the present password of this address;
 * else null. It opens nothing: it only keeps the device's tries of a password apart from those of strangers.
 */
export async function findKnownDevice(
  { db, secrets }: Pick<Services, 'db' | 'secrets'>,
  request: FastifyRequest,
  email: string,
): Promise<string | null> {
  if (cookieOf(request) === null) return null
  const [account] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
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
  const cookie = cookieOf(request)
  return cookie !== null && isProven(secrets, account, cookie) ? cookie.device : null
}

interface DeviceCookie {
  device: string
  proof: string
}

function cookieOf(request: FastifyRequest): DeviceCookie | null {
  const cookie = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{22})\\.([\\w-]{43})(?:;|$)`)
  const [, device, proof] = cookie.exec(request.headers.cookie ?? '') ?? []
  return device === undefined || proof === undefined ? null : { device, proof }
}

function isProven(secrets: Secrets, account: Account, { device, proof }: DeviceCookie): boolean {
  return sameSecret(proof, proofOf(secrets, account, device))
}

/**
 * Gives the device of somebody who has just proven to be the account's owner its cookie, for another year. A device that the
 * account knows keeps its name: by signing in again and again one would otherwise collect names, each with tries of its own.
 * What they did is done by then, and may work only once: they are not asked to try again because the cookie could not be made.
 */
export async function rememberDevice(
  services: RememberingServices,
  reply: FastifyReply,
  userId: string,
): Promise<void> {
  reply.request.provenUserId = userId
  try {
    await setDeviceCookie(services, reply, userId)
  } catch (error) {
    services.log.error({ err: error }, 'a device could not be remembered')
  }
}

type RememberingServices = Pick<Services, 'db' | 'secrets' | 'publicOrigin' | 'log'>

async function setDeviceCookie(
  { db, secrets, publicOrigin }: RememberingServices,
  reply: FastifyReply,
  userId: string,
): Promise<void> {
  const [account] = await db.select().from(users).where(eq(users.id, userId))
  if (account === undefined) return
  const device = provenName(secrets, reply.request, account) ?? randomBytes(16).toString('base64url')
  const secure = publicOrigin().startsWith('https:') ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${cookieName}=${device}.${proofOf(secrets, account, device)}; Path=/api/auth/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`,
  )
}

/**
 * Bound to the password: one who knew it once, or registered somebody else's address, could otherwise collect cookies,
 * each with tries of its own, and continue guessing with them after the owner has set a new one.
 */
function proofOf({ deviceKey }: Secrets, { id, passwordHash }: Account, device: string): string {
  return keyedDigest(deviceKey, id, passwordHash, device)
}
