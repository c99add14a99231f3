import type { Endpoint, EndpointInput, EndpointReply } from '#contract/endpoint.ts'
import { isUnauthorized } from '../http/api-error.ts'
import { type RequestOptions, request } from '../http/request.ts'
import { endSession } from './end-session.ts'
import { renewTokens } from './renew-tokens.ts'
import { readTokens } from './tokens.ts'

/**
 * `request` as the signed-in person, or as a guest when nobody is. A 401 renews the tokens once and repeats the call;
 * only a refused renewal ends the session. Throws the ApiError of the last try.
 */
export async function sessionRequest<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options: Omit<RequestOptions, 'bearer'> = {},
): Promise<EndpointReply<E>> {
  const tokens = readTokens()
  if (tokens === null) return request(endpoint, input, options)
  try {
    return await request(endpoint, input, { ...options, bearer: tokens.access })
  } catch (error) {
    if (!isUnauthorized(error)) throw error
    const renewal = await renewTokens(tokens)
    if (renewal.outcome === 'refused') {
      endSession()
      throw error
    }
    return request(endpoint, input, { ...options, bearer: renewal.tokens.access })
  }
}
