import * as z from 'zod/mini'
import { Id, IdParams } from '../scalars.ts'
import { staffRoles } from './roles.ts'
import { Act, Moment, Reason, staffEndpoint } from './staff-endpoint.ts'

const Member = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  role: z.enum(staffRoles),
  /** invited: the link was not used yet · active · ended: cannot sign in any more. */
  state: z.enum(['invited', 'active', 'ended']),
  created_at: Moment,
  last_seen_at: z.nullable(Moment),
})

export const listTeam = staffEndpoint({
  name: 'listTeam',
  method: 'GET',
  path: '/api/admin/team/',
  access: 'team.act',
  summary: 'Everybody who works in the back office, or did',
  response: z.object({ results: z.array(Member) }),
})

export const inviteMember = staffEndpoint({
  name: 'inviteMember',
  method: 'POST',
  path: '/api/admin/team/invite/',
  access: 'team.act',
  needsProof: true,
  summary: 'Invite somebody by letter; an earlier link of theirs ends',
  body: z.object({
    email: z.email().check(z.maxLength(254)),
    name: z.string().check(z.trim(), z.minLength(2), z.maxLength(80)),
    role: z.enum(staffRoles),
    reason: Reason,
  }),
  response: z.object({ act: Act }),
})

export const changeMemberRole = staffEndpoint({
  name: 'changeMemberRole',
  method: 'POST',
  path: '/api/admin/team/:id/role/',
  access: 'team.act',
  needsProof: true,
  summary: 'Give another role',
  params: IdParams,
  body: z.object({ role: z.enum(staffRoles), reason: Reason }),
  response: z.object({ act: Act }),
})

export const endMember = staffEndpoint({
  name: 'endMember',
  method: 'POST',
  path: '/api/admin/team/:id/end/',
  access: 'team.act',
  needsProof: true,
  summary: 'End somebody’s access and all sessions',
  params: IdParams,
  body: z.object({ reason: Reason }),
  response: z.object({ act: Act }),
})
