import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { beginSignIn, findSignIn, forgetSignIn, hasBegunSignIn, linkInText } from './sign-in-link.ts'

let stored: Map<string, string>
const now = Date.parse('2026-01-05T10:00:00Z')
const hour = 3_600_000

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})

describe('a sign-in by a mailed link', () => {
  it('[S2.03] a sign-in by a mailed link gives a state and the SHA-256 of a verifier, and the verifier stays in this browser', async () => {
    const { state, code_challenge } = await beginSignIn('/tests?type=logic', null, now)
    const begun = findSignIn(state, now + hour)!
    expect(begun).toMatchObject({ returnTo: '/tests?type=logic', begunAt: now })
    expect(begun.verifier).toMatch(/^[\w-]{43}$/)
    expect(code_challenge).toBe(createHash('sha256').update(begun.verifier).digest('base64url'))
    expect([state, code_challenge]).not.toContain(begun.verifier)
  })

  it('[S2.03] a browser does not know a sign-in that it did not begin, that it finished, or that it began 25 hours ago', async () => {
    const { state } = await beginSignIn(null, null, now)
    expect(findSignIn('somebody-elses-state', now)).toBeNull()
    expect(findSignIn(state, now + 25 * hour)).toBeNull()
    forgetSignIn(state, now)
    expect(findSignIn(state, now)).toBeNull()
  })

  it('a browser awaits a begun sign-in for a day, or until the sign-in is finished', async () => {
    expect(hasBegunSignIn(now)).toBe(false)
    const { state } = await beginSignIn(null, null, now)
    expect([hasBegunSignIn(now + hour), hasBegunSignIn(now + 25 * hour)]).toEqual([true, false])
    forgetSignIn(state, now)
    expect(hasBegunSignIn(now)).toBe(false)
  })

  it('a sign-in link is found in text that was copied from its letter, and in no other text', () => {
    const link = 'https://iq.example/auth-callback?state=abc&code=def'
    for (const text of [link, `  ${link}\n`, `Увійти: ${link} Воно діє 60 хвилин`]) {
      expect(Object.fromEntries(linkInText(text)!)).toEqual({ state: 'abc', code: 'def' })
    }
    expect(Object.fromEntries(linkInText(`${link}#top`)!)).toEqual({ state: 'abc', code: 'def' })
    // The oldest browsers that we build for have no URL.canParse.
    const canParse = vi.spyOn(URL, 'canParse').mockImplementation(() => {
      throw new TypeError('URL.canParse is not a function')
    })
    expect(linkInText(link)).not.toBeNull()
    canParse.mockRestore()
    for (const text of ['', 'код 123', 'https://', 'https://iq.example/auth-callback?state=abc']) {
      expect(linkInText(text)).toBeNull()
    }
  })

  it('a sign-in by a first letter stays valid after a second letter is requested', async () => {
    const first = await beginSignIn(null, null, now)
    const second = await beginSignIn(null, null, now + hour)
    expect(findSignIn(first.state, now + hour)).not.toBeNull()
    forgetSignIn(first.state, now + hour)
    expect(findSignIn(second.state, now + hour)).not.toBeNull()
  })

  it('a browser finds no begun sign-in if localStorage is missing or holds foreign data', () => {
    stored.set('begun_sign_ins', '{"a":[]')
    expect(findSignIn('x', now)).toBeNull()
    stored.set('begun_sign_ins', '[null, 7, {"state":"x"}]')
    expect(findSignIn('x', now)).toBeNull()
    vi.stubGlobal('localStorage', undefined)
    expect(findSignIn('x', now)).toBeNull()
  })
})
