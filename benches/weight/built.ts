import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const dist = path.resolve(import.meta.dirname, '../../dist')

export const brotliBytes = (bytes: Buffer): number => brotliCompressSync(bytes).length

/** The names of the built client's assets. */
export const assetNames = (): string[] =>
  readdirSync(path.join(dist, 'assets')).filter((name) => !/\.(br|gz)$/.test(name))

export const readBuilt = (file: string): string => readFileSync(path.join(dist, file), 'utf8')

/** What is sent of a file of dist/: its brotli copy where the build has made one, in bytes. */
export function sentBytes(file: string): number {
  const whole = path.join(dist, file)
  return readFileSync(existsSync(`${whole}.br`) ? `${whole}.br` : whole).length
}

/** Every font that any page may ask for, in bytes. */
export function fontBytes(): number {
  const fonts = assetNames().filter((name) => name.endsWith('.woff2'))
  return fonts.reduce((sum, name) => sum + sentBytes(`assets/${name}`), 0)
}

/** All that the worker fetches when it is installed, compressed, in bytes. */
export function precacheBytes(): number {
  const urls = [...readBuilt('sw.js').matchAll(/"revision":(?:null|"[^"]*"),"url":"([^"]+)"/g)].map(
    ([, url = '']) => url,
  )
  if (urls.length === 0) throw new Error('dist/sw.js lists no files')
  return urls.reduce((sum, url) => sum + sentBytes(url), 0)
}
