import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Global unicast: all that has been given out of IPv6 (IANA's registry of its address space). */
const given = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an IP address is a place on the public Internet: in none of the special ranges that IANA's registries name. Anything that
 * `isIP` does not take for an IP address is not: `ipaddr.js` alone would read octal and shortened forms, too.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(given))
}
