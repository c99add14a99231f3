import { sha256Hex } from './sha256.ts'

const stemDigits = 8

/** What an item is known by: the digest of what it asks (`stem`), then that of all that it is made of. */
export function signatureOf(stem: unknown, content: unknown): string {
  return sha256Hex(JSON.stringify(stem), stemDigits) + sha256Hex(JSON.stringify(content), 24 - stemDigits)
}

/** The same for all items that ask the same, whatever may be chosen from. */
export function stemOf(signature: string): string {
  return signature.slice(0, stemDigits)
}

/** What is kept of one thing that an item asks or shows: 64 bits, as 16 hexadecimal digits. */
export function digestOfAsk(ask: string): string {
  return sha256Hex(ask, 16)
}

/** All that is to be kept of an item that a person was given: what it asks first, then what it shows. */
export function digestsOf({ asks, shows }: { asks: readonly string[]; shows: readonly string[] }): string[] {
  return [...asks, ...shows].map(digestOfAsk)
}
