import { and, asc, count, eq, isNotNull, isNull, max, ne, sql } from 'drizzle-orm'
import type { StaffRole } from '#contract/staff/roles.ts'
import type { Queries } from '../../db/connect.ts'
import { staff, staffSessions } from '../../db/schema/staff.ts'
import { isUuid } from '../../db/uuid.ts'
import { OperatorMistake } from '../audit/operator-mistake.ts'
import type { Act } from '../audit/act-as-operator.ts'
import type { Services } from '../../services.ts'
import { letterText } from '../mail/letter-text.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { endInvitations, invitationHours, invite } from './invite.ts'
import { endSessions } from './staff-session.ts'

type Member = typeof staff.$inferSelect

/** Everybody who works in the back office, or did, by name. */
export async function listTeam(queries: Queries) {
  const rows = await queries
    .select({ member: staff, lastSeenAt: max(staffSessions.usedAt) })
    .from(staff)
    .leftJoin(staffSessions, eq(staffSessions.staffId, staff.id))
    .groupBy(staff.id)
    .orderBy(asc(staff.name), asc(staff.id))
    .limit(500)
  return rows.map(({ member, lastSeenAt }) => ({
    id: member.id,
    email: member.email,
    name: member.name,
    role: member.role as StaffRole,
    state: stateOf(member),
    created_at: member.createdAt,
    last_seen_at: lastSeenAt,
  }))
}

function stateOf({ endedAt, acceptedAt }: Member): 'invited' | 'active' | 'ended' {
  if (endedAt !== null) return 'ended'
  return acceptedAt === null ? 'invited' : 'active'
}

/** Invites somebody by letter, in the act's transaction. Throws as `invite`. */
export async function inviteByLetter(
  tx: Queries,
  { jobs }: Pick<Services, 'jobs'>,
  origin: string,
  invited: { email: string; name: string; role: StaffRole },
): Promise<{ act: Act }> {
  const { member, token } = await invite(tx, invited)
  await queueMail(tx, jobs, {
    to: member.email,
    subject: 'Запрошення до робочого кабінету «Тестування IQ»',
    action: 'Прийняти запрошення',
    waitMinutes: invitationHours * 60,
    text: letterText(
      `${member.name}, вас запрошено працювати в кабінеті «Тестування IQ».`,
      invitationLink(origin, token),
      `Запрошення діє ${invitationHours} годин. Для входу знадобиться застосунок, що показує одноразові коди.`,
      'Якщо ви не чекали цього листа, просто не відкривайте посилання.',
    ),
  })
  return { act: teamAct('staff-invite', {}, { staff: member.id, role: member.role }) }
}

/** The secret is in the fragment: no server and no proxy sees it in an address. */
export const invitationLink = (origin: string, token: string): string => `${origin}/invitation#${token}`

/** Whether anybody has ever accepted an invitation. */
export async function hasMember(queries: Queries): Promise<boolean> {
  const isMember = isNotNull(staff.acceptedAt)
  return (await queries.select({ id: staff.id }).from(staff).where(isMember).limit(1)).length > 0
}

/** Gives another role. Throws OperatorMistake for an unknown or ended person, the same role, or the last owner. */
export async function changeRole(tx: Queries, id: string, role: StaffRole): Promise<{ act: Act }> {
  const member = await lockMember(tx, id)
  if (member.role === role) throw new OperatorMistake('This person has that role already.')
  if (member.role === 'owner') await requireAnotherOwner(tx, member)
  await tx.update(staff).set({ role }).where(eq(staff.id, member.id))
  return { act: teamAct('staff-role', { staff: member.id, role: member.role }, { staff: member.id, role }) }
}

/** Ends access, sessions and open invitations. Throws OperatorMistake for an unknown or ended person, or the last owner. */
export async function endMember(tx: Queries, id: string): Promise<{ act: Act }> {
  const member = await lockMember(tx, id)
  if (member.role === 'owner') await requireAnotherOwner(tx, member)
  await tx.update(staff).set({ endedAt: sql`now()`, passwordHash: '', totpSecret: null }).where(eq(staff.id, member.id))
  await endSessions(tx, member.id)
  await endInvitations(tx, member.id)
  return {
    act: teamAct('staff-end', { staff: member.id, state: stateOf(member) }, { staff: member.id, state: 'ended' }),
  }
}

const teamAct = (command: string, before: Act['before'], after: Act['after']): Act => ({ command, before, after })

async function lockMember(tx: Queries, id: string): Promise<Member> {
  // All roles of owners are changed one after another: two owners could otherwise end each other at once.
  await tx.execute(sql`select id from staff where role = 'owner' order by id for update`)
  const [member] = isUuid(id) ? await tx.select().from(staff).where(eq(staff.id, id)).for('update') : []
  if (member === undefined) throw new OperatorMistake(`Nobody of the team has the id ${id}.`)
  if (member.endedAt !== null) throw new OperatorMistake('The access of this person was ended before.')
  return member
}

async function requireAnotherOwner(tx: Queries, { id }: Member): Promise<void> {
  const isOther = and(eq(staff.role, 'owner'), ne(staff.id, id), isNull(staff.endedAt), isNotNull(staff.acceptedAt))
  const [counted] = await tx.select({ others: count() }).from(staff).where(isOther)
  if (counted!.others === 0)
    throw new OperatorMistake('The back office needs an owner who can sign in: name another first.')
}
