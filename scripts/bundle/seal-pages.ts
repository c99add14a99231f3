import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** What is in a file, as Subresource Integrity names it. */
export const integrityOf = (file: string) =>
  `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`

/**
 * Names the content of every page in the list of what the worker keeps. While a release is being rolled out, a server of
 * the other one may answer: its page, kept as this build's, would ask for chunks that this build has not. With its content
 * named such a page fails the installation, the earlier worker stays, and the browser tries again at the next visit.
 */
export const sealPages =
  (folder: string) =>
  <Entry extends { url: string }>(manifest: Entry[]) => ({
    manifest: manifest.map((entry) =>
      entry.url.endsWith('.html') ? { ...entry, integrity: integrityOf(path.join(folder, entry.url)) } : entry,
    ),
  })
