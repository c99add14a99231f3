import * as z from 'zod/mini'
import { pasted } from './pasted.ts'
import { pastedCode } from './pasted-text.ts'

/** Of the platforms that this runs on, each knows how a domain of any letters is spelt in ASCII (WHATWG URL, IDNA). */
declare const URL: new (address: string) => { readonly hostname: string }

/**
 * The one spelling of an address: without what was pasted along unseen, its domain in ASCII, as mail servers want it and as one
 * account is found by all of its spellings. `олена@приклад.укр` is no address in ASCII before its @, and stays as it is.
 * The domain of what is no address stays as well, for `Email` to refuse.
 */
export function normalEmail(text: string): string {
  const address = pastedCode(text)
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  // Its ASCII takes the square of its length to find. So long a domain is nobody's.
  if (domain.length > 253) return address
  // What else an address of a page may have in its place says nothing of a domain.
  if (!/[^\0-\x7f]/.test(domain) || /[\s/?#:\\%[\]<>^|]/.test(domain)) return address
  try {
    return address.slice(0, at + 1) + new URL(`http://${domain}`).hostname
  } catch {
    return address
  }
}

/** zod's own pattern, with top-level domains of other letters (`xn--j1amh` is .укр), and no label longer than a domain has. */
const pattern =
  /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z\d][a-z\d-]{0,62}\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{0,58}[a-z\d])$/i

/** An e-mail address, in its one spelling. */
export const Email = pasted(normalEmail, 254).check(z.email({ pattern }))
