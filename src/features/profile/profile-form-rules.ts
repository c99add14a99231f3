import * as z from 'zod/mini'
import { ageBands, genders, ProfileChange, schoolings } from '#contract/profile-change.ts'
import { type Region, regionCodes } from '#contract/regions.ts'
import { profileTexts } from '../../messages/profile.ts'
import type { User } from '../../session/session-state.ts'
import { formResolver, isBlank, type Issue } from '../../ui/form.ts'

export interface ProfileValues {
  first_name: string
  last_name: string
  phone_number: string
  gender: (typeof genders)[number]
  description: string
  region: Region | ''
  age: (typeof ageBands)[number]
  schooling: (typeof schoolings)[number]
}

/** The form's values for a user. An unknown choice counts as not given. */
export function profileValues(user: User | null): ProfileValues {
  const gender = genders.find((known) => known === user?.gender)
  return {
    first_name: user?.first_name ?? '',
    last_name: user?.last_name ?? '',
    phone_number: user?.phone_number ?? '',
    gender: gender ?? '',
    description: user?.description ?? '',
    region: regionCodes.find((known) => known === user?.region) ?? '',
    age: ageBands.find((known) => known === user?.age) ?? '',
    schooling: schoolings.find((known) => known === user?.schooling) ?? '',
  }
}

const nameSentence =
  (required: string) =>
  (value: unknown, { code }: Issue) => {
    if (isBlank(value)) return required
    return code === 'too_big' ? profileTexts.nameTooLong : profileTexts.nameLetters
  }

export const profileResolver = formResolver<ProfileValues>(
  z.required(ProfileChange) as unknown as z.ZodMiniType<ProfileValues, ProfileValues>,
  {
    first_name: nameSentence(profileTexts.firstNameRequired),
    last_name: nameSentence(profileTexts.lastNameRequired),
    phone_number: () => profileTexts.phoneInvalid,
    description: () => profileTexts.descriptionTooLong,
  },
)
