/** Returns the browser's databases and storages as text, to look for data that must not be there. Runs in a page. */
export async function readStoredText(): Promise<string> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const found: unknown[] = []
  for (const { name } of await indexedDB.databases()) {
    const db = await done(indexedDB.open(name!))
    for (const store of db.objectStoreNames) {
      const rows = db.transaction(store).objectStore(store)
      found.push(name, store, await done(rows.getAllKeys()), await done(rows.getAll()))
    }
    db.close()
  }
  return JSON.stringify([found, { ...localStorage }, { ...sessionStorage }])
}
