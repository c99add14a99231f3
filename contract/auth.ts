import * as z from 'zod/mini'
import { Email } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { passwordAsGiven } from './log-in.ts'
import { pasted } from './pasted.ts'
import { pastedCode } from './pasted-text.ts'
import { PersonName } from './person-name.ts'
import { SessionReply } from './session.ts'
import { passwordMaxLength, passwordMinLength } from './text-limits.ts'
import { Done, ours } from './scalars.ts'

const NewPassword = z.string().check(z.minLength(passwordMinLength), z.maxLength(passwordMaxLength))
/** The two parts of a mailed link: its owner, and its one-use secret. */
export const MailLink = z.object({
  uid: pasted(pastedCode, 200).check(z.minLength(1)),
  token: pasted(pastedCode, 500).check(z.minLength(1)),
})

export const consentKinds = ['offer', 'privacy', 'newsletter'] as const
export const Consent = z.object({
  kind: z.enum(consentKinds),
  /** The edition of the text that the person saw; if absent, the current edition. */
  version: z.nullish(z.string().check(z.minLength(1), z.maxLength(40))),
  accepted: z.boolean(),
})
export type Consent = z.infer<typeof Consent>

export const RegisterBody = z.object({
  email: Email,
  first_name: PersonName,
  last_name: PersonName,
  password1: NewPassword,
  password2: z.string().check(z.maxLength(passwordMaxLength)),
  consents: z.array(Consent).check(z.maxLength(10)),
})
const NewPasswordPair = {
  new_password1: NewPassword,
  new_password2: z.string().check(z.maxLength(passwordMaxLength)),
}

export const register = endpoint({
  name: 'register',
  method: 'POST',
  path: '/api/auth/register/',
  auth: 'none',
  summary: 'Create an account and a session',
  body: RegisterBody,
  response: SessionReply,
})

export const RegisterByEmailBody = z.object({
  email: Email,
  /** Random. A browser that loses the reply signs in with it. The owner signs in by mailed links or sets another password. */
  password1: NewPassword,
  consents: RegisterBody.shape.consents,
})

export const registerByEmail = endpoint({
  name: 'registerByEmail',
  method: 'POST',
  path: '/api/auth/register/email/',
  auth: 'none',
  summary: 'Create an account and a session by the address alone; the browser makes a password that nobody has to know',
  body: RegisterByEmailBody,
  response: SessionReply,
})

export const signOutEverywhere = endpoint({
  name: 'signOutEverywhere',
  method: 'POST',
  path: '/api/auth/sign-out-everywhere/',
  auth: 'bearer',
  summary: 'End every session of the account, this one included',
  repeatable: true,
  response: Done,
})

export const PasswordResetBody = z.object({ email: Email })

export const requestPasswordReset = endpoint({
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/api/auth/password/reset/',
  auth: 'none',
  summary: 'Mail a reset link; answers alike for known and unknown addresses',
  body: PasswordResetBody,
  response: Done,
})

export const checkResetLink = endpoint({
  name: 'checkResetLink',
  method: 'POST',
  path: '/api/auth/password/reset/check/',
  auth: 'none',
  summary: 'Whether a reset link still works; changes nothing and uses nothing up',
  repeatable: true,
  body: MailLink,
  response: Done,
})

export const confirmPasswordReset = endpoint({
  name: 'confirmPasswordReset',
  method: 'POST',
  path: '/api/auth/password/reset/confirm/',
  auth: 'none',
  summary: 'Set a new password with the token of a reset link; ends every session of the account',
  body: z.extend(MailLink, NewPasswordPair),
  response: Done,
})

/** Another server may reply 200 and say in the body whether the password is right. */
const PasswordCheckReply = z.union([
  z.object({
    detail: ours(z.string()),
    valid: ours(z.boolean()),
    is_valid: ours(z.boolean()),
    success: ours(z.boolean()),
  }),
  Done,
])

export const checkPassword = endpoint({
  name: 'checkPassword',
  method: 'POST',
  path: '/api/auth/password/check/',
  auth: 'bearer',
  summary: 'Prove the old password; leaves a one-use proof of five minutes with this session',
  body: z.object({ old_password: passwordAsGiven }),
  response: PasswordCheckReply,
})

export const ChangePasswordBody = z.object(NewPasswordPair)

export const changePassword = endpoint({
  name: 'changePassword',
  method: 'PUT',
  path: '/api/auth/password/change/',
  auth: 'bearer',
  summary: 'Set a new password; consumes the proof and ends every other session',
  repeatable: false,
  body: ChangePasswordBody,
  response: Done,
})

export const SignInLinkBody = z.object({
  email: Email,
  /** The browser makes this value and gets it back in the link. So it completes only a sign-in that it began itself. */
  state: z.string().check(z.regex(/^[\w-]{16,200}$/)),
  /** base64url of SHA-256 of the verifier that `exchangeCode` will bring (PKCE, S256). */
  code_challenge: z.string().check(z.regex(/^[\w-]{43}$/)),
  remember_me: z._default(z.boolean(), false),
})

export const requestSignInLink = endpoint({
  name: 'requestSignInLink',
  method: 'POST',
  path: '/api/auth/link/',
  auth: 'none',
  summary: 'Mail a link to /auth-callback?code=…&state=…; answers alike for known and unknown addresses',
  body: SignInLinkBody,
  response: Done,
})

export const exchangeCode = endpoint({
  name: 'exchangeCode',
  method: 'POST',
  path: '/api/auth/exchange/',
  auth: 'none',
  summary: 'Complete a sign-in that happened elsewhere: one-time code with its PKCE verifier',
  body: z.object({
    code: pasted(pastedCode, 500).check(z.minLength(1)),
    code_verifier: z.string().check(z.minLength(43), z.maxLength(128)),
  }),
  response: SessionReply,
})

export const verifyEmail = endpoint({
  name: 'verifyEmail',
  method: 'POST',
  path: '/api/auth/email/verify/',
  auth: 'optional',
  summary:
    'Confirm an e-mail address with the token of its letter. From where nobody has signed in with the password, it voids ' +
    'the password, ends every session and answers with a link to set a new one',
  body: MailLink,
  response: z.object({ detail: z.nullish(z.string()), password_link: z.nullish(MailLink) }),
})

export const resendVerification = endpoint({
  name: 'resendVerification',
  method: 'POST',
  path: '/api/auth/email/resend/',
  auth: 'bearer',
  summary: 'Mail the confirmation letter again',
  response: Done,
})
