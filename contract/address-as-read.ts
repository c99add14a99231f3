import { normalEmail } from './email-address.ts'

/**
 * An address as people read it: its domain in its own letters (`olena@приклад.укр`). A domain stays in ASCII if it is not the
 * one spelling of these letters or could be read as something else.
 */
export function addressAsRead(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at).toLowerCase()
  if (!/(^|\.)xn--/.test(domain)) return address
  const labels = domain.split('.').map((label) => (label.startsWith('xn--') ? decode(label.slice(4)) : label))
  const read = address.slice(0, at) + labels.join('.')
  return normalEmail(read) === address.slice(0, at) + domain ? read : address
}

/** Decodes one label of Punycode (RFC 3492, section 6.2); '' if it is invalid. */
function decode(label: string): string {
  const edge = label.lastIndexOf('-')
  const output = edge < 1 ? [] : label.slice(0, edge).split('')
  let [code, place, bias, at] = [128, 0, 72, edge < 1 ? 0 : edge + 1]
  while (at < label.length) {
    const before = place
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = digitAt(label, at)
      if (digit === null) return ''
      at += 1
      place += digit * weight
      const least = Math.min(26, Math.max(1, k - bias))
      if (digit < least) break
      weight *= 36 - least
    }
    const size = output.length + 1
    bias = biasAfter(place - before, size, before === 0)
    code += Math.floor(place / size)
    if (code > 0x10ffff) return ''
    place %= size
    output.splice(place, 0, String.fromCodePoint(code))
    place += 1
  }
  return output.join('')
}

function digitAt(label: string, at: number): number | null {
  const code = at < label.length ? label.charCodeAt(at) : 0
  if (code >= 0x61 && code <= 0x7a) return code - 0x61
  return code >= 0x30 && code <= 0x39 ? code - 0x30 + 26 : null
}

function biasAfter(delta: number, size: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / size)
  let k = 0
  for (; rest > 455; k += 36) rest = Math.floor(rest / 35)
  return k + Math.floor((36 * rest) / (rest + 38))
}
