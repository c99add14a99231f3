import { heading, row } from '../table.ts'
import { assetNames, fontBytes, precacheBytes, sentBytes } from './built.ts'
import { initialScripts } from './initial-scripts.ts'

const drawnFiles = [
  ['/', 'index.html'],
  ['/examples', 'examples.html'],
  ['/login', 'login.html'],
] as const

/** Prints what the built client weighs, compressed as it is sent, beside the floor of the same run (bytes). */
export function printWeights(floor: number): void {
  heading('Weight: kB (1000 bytes) as they are sent, brotli where text')
  row('floor: the libraries alone', floor, 'kB')
  for (const { page, bytes } of initialScripts()) {
    row(`initial JavaScript of ${page}`, bytes, 'kB', { floor, aim: '≤ 1.25' })
  }
  // Ten packets come without a wait for what they are answered; headers take one of them.
  for (const [page, file] of drawnFiles) row(`HTML and styles of ${page}`, sentBytes(file), 'kB', { aim: '≤ 13 kB' })
  row('fonts, all of them', fontBytes(), 'kB', { aim: '≤ 36 kB' })
  row('precache of the worker', precacheBytes(), 'kB', { aim: '≤ 450 kB' })
  const code = assetNames().filter((name) => /\.(js|css)$/.test(name))
  const all = code.reduce((sum, name) => sum + sentBytes(`assets/${name}`), 0)
  row('all JavaScript and CSS of every page', all, 'kB', { floor })
}
