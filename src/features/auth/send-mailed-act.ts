import type { Endpoint, EndpointInput, EndpointReply } from '#contract/endpoint.ts'
import { isUnauthorized } from '../../http/api-error.ts'
import { request } from '../../http/request.ts'
import { sessionRequest } from '../../session/session-request.ts'

/**
 * Sends what a mailed link asks for as the signed-in person, which shows whose the link is; a session that has ended is no
 * reason not to do it.
 */
export async function sendMailedAct<E extends Endpoint>(call: E, input: EndpointInput<E>): Promise<EndpointReply<E>> {
  try {
    return await sessionRequest(call, input)
  } catch (error) {
    if (!isUnauthorized(error)) throw error
    return request(call, input)
  }
}
