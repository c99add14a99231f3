export interface ModelTokens {
  readonly access: string
  readonly refresh: string
  readonly user_id: string
}

/** Outcome of a renewal: the next pair, or the code of a 401. */
export type ModelRenewal = ModelTokens | 'token_superseded' | 'token_revoked'

interface Answered {
  readonly generation: number
  readonly renewalId: string | null
  /** Virtual milliseconds of the server's last reply with its successor. */
  at: number
}

interface Family {
  readonly userId: string
  generation: number
  /** Whether the owner has used the newest pair. Its predecessor then gets no pair any more. */
  isSuccessorUsed: boolean
  isRevoked: boolean
  answered: Answered[]
}

/** In milliseconds, as in server/features/auth/late-renewal.ts. */
const lateLimit = 120_000

/** The server's intended sessions (server/features/auth/sessions.ts), in memory. No token expires by itself. */
export class ModelSessions {
  readonly #families: Family[] = []
  #minted = 0
  /** Owners of sessions that ended although nobody ended them: by an old refresh token, or by a page that gave one up. */
  readonly endedByNobody: string[] = []

  /** Signs a person in: a new family, with R(1). */
  open(userId: string): ModelTokens {
    const family: Family = { userId, generation: 1, isSuccessorUsed: false, isRevoked: false, answered: [] }
    return this.#tokensOf(this.#families.push(family) - 1, family)
  }

  /** Ends the session of a refresh token of any generation, at its owner's request. */
  end(refresh: string): void {
    const family = this.#find(refresh)
    if (family !== undefined) family.isRevoked = true
  }

  /** Ends the session because a page gave it up. Nobody in the model signs out. */
  giveUp(refresh: string): void {
    const family = this.#find(refresh)
    if (family !== undefined && !family.isRevoked) this.#endByNobody(family)
  }

  /**
   * Renews a session. R(n) gives R(n+1). R(n-1) gives the same R(n) again until R(n), or an access token minted with it, is first
   * used. After that a late token gets only a 401, and anything older ends the family.
   */
  renew(refresh: string, renewalId: string | null, now: number): ModelRenewal {
    const family = this.#find(refresh)
    if (family === undefined || family.isRevoked) return 'token_revoked'
    const presented = generationOf(refresh)
    if (presented === family.generation) {
      family.answered.push({ generation: presented, renewalId, at: now })
      family.generation += 1
      family.isSuccessorUsed = false
      return this.#tokensOf(this.#families.indexOf(family), family)
    }
    if (presented === family.generation - 1 && !family.isSuccessorUsed) {
      family.answered.at(-1)!.at = now
      return this.#tokensOf(this.#families.indexOf(family), family)
    }
    if (isLate(family, presented, renewalId, now)) return 'token_superseded'
    this.#endByNobody(family)
    return 'token_revoked'
  }

  /** Owner of an access token; null if the session has ended. */
  userOf(access: string): string | null {
    const family = this.#find(access)
    if (family === undefined || family.isRevoked) return null
    if (generationOf(access) === family.generation) family.isSuccessorUsed = true
    return family.userId
  }

  #endByNobody(family: Family): void {
    family.isRevoked = true
    this.endedByNobody.push(family.userId)
  }

  #find(token: string): Family | undefined {
    return this.#families[Number(partsOf(token)[0])]
  }

  #tokensOf(index: number, { userId, generation }: Family): ModelTokens {
    const name = `${userId}/${index}/${generation}`
    this.#minted += 1
    return { access: `access/${name}/${this.#minted}`, refresh: refreshTokenOf(index, generation), user_id: userId }
  }
}

/** Whether this token was answered within two minutes, and is the direct predecessor or comes with the same renewal id. */
function isLate({ generation, answered }: Family, presented: number, renewalId: string | null, now: number): boolean {
  const answer = answered.find((one) => one.generation === presented)
  if (answer === undefined || now - answer.at > lateLimit) return false
  return presented === generation - 1 || (renewalId !== null && renewalId === answer.renewalId)
}

const partsOf = (token: string) => (token.startsWith('access/') ? token.split('/').slice(2) : token.split('.'))

/**
 * A refresh token in the form that clients expect from this product's server. Each has a different ending, like a signature: a
 * browser recognises the pair that it adopted by its ending (`tokenEnding`; 27128:212823).
 */
const refreshTokenOf = (index: number, generation: number) =>
  `${String(index).padStart(36, '0')}.${generation}.${`-${index}-${generation}`.padStart(43, 's')}`

const generationOf = (token: string) => Number(partsOf(token)[1])
