import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const dist = path.resolve(import.meta.dirname, '../../dist')

export const brotliBytes = (bytes: Buffer): number => brotliCompressSync(bytes).length

export const assetNames = (): string[] =>
  readdirSync(path.join(dist, 'assets')).filter((name) => !/\.(br|gz)$/.test(name))

export const readBuilt = (file: string): string => readFileSync(path.join(dist, file), 'utf8')

/** Bytes that are sent for a file of dist/: its brotli copy, if the build has made one. */
export function sentBytes(file: string): number {
  const whole = path.join(dist, file)
  return readFileSync(existsSync(`${whole}.br`) ? `${whole}.br` : whole).length
}

/** Bytes of all fonts that pages may request. */
export function fontBytes(): number {
  const fonts = assetNames().filter((name) => name.endsWith('.woff2'))
  return fonts.reduce((sum, name) => sum + sentBytes(`assets/${name}`), 0)
}

/** Compressed bytes of everything that the worker fetches at its installation. */
export function precacheBytes(): number {
  const urls = [...readBuilt('sw.js').matchAll(/"revision":(?:null|"[^"]*"),"url":"([^"]+)"/g)].map(
    ([, url = '']) => url,
  )
  if (urls.length === 0) throw new Error('dist/sw.js lists no files')
  return urls.reduce((sum, url) => sum + sentBytes(url), 0)
}
