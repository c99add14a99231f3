/** The number of an order as its buyer and operators read it, «3F2A-9C1B»: the first eight digits of its id. */
export const orderNumber = (id: string): string => `${id.slice(0, 4)}-${id.slice(4, 8)}`.toUpperCase()

/** The least and the greatest id of orders with this number; null if `text` is none. */
export function idsOfNumber(text: string): [least: string, greatest: string] | null {
  const digits = /^([0-9a-f]{4})-([0-9a-f]{4})$/i.exec(text)
  if (digits === null) return null
  const begin = `${digits[1]}${digits[2]}`.toLowerCase()
  return [`${begin}-0000-0000-0000-000000000000`, `${begin}-ffff-ffff-ffff-ffffffffffff`]
}
