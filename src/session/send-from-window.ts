// A lazy boundary: loaded with an attempt, and where answers wait to be sent.
import { replyOf } from '../http/reply-of.ts'
import { request } from '../http/request.ts'
import type { Send } from '../http/send.ts'
import { sessionRequest } from './session-request.ts'

/** The window's sender: as the signed-in person, or by the ticket alone. */
export const sendFromWindow: Send = (endpoint, input, { signal, asTicketHolder }) =>
  replyOf(asTicketHolder === true ? request(endpoint, input, { signal }) : sessionRequest(endpoint, input, { signal }))
