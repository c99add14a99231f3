import * as z from 'zod/mini'
import { Id, IdParams } from '../scalars.ts'
import { Signed } from './sign-in.ts'
import { Moment, staffEndpoint } from './staff-endpoint.ts'

/** Options for a browser, or its answer, as WebAuthn Level 3 has them in JSON. The library that verifies them knows their shape. */
const WebAuthn = z.record(z.string(), z.unknown())

export const passkeyToUse = staffEndpoint({
  name: 'passkeyToUse',
  method: 'POST',
  path: '/api/admin/passkey-challenge/',
  access: 'nobody',
  summary: 'A challenge for a passkey, to sign in or to show the second factor again',
  response: z.object({ options: WebAuthn }),
})

export const signInByPasskey = staffEndpoint({
  name: 'signInByPasskey',
  method: 'POST',
  path: '/api/admin/passkey-sign-in/',
  access: 'nobody',
  summary: 'Sign in by a passkey, which is two factors by itself',
  body: z.object({ response: WebAuthn }),
  response: Signed,
})

export const proveByPasskey = staffEndpoint({
  name: 'proveByPasskey',
  method: 'POST',
  path: '/api/admin/passkey-proof/',
  access: 'signed in',
  summary: 'Show the second factor again by a passkey',
  body: z.object({ response: WebAuthn }),
  response: Signed,
})

export const listPasskeys = staffEndpoint({
  name: 'listPasskeys',
  method: 'GET',
  path: '/api/admin/passkeys/',
  access: 'signed in',
  summary: 'One’s passkeys',
  response: z.object({
    results: z.array(z.object({ id: Id, name: z.string(), created_at: Moment, used_at: z.nullable(Moment) })),
  }),
})

export const passkeyToAdd = staffEndpoint({
  name: 'passkeyToAdd',
  method: 'POST',
  path: '/api/admin/passkeys/challenge/',
  access: 'signed in',
  needsProof: true,
  summary: 'What a browser needs to make a passkey',
  response: z.object({ options: WebAuthn }),
})

export const addPasskey = staffEndpoint({
  name: 'addPasskey',
  method: 'POST',
  path: '/api/admin/passkeys/add/',
  access: 'signed in',
  needsProof: true,
  summary: 'Store a passkey that a browser made',
  body: z.object({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)), response: WebAuthn }),
  response: z.object({}),
})

export const endPasskey = staffEndpoint({
  name: 'endPasskey',
  method: 'POST',
  path: '/api/admin/passkeys/:id/end/',
  access: 'signed in',
  needsProof: true,
  summary: 'End one of one’s passkeys',
  params: IdParams,
  response: z.object({}),
})
