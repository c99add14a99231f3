import { exchangeCode } from '#contract/auth.ts'
import { withoutUnseen } from '#contract/pasted-text.ts'
import { isAbsent } from '../../http/api-error.ts'
import { request } from '../../http/request.ts'
import { accountMessages } from '../../messages/account-messages.ts'
import { failureSentence } from '../../messages/messages.ts'
import { signInLinkTexts } from '../../messages/sign-in-link.ts'
import { paths } from '../../paths.ts'
import { maySee, safeReturnPath } from '../../session/return-location.ts'
import { acceptSession } from '../../session/sign-in.ts'
import { loadProfile } from '../../session/start-session.ts'
import { isDeadLink } from './mailed-link.tsx'

/** A sign-in by a mailed link (PKCE, S256). localStorage keeps it: the link opens in a new tab, maybe after a restart. */
export interface BegunSignIn {
  /** Comes back in the link. Only the browser that began this sign-in has it. */
  state: string
  /** Proves to the server that the same browser asks and finishes. */
  verifier: string
  /** The page that the person wanted, or null. */
  returnTo: string | null
  /** The owner of that page, where a session ended on it. Another person who finishes the sign-in is not led there. */
  returnOwner?: string | null
  /** Milliseconds since 1970 by this device's clock. */
  begunAt: number
}

const key = 'begun_sign_ins'
/** The number of sign-ins kept: a person who asks again may open an earlier mail. The links of older mails have long expired. */
const kept = 3
const dayMs = 86_400_000

/** Remembers a new sign-in, and returns its part for the server. Throws where the browser keeps nothing. */
export async function beginSignIn(
  returnTo: string | null,
  returnOwner: string | null = null,
  now: number = Date.now(),
): Promise<{ state: string; code_challenge: string }> {
  const [state, verifier] = [randomText(), randomText()]
  const others = begunSignIns(now).slice(0, kept - 1)
  localStorage.setItem(key, JSON.stringify([{ state, verifier, returnTo, returnOwner, begunAt: now }, ...others]))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { state, code_challenge: base64url(new Uint8Array(digest)) }
}

/** Whether a link that works in this browser may be on its way by mail. */
export function hasBegunSignIn(now: number): boolean {
  return begunSignIns(now).length > 0
}

/** The parameters of a mailed link in a copied text; null where the text has no such link. */
export function linkInText(text: string): URLSearchParams | null {
  const query = /https?:\/\/[^\s?#]+\?([^\s#]+)/.exec(withoutUnseen(text))?.[1]
  if (query === undefined) return null
  const searchParams = new URLSearchParams(query)
  return searchParams.has('code') && searchParams.has('state') ? searchParams : null
}

/** The sign-in that this browser began with `state`; null if begun elsewhere, finished, or older than a day. */
export function findSignIn(state: string, now: number): BegunSignIn | null {
  return begunSignIns(now).find((begun) => begun.state === state) ?? null
}

export function forgetSignIn(state: string, now: number): void {
  localStorage.setItem(key, JSON.stringify(begunSignIns(now).filter((begun) => begun.state !== state)))
}

function begunSignIns(now: number): BegunSignIn[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((row) => isBegun(row) && now - row.begunAt < dayMs) : []
  } catch {
    // The storage is forbidden, or the key holds something else: nothing was begun here.
    return []
  }
}

function isBegun(row: unknown): row is BegunSignIn {
  const { state, verifier, begunAt } = (row ?? {}) as Partial<BegunSignIn>
  return typeof state === 'string' && typeof verifier === 'string' && typeof begunAt === 'number'
}

/** 256 random bits as 43 letters, digits, `-` and `_`. */
function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)))
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** `goTo`: signed in, and the page to open. `canRetry`: the code may still be good. `isForeign`: not asked for here, or used. */
export type FinishedSignIn = { goTo: string } | { sentence: string; canRetry: boolean; isForeign?: boolean }

/** Finishes the sign-in of a mailed link, only with state and verifier of this very browser (S2.03). Never throws. */
export async function finishSignIn(link: URLSearchParams, now: number): Promise<FinishedSignIn> {
  const [code, state] = [link.get('code'), link.get('state')]
  if (!code || !state) return { sentence: signInLinkTexts.incomplete, canRetry: false }
  const begun = findSignIn(state, now)
  if (begun === null) return { sentence: signInLinkTexts.foreign, canRetry: false, isForeign: true }
  try {
    await acceptSession(await request(exchangeCode, { body: { code, code_verifier: begun.verifier } }))
  } catch (error) {
    const isOver = isDeadLink(error) || isAbsent(error)
    if (isOver) forgetSignIn(state, now)
    const sentence = isAbsent(error) ? signInLinkTexts.absent : failureSentence(error, accountMessages.loginFailed)
    return { sentence, canRetry: !isOver }
  }
  forgetSignIn(state, now)
  // No await: the person continues immediately. The profile comes later, and the session's state keeps its failure.
  void loadProfile()
  const goesBack = maySee(begun.returnOwner)
  return { goTo: (goesBack ? safeReturnPath(begun.returnTo) : null) ?? paths.profile }
}
