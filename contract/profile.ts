import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, ours } from './scalars.ts'

/** A code of `regions.ts`, or nothing chosen. */
export const RegionCode = z.string().check(z.regex(/^(UA-\d\d)?$/))

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
  /** Whose air-raid alarms are told in an exam; absent where a server tells of none. */
  region: ours(RegionCode),
  /** Age band and schooling of `profile-change.ts`, '' where not told, for the calibration of tasks alone. */
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
