import 'fake-indexeddb/auto'
import { closeExamDb } from '../../src/attempt/replica/database.ts'

/**
 * Empties every IndexedDB before a file of tests: where one worker runs all of them, what the file before has left would be found.
 * By the browser's own calls, for the product's may be what is under test. Its connection is closed as well: an open one has taken
 * hold of the calls that a test watches.
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
