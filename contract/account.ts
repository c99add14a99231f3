import * as z from 'zod/mini'
import { Email } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { passwordAsGiven } from './log-in.ts'
import { Done, Instant } from './scalars.ts'
import { Consent, MailLink } from './auth.ts'
import { MyData } from './my-data.ts'

export const EmailChangeBody = z.object({ new_email: Email, password: passwordAsGiven })

export const requestEmailChange = endpoint({
  name: 'requestEmailChange',
  method: 'POST',
  path: '/api/auth/email/change/',
  auth: 'bearer',
  summary: 'Ask for a new e-mail address: a link goes to the old address and to the new one, both must be opened',
  body: EmailChangeBody,
  response: Done,
})

export const confirmEmailChange = endpoint({
  name: 'confirmEmailChange',
  method: 'POST',
  path: '/api/auth/email/change/confirm/',
  auth: 'optional',
  summary:
    'Confirm a new e-mail address on one of its two sides; the second confirmation changes it. Where the new side was opened ' +
    'from where nobody has signed in to the account, the change voids the password and ends every session; opened there as ' +
    'the second, it answers with a link to set a new one',
  body: MailLink,
  response: z.object({
    state: z.enum(['half_confirmed', 'changed']),
    /** What happens to the password, if it does not stay. */
    detail: z.nullish(z.string()),
    password_link: z.nullish(MailLink),
  }),
})

export const exportMyData = endpoint({
  name: 'exportMyData',
  method: 'GET',
  path: '/api/user/export/',
  auth: 'bearer',
  summary: 'Everything that is kept of me, as a JSON document to download',
  response: MyData,
})

export const DeleteAccountBody = z.object({ password: passwordAsGiven })

export const deleteAccount = endpoint({
  name: 'deleteAccount',
  method: 'POST',
  path: '/api/user/delete/',
  auth: 'bearer',
  summary: 'Close the account at once; its personal data is erased after seven days unless its owner comes back',
  body: DeleteAccountBody,
  /** When the data will be erased for good. */
  response: z.object({ erased_at: Instant }),
})

export const keepAccount = endpoint({
  name: 'keepAccount',
  method: 'POST',
  path: '/api/user/keep/',
  auth: 'none',
  summary: 'Take back the deletion of an account with the token of its letter; sessions do not come back',
  body: MailLink,
  response: Done,
})

export const changeConsent = endpoint({
  name: 'changeConsent',
  method: 'POST',
  path: '/api/user/consents/',
  auth: 'bearer',
  summary: 'Give or take back the consent to letters; offer and privacy end only with the account',
  repeatable: true,
  body: z.extend(Consent, { kind: z.literal('newsletter') }),
  response: Done,
})
