import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** All that has been given out of IPv6 (RFC 4291). What is mapped, translated, local or for many lies outside. */
const given = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an IP address is a place on the public Internet: in none of the special ranges that IANA's registries name. Anything that is
 * no IP address as RFC 4001 and RFC 4291 write one is not.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(given))
}
