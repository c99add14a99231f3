const storageKey = (testId: string) => `purchase_key:${testId}`

/**
 * The key under which this test is being ordered. It is stored before the order is sent and kept until the order has
 * been answered: an order whose reply was lost is repeated under its own key and is never made twice.
 */
export function purchaseKey(testId: string): string {
  const stored = localStorage.getItem(storageKey(testId))
  if (stored !== null) return stored
  const fresh = crypto.randomUUID()
  localStorage.setItem(storageKey(testId), fresh)
  return fresh
}

export function forgetPurchaseKey(testId: string): void {
  localStorage.removeItem(storageKey(testId))
}
