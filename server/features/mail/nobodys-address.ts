const domain = '@erased.invalid'

/** The address of an account that was erased. RFC 2606 keeps the domain from ever existing. */
export function nobodysAddress(userId: string): string {
  return userId + domain
}

/** Whether a letter to this address could reach nobody. */
export function isNobodys(address: string): boolean {
  return address.endsWith(domain)
}
