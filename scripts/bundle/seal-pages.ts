import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A file's content as Subresource Integrity names it. */
export const integrityOf = (file: string) =>
  `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`

/**
 * Adds each page's content hash to the precache's list. During a roll-out a server of the other release may answer. Its page,
 * kept as this build's, would request chunks that this build lacks. With the hash such a page fails the installation, the earlier
 * worker stays, and the browser tries again at the next visit.
 */
export const sealPages =
  (folder: string) =>
  <Entry extends { url: string }>(manifest: Entry[]) => ({
    manifest: manifest.map((entry) =>
      entry.url.endsWith('.html') ? { ...entry, integrity: integrityOf(path.join(folder, entry.url)) } : entry,
    ),
  })
