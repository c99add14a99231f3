import 'fake-indexeddb/auto'
import { closeExamDb } from '../../src/attempt/replica/database.ts'

/**
 * Empties every IndexedDB before a test file: one worker may run all files and would find what the file before left. It uses
 * the browser's own calls, because the product's may be under test. It closes the product's connection too: an open
 * connection keeps the original calls that a test wants to watch.
 */
await closeExamDb()
for (const { name } of await indexedDB.databases()) {
  if (name === undefined) continue
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const stores = [...db.objectStoreNames]
  if (stores.length > 0) {
    const tx = db.transaction(stores, 'readwrite')
    for (const store of stores) tx.objectStore(store).clear()
    await new Promise((resolve) => {
      tx.oncomplete = resolve
    })
  }
  db.close()
}
