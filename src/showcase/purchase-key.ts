const storageKey = (testId: string) => `purchase_key:${testId}`

/** What a storage that is full or forbidden did not take: it lives as long as the page. */
const inMemory = new Map<string, string>()

/**
 * The key under which this test is being ordered. It is stored before the order is sent and kept until the order has
 * been answered: an order whose reply was lost is repeated under its own key and is never made twice.
 */
export function purchaseKey(testId: string): string {
  const known = storedKey(testId) ?? inMemory.get(testId)
  if (known !== undefined) return known
  const fresh = crypto.randomUUID()
  inMemory.set(testId, fresh)
  try {
    localStorage.setItem(storageKey(testId), fresh)
  } catch {
    // The server knows an order that stays open by its test as well.
  }
  return fresh
}

export function forgetPurchaseKey(testId: string): void {
  inMemory.delete(testId)
  try {
    localStorage.removeItem(storageKey(testId))
  } catch {
    // Nothing is kept where storage is forbidden.
  }
}

function storedKey(testId: string): string | undefined {
  try {
    return localStorage.getItem(storageKey(testId)) ?? undefined
  } catch {
    return undefined
  }
}
