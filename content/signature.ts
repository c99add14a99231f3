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

/** What is kept of an item that somebody has seen: eight bytes, the stem's four and as many of the rest. */
export const seenDigits = 16

/** A signature, or the beginning of one that was kept, cut to what is kept. */
export function seenAs(signature: string): string {
  return signature.slice(0, seenDigits)
}
