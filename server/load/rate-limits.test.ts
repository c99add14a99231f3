import { describe, expect, it } from 'vitest'
import { networkOf } from './rate-limits.ts'

describe('the networks that a rate limit counts', () => {
  it.each([
    ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::7:1:2:3:4', '2001:db8:0:7::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
  ])('a rate limit counts %s as %s', (address, network) => expect(networkOf(address)).toBe(network))
})
