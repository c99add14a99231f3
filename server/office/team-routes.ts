import * as calls from '#contract/staff/team.ts'
import { actAsOperator } from '../features/exams/operator-acts/act-on-record.ts'
import { changeRole, endMember, inviteByLetter, listTeam } from '../features/staff/team.ts'
import { type Office, serveStaff, wordOf } from './serve-staff.ts'

export function registerTeam(office: Office): void {
  const { services, origin } = office
  const { db } = services

  serveStaff(office, calls.listTeam, async () => ({ results: await listTeam(db) }))

  serveStaff(office, calls.inviteMember, async ({ staff, body: { reason, ...invited } }) =>
    actAsOperator(db, wordOf(staff, { reason }), (tx) => inviteByLetter(tx, services, origin(), invited)),
  )

  serveStaff(office, calls.changeMemberRole, async ({ staff, params, body: { reason, role } }) =>
    actAsOperator(db, wordOf(staff, { reason }), (tx) => changeRole(tx, params.id, role)),
  )

  serveStaff(office, calls.endMember, async ({ staff, params, body }) =>
    actAsOperator(db, wordOf(staff, body), (tx) => endMember(tx, params.id)),
  )
}
