import { BlockList, isIPv6 } from 'node:net'

/** What is reachable by nobody else than this machine and its neighbours, or by everybody at once: IANA's special-purpose registries. */
const special = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, and what was reserved above it.
  ['224.0.0.0', 3],
] as const) {
  special.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4: an IPv4 address in other clothes.
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const) {
  special.addSubnet(network, prefix, 'ipv6')
}
/** Global unicast: all that has been given out of IPv6. Mapped, translated, local and multicast addresses lie outside. */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is a place on the public Internet. Anything that is no IP address is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return global.check(address, 'ipv6') && !special.check(address, 'ipv6')
  return /^\d+\.\d+\.\d+\.\d+$/.test(address) && !special.check(address, 'ipv4')
}
