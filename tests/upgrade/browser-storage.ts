import type { Page } from '@playwright/test'

interface StoreDump {
  name: string
  keyPath: string | string[] | null
  autoIncrement: boolean
  indexes: { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[]
  /** In the order of their keys. A row that contains its own key is kept without it. */
  rows: { key: IDBValidKey; value: unknown }[]
}

/** Data of a site in one browser, without its worker's caches. All rows are plain values, which JSON carries. */
export interface BrowserDump {
  localStorage: Record<string, string>
  databases: { name: string; version: number; stores: StoreDump[] }[]
}

export async function dumpBrowser(page: Page): Promise<BrowserDump> {
  // Functions that tsx compiles call `__name`, which the page does not have.
  await page.evaluate('globalThis.__name = (named) => named')
  return await page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const databases = []
    for (const { name, version } of await indexedDB.databases()) {
      const db = await done(indexedDB.open(name!))
      const stores = []
      for (const storeName of db.objectStoreNames) {
        const store = db.transaction(storeName).objectStore(storeName)
        const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())])
        stores.push({
          name: storeName,
          keyPath: store.keyPath,
          autoIncrement: store.autoIncrement,
          indexes: [...store.indexNames].map((index) => {
            const { name: indexName, keyPath, unique, multiEntry } = store.index(index)
            return { name: indexName, keyPath, unique, multiEntry }
          }),
          rows: keys.map((key, at) => ({ key, value: values[at] as unknown })),
        })
      }
      databases.push({ name: name!, version: version!, stores })
      db.close()
    }
    return { localStorage: { ...localStorage }, databases }
  })
}

/** Writes the data into the browser of this page, which must belong to the site and run none of its code. */
export function restoreBrowser(page: Page, dump: BrowserDump): Promise<void> {
  return page.evaluate(async (json: string) => {
    const { localStorage: facts, databases } = JSON.parse(json) as BrowserDump
    for (const [key, value] of Object.entries(facts)) localStorage.setItem(key, value)
    for (const { name, version, stores } of databases) {
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name, version)
        opening.onerror = () => reject(opening.error)
        opening.onupgradeneeded = () => {
          for (const { name: storeName, keyPath, autoIncrement, indexes, rows } of stores) {
            const store = opening.result.createObjectStore(storeName, { keyPath, autoIncrement })
            for (const index of indexes) store.createIndex(index.name, index.keyPath, index)
            for (const { key, value } of rows) store.put(value, ...(keyPath === null ? [key] : []))
          }
        }
        opening.onsuccess = () => {
          opening.result.close()
          resolve()
        }
      })
    }
  }, JSON.stringify(dump))
}
