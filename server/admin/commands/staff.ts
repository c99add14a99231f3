import { type StaffRole, staffRoles } from '#contract/staff/roles.ts'
import { OperatorMistake } from '../../features/audit/operator-mistake.ts'
import { actAsOperator } from '../../features/exams/operator-acts/act-on-record.ts'
import { invitationHours, invite } from '../../features/staff/invite.ts'
import { invitationLink } from '../../features/staff/team.ts'
import type { Call, Command } from '../command.ts'

export const staff: Command = {
  takes: 'EMAIL --name NAME --role owner --reason WHY',
  does: `Invites somebody to the back office and prints the link, which works once, for ${invitationHours} hours. Roles: ${staffRoles.join(', ')}. The first owner comes in by this; all others are invited there.`,
  options: { name: { type: 'string' }, role: { type: 'string' } },
  operands: [1, 1],
  async run(call) {
    const { operands, text, word, db } = call
    const name = text('name')?.trim() ?? ''
    if (name === '') throw new OperatorMistake('The name by which their acts are recorded is needed: --name NAME.')
    const invited = { email: operands[0]!, name, role: roleOf(call) }
    const { token, act } = await actAsOperator(db, word(), async (tx) => {
      const { member, token: secret } = await invite(tx, invited)
      const after = { staff: member.id, role: member.role }
      return { token: secret, act: { command: 'staff-invite', before: {}, after } }
    })
    const isRehearsal = word().isRehearsal === true
    const origin = process.env.ADMIN_ORIGIN?.replace(/\/$/, '') ?? 'https://ADMIN_ORIGIN'
    const link = isRehearsal ? 'Only rehearsed (--dry-run): nothing was written.' : invitationLink(origin, token)
    return {
      facts: { act, link: isRehearsal ? null : link },
      lines: [`Invited as ${invited.role}. Give them this link:`, link],
    }
  },
}

function roleOf({ text }: Call): StaffRole {
  const role = staffRoles.find((each) => each === text('role'))
  if (role === undefined) throw new OperatorMistake(`--role is one of ${staffRoles.join(', ')}.`)
  return role
}
