import * as z from 'zod/mini'
import { changePassword as changeCall, checkPassword } from '#contract/auth.ts'
import { passwordAsGiven } from '#contract/log-in.ts'
import { ApiError } from '../../http/api-error.ts'
import { accountMessages } from '../../messages/account-messages.ts'
import { messages } from '../../messages/messages.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { formResolver } from '../../ui/form.ts'
import { newPasswordFields, newPasswordSentences, type NewPasswordValues, samePasswords } from './new-password.tsx'

/** The two calls of a change. Tests replace them. Both throw ApiError. */
export interface PasswordCalls {
  check: (oldPassword: string) => Promise<unknown>
  change: (pair: Pick<ChangePasswordValues, 'new_password1' | 'new_password2'>) => Promise<unknown>
}

const passwordCalls: PasswordCalls = {
  check: (old_password) => sessionRequest(checkPassword, { body: { old_password } }),
  change: ({ new_password1, new_password2 }) => sessionRequest(changeCall, { body: { new_password1, new_password2 } }),
}

/** How a try ended. `isOldRight`: the server holds a proof of the old password. `fields`: the server's sentences by field. */
export type PasswordChange =
  | { outcome: 'changed' }
  | { outcome: 'refused'; isOldRight: boolean; fields: Readonly<Record<string, string>>; sentence?: string }

/** Checks the old password unless that was done, then sets the new one (S4.31). Never throws. */
export async function changePassword(
  values: ChangePasswordValues,
  isOldRight: boolean,
  calls: PasswordCalls = passwordCalls,
): Promise<PasswordChange> {
  if (!isOldRight) {
    try {
      if (saysWrong(await calls.check(values.old_password))) return oldPasswordWrong
    } catch (error) {
      return checkRefused(error)
    }
  }
  try {
    await calls.change(values)
    return { outcome: 'changed' }
  } catch (error) {
    // The proof of the old password lasts minutes. After that the check is made again, without a question to the person.
    if (isOldRight && isProofLost(error)) return changeAgain(values, calls)
    return changeRefused(error)
  }
}

/** A change whose reply was lost may also have used up the proof. Then the new password is valid already. */
async function changeAgain(values: ChangePasswordValues, calls: PasswordCalls): Promise<PasswordChange> {
  const again = await changePassword(values, false, calls)
  if (again !== oldPasswordWrong) return again
  const isSet = await calls.check(values.new_password1).then(
    (reply) => !saysWrong(reply),
    () => false,
  )
  return isSet ? { outcome: 'changed' } : again
}

const oldPasswordWrong: PasswordChange = {
  outcome: 'refused',
  isOldRight: false,
  fields: { old_password: accountMessages.oldPasswordWrong },
}

/** Whether a reply with 200 says "wrong". Only a plain no counts: the specification shows no form of this reply. */
function saysWrong(reply: unknown): boolean {
  const { valid, is_valid, success } = (reply ?? {}) as Record<string, unknown>
  return [valid, is_valid, success].includes(false)
}

function checkRefused(error: unknown): PasswordChange {
  const isWrong = error instanceof ApiError && error.kind === 'reply' && error.status_code === 400
  if (isWrong) return oldPasswordWrong
  const sentence = ownSentence(error) ?? accountMessages.passwordCheckFailed
  return { outcome: 'refused', isOldRight: false, fields: {}, sentence }
}

function changeRefused(error: unknown): PasswordChange {
  const isOldRight = !isProofLost(error)
  const fields = error instanceof ApiError ? ownFields(error.fields) : {}
  if (Object.keys(fields).length > 0) return { outcome: 'refused', isOldRight, fields }
  return { outcome: 'refused', isOldRight, fields, sentence: ownSentence(error) ?? changeFailed(error) }
}

/** Drops sentences for fields that the form does not have: they would be shown nowhere. */
function ownFields(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => Object.hasOwn(emptyPasswordChange, field)))
}

function ownSentence(error: unknown): string | undefined {
  return error instanceof ApiError && error.kind === 'reply' ? error.detail : undefined
}

function changeFailed(error: unknown): string {
  if (!(error instanceof ApiError)) return accountMessages.passwordChangeUnexpected
  if (error.kind === 'network') return messages.network
  return error.kind === 'reply' ? accountMessages.passwordChangeFailed : accountMessages.passwordChangeUnexpected
}

function isProofLost(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'password_proof_missing'
}

export interface ChangePasswordValues extends NewPasswordValues {
  old_password: string
}

export const emptyPasswordChange: ChangePasswordValues = { old_password: '', new_password1: '', new_password2: '' }

export const changePasswordResolver = formResolver<ChangePasswordValues>(
  z.object({ old_password: passwordAsGiven, ...newPasswordFields }).check(samePasswords),
  {
    old_password: (value) => (value === '' ? accountMessages.oldPasswordRequired : accountMessages.oldPasswordWrong),
    ...newPasswordSentences,
  },
)
