// A lazy boundary: only pages that change a profile load it.
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
/** Years. */
export const ageBands = ['', 'under-18', '18-24', '25-34', '35-44', '45-54', '55-64', '65-and-over'] as const
/** The highest finished level, after the Law of Ukraine «On Education» (2145-VIII). */
export const schoolings = ['', 'basic', 'secondary', 'vocational', 'college', 'higher'] as const

/** Another server may reply with less than the profile. A field that it sends otherwise reads as null, and the rest holds. */
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
    age: ours(z.string()),
    schooling: ours(z.string()),
  }),
  {},
)

/** Fields that a person may change. A missing one stays; null empties one that may be empty. Others are ignored. */
export const ProfileChange = z.object({
  first_name: z.optional(PersonName),
  last_name: z.optional(PersonName),
  description: z.nullish(pasted(pastedNote, 2000)),
  gender: z.nullish(z.enum(genders)),
  phone_number: z.nullish(PhoneNumber),
  region: z.nullish(z.enum([...regionCodes, ''])),
  age: z.nullish(z.enum(ageBands)),
  schooling: z.nullish(z.enum(schoolings)),
})

export const updateProfile = endpoint({
  name: 'updateProfile',
  method: 'PUT',
  path: '/api/user/profile/',
  auth: 'bearer',
  summary: 'Change my profile',
  body: ProfileChange,
  response: ProfileUpdated,
})
