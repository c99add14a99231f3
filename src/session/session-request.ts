import type { Endpoint, EndpointInput, EndpointReply } from '#contract/endpoint.ts'
import { ApiError, isUnauthorized } from '../http/api-error.ts'
import { type RequestOptions, request } from '../http/request.ts'
import type { KeptPair } from './session-db.ts'
import { renewTokens } from './renew-tokens.ts'
import { endSession, followStored } from './session-changes.ts'
import { readTokens } from './session-copies.ts'
import { currentUserId } from './session-state.ts'

export interface SessionRequestOptions extends Omit<RequestOptions, 'bearer'> {
  /** A 401 that comes again after the tokens were renewed ends the session: who I am is the one call that must know (S4.06). */
  readonly endsSession?: boolean
}

/**
 * `request` as the signed-in person, or as a guest when nobody is. A 401 renews the tokens once and repeats the call;
 * only a refused renewal ends the session. What a page asked for one person is never sent as another who has signed in
 * in another tab by then. Where the session has ended, what guests may ask as well is asked once more as a guest. Throws
 * the ApiError of the last try.
 */
export async function sessionRequest<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  { endsSession = false, ...options }: SessionRequestOptions = {},
): Promise<EndpointReply<E>> {
  const tokens = readTokens()
  if (tokens === null) return request(endpoint, input, options)
  if (isAnothers(tokens)) throw notThisPerson()
  try {
    return await request(endpoint, input, { ...options, bearer: tokens.access })
  } catch (error) {
    if (!isUnauthorized(error)) throw error
    const renewal = await renewTokens(tokens)
    if (renewal.outcome === 'renewed') return again(renewal.tokens)
    if (renewal.outcome === 'refused') await endSession(tokens)
    else followStored()
    // What is open to all is kept from nobody by a session that has ended.
    if (isOpenToAll(endpoint) && readTokens() === null) return request(endpoint, input, options)
    throw error
  }

  async function again(renewed: KeptPair): Promise<EndpointReply<E>> {
    try {
      return await request(endpoint, input, { ...options, bearer: renewed.access })
    } catch (error) {
      if (endsSession && isUnauthorized(error)) await endSession(renewed)
      throw error
    }
  }
}

const isOpenToAll = ({ auth }: Endpoint) => auth === 'none' || auth === 'optional'

function isAnothers({ user_id }: KeptPair): boolean {
  const shown = currentUserId()
  return user_id !== null && shown !== null && user_id !== shown
}

/** Another tab changed the session, and its event has not come yet: it is followed now, and the page's call belongs to a person who is gone. */
function notThisPerson(): ApiError {
  followStored()
  return new ApiError({ kind: 'reply', status_code: 401, code: 'session_changed' })
}
