import type { Send } from '../src/http/send.ts'
import { replyOf } from '../src/http/reply-of.ts'
import { request } from '../src/http/request.ts'

/** The worker's sender: without a Bearer, which is stored where a worker cannot read it. */
export const sendByTicket: Send = (endpoint, input, { signal }) => replyOf(request(endpoint, input, { signal }))
