// A lazy boundary: only who changes a profile loads it.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pasted } from './pasted.ts'
import { pastedNote } from './pasted-text.ts'
import { PersonName } from './person-name.ts'
import { PhoneNumber } from './phone-number.ts'
import { RegionCode } from './profile.ts'
import { regionCodes } from './regions.ts'
import { Id, orElse, ours } from './scalars.ts'

export const genders = ['female', 'male', 'other', ''] as const

const ProfileUpdated = orElse(
  z.object({
    id: ours(Id),
    email: ours(z.string()),
    is_active: ours(z.boolean()),
    is_verified: ours(z.boolean()),
    first_name: ours(z.string()),
    last_name: ours(z.string()),
    description: ours(z.string()),
    gender: ours(z.string()),
    phone_number: ours(z.string()),
    region: ours(RegionCode),
  }),
  {},
)

/**
 * The fields a person may change: one that is left out stays as it is, and null empties one that may be empty. Any other
 * field in the body is ignored.
 */
export const ProfileChange = z.object({
  first_name: z.optional(PersonName),
  last_name: z.optional(PersonName),
  description: z.nullish(pasted(pastedNote, 2000)),
  gender: z.nullish(z.enum(genders)),
  phone_number: z.nullish(PhoneNumber),
  region: z.nullish(z.enum([...regionCodes, ''])),
})

export const updateProfile = endpoint({
  name: 'updateProfile',
  method: 'PUT',
  path: '/api/user/profile/',
  auth: 'bearer',
  summary: 'Change my profile',
  body: ProfileChange,
  /** Another server may answer with less than the profile. */
  response: ProfileUpdated,
})
