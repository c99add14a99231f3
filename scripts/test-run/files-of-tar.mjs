const BLOCK = 512

/** A POSIX ustar archive's regular files, as `{ name, bytes }`. Throws if a name leads out of the folder. */
export function filesOfTar(archive) {
  const files = []
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const header = archive.subarray(at, at + BLOCK)
    // Two blocks of zeros are the end.
    if (header[0] === 0) break
    const text = (from, length) => header.toString('utf8', from, from + length).replace(/\0.*$/s, '')
    const size = Number.parseInt(text(124, 12).trim() || '0', 8)
    const kind = text(156, 1)
    const prefix = text(257, 5) === 'ustar' ? text(345, 155) : ''
    const name = prefix ? `${prefix}/${text(0, 100)}` : text(0, 100)
    if (name.startsWith('/') || name.split('/').includes('..')) throw new Error(`A tar archive names ${name}`)
    if (kind === '' || kind === '0') files.push({ name, bytes: archive.subarray(at + BLOCK, at + BLOCK + size) })
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return files
}
