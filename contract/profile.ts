import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, ours } from './scalars.ts'

/** Who the signed-in person is. Only id and email are certain on another server. */
export const Profile = z.object({
  id: Id,
  email: z.string(),
  is_active: z.nullish(z.boolean()),
  is_verified: z.nullish(z.boolean()),
  first_name: z.nullish(z.string()),
  last_name: z.nullish(z.string()),
  description: z.nullish(z.string()),
  gender: z.nullish(z.string()),
  phone_number: z.nullish(z.string()),
  /** Whether mails about new tests are wanted; absent where no such consent is kept. */
  newsletter: z.nullish(z.boolean()),
  /** Whose air-raid alarms are told in an exam, a code of `regions.ts`; absent where a server tells of none. '' here and below: not chosen. */
  region: ours(z.string()),
  /** Age band and schooling of `profile-change.ts`, for the calibration of tasks alone. */
  age: ours(z.string()),
  schooling: ours(z.string()),
})
export type Profile = z.output<typeof Profile>

export const readProfile = endpoint({
  name: 'readProfile',
  method: 'GET',
  path: '/api/user/profile/',
  auth: 'bearer',
  summary: 'Who I am',
  response: Profile,
})
