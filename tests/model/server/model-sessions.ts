/** What a browser gets at the sign-in and at each renewal. */
export interface ModelTokens {
  readonly access: string
  readonly refresh: string
  readonly user_id: string
}

interface Family {
  readonly userId: string
  generation: number
  /** The newest pair has reached its owner: its predecessor is no longer forgiven. */
  isSuccessorUsed: boolean
  isRevoked: boolean
}

/** The sessions of the server as they are meant (server/features/auth/sessions.ts), in memory: no token expires by itself. */
export class ModelSessions {
  readonly #families: Family[] = []
  /** Whose session was ended because an old refresh token came back, once for each; not where a network repeated it. */
  readonly endedByNobody: string[] = []

  /** Somebody signs in: a new family, with R(1). */
  open(userId: string): ModelTokens {
    const family = { userId, generation: 1, isSuccessorUsed: false, isRevoked: false }
    return this.#tokensOf(this.#families.push(family) - 1, family)
  }

  /** Ends the session that this refresh token belongs to, of whatever generation. */
  end(refresh: string): void {
    const family = this.#find(refresh)
    if (family !== undefined) family.isRevoked = true
  }

  /**
   * R(n) gives R(n+1); R(n-1) gives the same R(n) again until R(n), or an access token minted with it, is first used.
   * Anything older ends the family. Null when there is no such session. `isStray`: no page waits for the answer any more.
   */
  renew(refresh: string, isStray: boolean): ModelTokens | null {
    const family = this.#find(refresh)
    if (family === undefined || family.isRevoked) return null
    const presented = generationOf(refresh)
    if (presented === family.generation) {
      family.generation += 1
      family.isSuccessorUsed = false
      return this.#tokensOf(this.#families.indexOf(family), family)
    }
    if (presented === family.generation - 1 && !family.isSuccessorUsed) {
      return this.#tokensOf(this.#families.indexOf(family), family)
    }
    family.isRevoked = true
    if (!isStray) this.endedByNobody.push(family.userId)
    return null
  }

  /** Whose access token it is; null when its session has ended. */
  userOf(access: string): string | null {
    const family = this.#find(access)
    if (family === undefined || family.isRevoked) return null
    if (generationOf(access) === family.generation) family.isSuccessorUsed = true
    return family.userId
  }

  #find(token: string): Family | undefined {
    return this.#families[Number(token.split('/')[2])]
  }

  #tokensOf(index: number, { userId, generation }: Family): ModelTokens {
    const name = `${userId}/${index}/${generation}`
    return { access: `access/${name}`, refresh: `refresh/${name}`, user_id: userId }
  }
}

const generationOf = (token: string) => Number(token.split('/')[3])
