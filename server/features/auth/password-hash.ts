import { hash, verify } from '@node-rs/argon2'

/** argon2id with the first recommended option of OWASP's cheat sheet: 19 MiB, 2 passes, 1 lane. Only tests set another one. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), passwordCost)
}

/** A hash that no password has: verified for unknown addresses, so that both answers cost one verification. */
let nobodysHash: Promise<string> | undefined

/** Exactly one argon2 verification whether the account exists or not. An erased account's empty hash fits nothing. */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hash(crypto.randomUUID(), passwordCost)
  const matches = await verify(storedHash || (await nobodysHash), password.normalize('NFC'))
  return matches && Boolean(storedHash)
}
