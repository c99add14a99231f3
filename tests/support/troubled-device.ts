import type { Page } from '@playwright/test'

/** Troubles of the device under an open page. `origin` is the page's. */
export async function troubledDevice(page: Page, origin: string) {
  const devtools = await page.context().newCDPSession(page)
  return {
    /** Moves the wall clock by this many hours and the steady clock by none, as many devices do while they sleep. */
    moveWallClock: (hours: number) =>
      page.evaluate((by) => {
        const before = Date.now
        Date.now = () => before() + by
      }, hours * 3_600_000),
    /** Freezes the page until it wakes. */
    fallAsleep: () => devtools.send('Page.setWebLifecycleState', { state: 'frozen' }),
    wakeUp: async () => {
      await devtools.send('Page.setWebLifecycleState', { state: 'active' })
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    },
    moveToTimezone: (timezoneId: string) => devtools.send('Emulation.setTimezoneOverride', { timezoneId }),
    /** Makes every write to IndexedDB fail until the page is left. (The quota of DevTools does not reach IndexedDB.) */
    fillDisk: () =>
      page.evaluate(() => {
        IDBObjectStore.prototype.put = () => {
          throw new DOMException('Quota exceeded', 'QuotaExceededError')
        }
      }),
    /** Clears the site's databases as "Clear site data" does: open connections are closed by force. */
    deleteDatabases: () => devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' }),
    /** Imitates the death of Safari's storage process: open connections fail, new ones work. */
    loseStorageProcess: () =>
      page.evaluate(() => {
        const { transaction } = IDBDatabase.prototype
        const { open } = IDBFactory.prototype
        const alive = new WeakSet<IDBDatabase>()
        IDBFactory.prototype.open = function (...rest) {
          const request = open.apply(this, rest)
          request.addEventListener('success', () => alive.add(request.result))
          return request
        }
        IDBDatabase.prototype.transaction = function (...rest) {
          if (alive.has(this)) return transaction.apply(this, rest)
          throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
        }
      }),
  }
}
