import * as z from 'zod/mini'
import { pasted } from './pasted.ts'
import { pastedCode } from './pasted-text.ts'

/** Every platform of this module has `URL`. It spells a domain of any letters in ASCII (WHATWG URL, IDNA). */
declare const URL: new (address: string) => { readonly hostname: string }

/**
 * The one spelling of an address: without unseen characters, and with its domain in ASCII, as mail servers need it and so
 * that all spellings find one account. `олена@приклад.укр` is not ASCII before its @; only its domain changes. The domain of
 * an invalid address stays, for `Email` to refuse.
 */
export function normalEmail(text: string): string {
  const address = pastedCode(text)
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  // The conversion to ASCII takes time quadratic in the domain's length. No real domain is so long.
  if (domain.length > 253) return address
  // These characters have a meaning in a URL, so they are in no domain.
  if (!/[^\0-\x7f]/.test(domain) || /[\s/?#:\\%[\]<>^|]/.test(domain)) return address
  try {
    return address.slice(0, at + 1) + new URL(`http://${domain}`).hostname
  } catch {
    return address
  }
}

/** zod's own pattern, plus top-level domains of other letters (`xn--j1amh` is .укр), and no label longer than DNS allows. */
const pattern =
  /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z\d][a-z\d-]{0,62}\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{0,58}[a-z\d])$/i

/** An e-mail address, in its one spelling (`normalEmail`). */
export const Email = pasted(normalEmail, 254).check(z.email({ pattern }))
