import type { SessionReply } from '#contract/auth.ts'

export interface Tokens {
  readonly access: string
  readonly refresh: string
}

/** The pair under the keys that the specification names, or null unless both are there (S3.07). */
export function readTokens(): Tokens | null {
  try {
    const access = localStorage.getItem('access')
    const refresh = localStorage.getItem('refresh')
    return access && refresh ? { access, refresh } : null
  } catch {
    // A browser that forbids storage throws at every touch: there is no session then, and the site still opens.
    return null
  }
}

/** Whose pair it is: readable at once after a start without a network. */
export function readUserId(): string | null {
  return readTokens() === null ? null : localStorage.getItem('user_id')
}

export function writeTokens({ access, refresh, user_id }: Pick<SessionReply, 'access' | 'refresh' | 'user_id'>): void {
  localStorage.setItem('access', access)
  localStorage.setItem('refresh', refresh)
  localStorage.setItem('user_id', user_id)
}

export function clearTokens(): void {
  try {
    for (const key of ['access', 'refresh', 'user_id']) localStorage.removeItem(key)
  } catch {
    // Storage is forbidden, so nothing was kept.
  }
}
