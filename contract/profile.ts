import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, ours } from './scalars.ts'

/** A code of `regions.ts`, or '' for none. */
export const RegionCode = z.string().check(z.regex(/^(UA-\d\d)?$/))

/** The signed-in person. Another server is sure to send only id and email. */
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
  /** Whether the person wants mails about new tests; absent if the server keeps no such consent. */
  newsletter: z.nullish(z.boolean()),
  /** The region whose air-raid alarms an exam shows; absent if the server knows no alarms. */
  region: ours(RegionCode),
  /** Age band and schooling of `profile-change.ts`, '' if not given; only for the calibration of tasks. */
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
