import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { StaffRole } from '#contract/staff/roles.ts'
import { proofMinutes } from '#contract/staff/staff-endpoint.ts'
import type { Signed } from '#contract/staff/sign-in.ts'
import { digest } from '../../config/secrets.ts'
import type { Queries } from '../../db/connect.ts'
import { staff, staffSessions } from '../../db/schema/staff.ts'

/** A session ends so many hours after the sign-in, and so many minutes after its last call. */
export const sessionHours = 12
export const idleMinutes = 30

/** Somebody who is signed in to the back office. */
export interface StaffSession {
  sessionId: string
  staffId: string
  email: string
  name: string
  role: StaffRole
  provenAt: Date
  beganAt: Date
}

/** Begins a session and returns the secret of its cookie. Each sign-in has a new secret, so a planted cookie is worth nothing. */
export async function beginSession(tx: Queries, staffId: string, device: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx.insert(staffSessions).values({ staffId, tokenHash: digest(token), device })
  return token
}

/** The live session of this secret, or null. Notes the use, at most once a minute, unless a page asks by itself. */
export async function findSession(
  queries: Queries,
  token: string,
  { isUse = true }: { isUse?: boolean } = {},
): Promise<StaffSession | null> {
  const isLive = and(
    eq(staffSessions.tokenHash, digest(token)),
    isNull(staffSessions.endedAt),
    isNull(staff.endedAt),
    gt(staffSessions.createdAt, sql`now() - make_interval(hours => ${sessionHours})`),
    gt(staffSessions.usedAt, sql`now() - make_interval(mins => ${idleMinutes})`),
  )
  const [row] = await queries
    .select({
      sessionId: staffSessions.id,
      staffId: staff.id,
      email: staff.email,
      name: staff.name,
      role: staff.role,
      provenAt: staffSessions.provenAt,
      beganAt: staffSessions.createdAt,
      isStale: sql<boolean>`${staffSessions.usedAt} < now() - interval '1 minute'`,
    })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(isLive)
  if (row === undefined) return null
  const { isStale, role, ...session } = row
  if (isUse && isStale)
    await queries.update(staffSessions).set({ usedAt: sql`now()` }).where(eq(staffSessions.id, row.sessionId))
  return { ...session, role: role as StaffRole }
}

/** Until then the server takes calls that need the second factor again. */
export const provenUntil = ({ provenAt }: Pick<StaffSession, 'provenAt'>): Date =>
  new Date(provenAt.getTime() + proofMinutes * 60_000)

/** The session as its owner's page shows it. */
export function presentSession(session: StaffSession): Signed {
  const { staffId: id, email, name, role, beganAt } = session
  const endsAt = new Date(beganAt.getTime() + sessionHours * 3_600_000)
  return { id, email, name, role, proven_until: provenUntil(session), ends_at: endsAt }
}

export async function noteProof(queries: Queries, sessionId: string): Promise<void> {
  await queries.update(staffSessions).set({ provenAt: sql`now()` }).where(eq(staffSessions.id, sessionId))
}

/** Ends one session of this person; nothing if it is another's or ended already. */
export async function endSession(queries: Queries, staffId: string, sessionId: string): Promise<void> {
  const isIt = and(eq(staffSessions.id, sessionId), eq(staffSessions.staffId, staffId), isNull(staffSessions.endedAt))
  await queries.update(staffSessions).set({ endedAt: sql`now()` }).where(isIt)
}

/** Ends every session of this person, but for one that is named. */
export async function endSessions(queries: Queries, staffId: string, but: string | null = null): Promise<void> {
  const isIt = and(
    eq(staffSessions.staffId, staffId),
    isNull(staffSessions.endedAt),
    but === null ? undefined : ne(staffSessions.id, but),
  )
  await queries.update(staffSessions).set({ endedAt: sql`now()` }).where(isIt)
}

/** The live sessions of this person, the last used first. */
export async function listSessions(queries: Queries, staffId: string) {
  const isLive = and(
    eq(staffSessions.staffId, staffId),
    isNull(staffSessions.endedAt),
    gt(staffSessions.createdAt, sql`now() - make_interval(hours => ${sessionHours})`),
    gt(staffSessions.usedAt, sql`now() - make_interval(mins => ${idleMinutes})`),
  )
  return queries
    .select({
      id: staffSessions.id,
      device: staffSessions.device,
      beganAt: staffSessions.createdAt,
      usedAt: staffSessions.usedAt,
    })
    .from(staffSessions)
    .where(isLive)
    .orderBy(desc(staffSessions.usedAt))
    .limit(50)
}

/** Deletes sessions that ended a month ago: their devices are data of staff. */
export async function forgetOldSessions(queries: Queries): Promise<void> {
  await queries.execute(sql`delete from staff_sessions where created_at < now() - interval '31 days'`)
}
