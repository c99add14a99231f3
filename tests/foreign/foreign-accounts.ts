import { randomBytes } from 'node:crypto'
import { type Answer, type Call, ok, refuse } from './exchange.ts'

export const owner = { email: 'olena@inshyi.example', password: 'stara-parolia-1' }

const invalidToken = refuse(401, {
  detail: 'Given token not valid for any token type',
  code: 'token_not_valid',
  messages: [{ token_class: 'AccessToken', token_type: 'access', message: 'Token is invalid or expired' }],
})

/** One account, its passwords and its tokens. A refresh token works once. */
export function createAccounts() {
  const access = new Set<string>()
  const refresh = new Set<string>()
  let password = owner.password
  let isPolite = false
  const profile: Record<string, unknown> = {
    id: 41,
    email: owner.email,
    first_name: 'Олена',
    last_name: null,
    description: null,
    gender: null,
    phone_number: null,
    date_joined: '2024-01-15T10:30:00Z',
    groups: [],
  }

  function session(): Answer {
    const pair = { access: token(), refresh: token() }
    access.add(pair.access)
    refresh.add(pair.refresh)
    return ok({ ...pair, user_id: 41, is_active: true, is_verified: null, token_type: 'Bearer' })
  }

  function tooWeak({ new_password1, new_password2 }: Record<string, unknown>): Answer | null {
    if (new_password1 !== new_password2) {
      return refuse(400, { new_password2: ["The two password fields didn't match."] })
    }
    const isShort = typeof new_password1 !== 'string' || new_password1.length < 8
    return isShort ? refuse(400, { new_password1: ['This password is too short.'] }) : null
  }

  return {
    password: () => password,
    profile,
    /** Restores the state before the first story. */
    startOver: () => {
      password = owner.password
      isPolite = false
    },
    /** Makes the server answer a wrong old password with 200, and say so in the body. */
    checkPolitely: () => {
      isPolite = true
    },
    /** Ends all access tokens, as time would. Refresh tokens stay. */
    expireAccess: () => access.clear(),
    endSessions: () => {
      access.clear()
      refresh.clear()
    },
    openSession: () => session().json as { access: string; refresh: string; user_id: number },
    isSignedIn: ({ bearer }: Call) => bearer !== null && access.has(bearer),
    invalidToken,

    login: ({ body }: Call): Answer =>
      body.email === owner.email && body.password === password
        ? session()
        : refuse(400, { non_field_errors: ['Unable to log in with provided credentials.'] }),
    refresh: ({ body }: Call): Answer =>
      refresh.delete(String(body.refresh))
        ? session()
        : refuse(401, { detail: 'Token is blacklisted', code: 'token_not_valid' }),
    register: ({ body }: Call): Answer =>
      body.email === owner.email ? refuse(409, { email: ['user with this email already exists.'] }) : session(),
    logout: ({ bearer }: Call): Answer => {
      if (bearer !== null) access.delete(bearer)
      return ok(null)
    },
    requestReset: ({ body }: Call): Answer =>
      typeof body.email === 'string' && body.email.includes('@')
        ? ok({ detail: 'Password reset e-mail has been sent.' })
        : refuse(400, { email: ['Enter a valid email address.'] }),
    confirmReset: ({ body }: Call): Answer => {
      if (body.token === 'used-0123456789') return refuse(400, { detail: 'This link was used on Monday.' })
      if (body.uid !== 'NDE' || body.token !== 'abc123-0123456789') return refuse(400, { token: ['Invalid value'] })
      const weak = tooWeak(body)
      if (weak === null) password = String(body.new_password1)
      return weak ?? ok({ detail: 'Password has been reset with the new password.' })
    },
    checkPassword: ({ body }: Call): Answer =>
      isPolite
        ? ok({ valid: body.old_password === password })
        : body.old_password === password
          ? ok({})
          : refuse(400, { old_password: ['Wrong password.'] }),
    changePassword: ({ body }: Call): Answer => {
      const weak = tooWeak(body)
      if (weak === null) password = String(body.new_password1)
      return weak ?? ok({ detail: 'New password has been saved.' })
    },
    readProfile: (): Answer => ok(profile),
    /** Replies only that the update was done. */
    updateProfile: ({ body }: Call): Answer => {
      Object.assign(profile, body)
      return ok({ success: true })
    },
  }
}

const token = () => randomBytes(24).toString('base64url')
