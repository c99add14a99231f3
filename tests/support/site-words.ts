import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { marked } from 'marked'
import { parseAst } from 'vite'

const root = path.resolve(import.meta.dirname, '../..')

/** A piece of text that visitors read, and the file that it is in. */
export interface Passage {
  file: string
  text: string
}

/** Folders with texts for visitors: the interface, a new shop, the law, letters, refusals, and separate pages. */
const folders = [
  'src/messages',
  'server/seed',
  'server/features',
  'server/plugins',
  'server/html',
  'server/metrics',
  'content/legal',
  'content/manual',
  'content/score',
]

export function sitePassages(): Passage[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|html|uk\.md)$/.test(name) && !name.includes('.test.'))
      .flatMap((name) => passagesOf(`${folder}/${name}`, readFileSync(path.join(root, folder, name), 'utf8'))),
  )
}

/** Splits a page, or the strings of a source, into blocks; `…` marks what the code fills in. */
export function passagesOf(file: string, source: string): Passage[] {
  const texts = file.endsWith('.ts') ? stringsOf(parseAst(source, { lang: 'ts' })) : [pageOf(file, source)]
  return texts
    .flatMap(blocksOf)
    .filter((text) => /[а-яіїєґ]/i.test(text))
    .map((text) => ({ file, text }))
}

/** Returns a page as HTML, without the lines of its head that nobody reads. */
function pageOf(file: string, source: string): string {
  const read = source.replaceAll(/^(?:version|date): .*\n|^(?:title|about): (.*)$/gm, '$1')
  return file.endsWith('.md') ? marked.parse(read, { async: false }) : read
}

/** Splits HTML at the tags that begin a block. Drops tags within a line, and the numbers of sections. */
function blocksOf(html: string): string[] {
  return html
    .replaceAll(/<(style|script)\b[^]*?<\/\1>|<!--[^]*?-->/g, '')
    .replaceAll(/<img\b[^>]*\balt="([^"]*)"[^>]*>/g, '<p>$1</p>')
    .replaceAll(/<meta\b[^>]*\bcontent="([^"]*)"[^>]*>/g, '<p>$1</p>')
    .replaceAll(/(<h2>)\d+\. /g, '$1')
    .split(/<\/?(?:p|li|ul|ol|h\d|td|th|tr|table|thead|tbody|caption|div|main|body|head|title|html)\b[^>]*>|<br>/)
    .map((block) =>
      block
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/[\s\u00a0]+/g, ' ')
        .trim(),
    )
    .filter(Boolean)
}

function stringsOf(node: unknown): string[] {
  if (node === null || typeof node !== 'object') return []
  if (Array.isArray(node)) return node.flatMap(stringsOf)
  const { type, value, quasis } = node as { type?: string; value?: unknown; quasis?: { value: { cooked: string } }[] }
  if (type === 'Literal') return typeof value === 'string' ? [value] : []
  const inner = Object.values(node).flatMap(stringsOf)
  return type === 'TemplateLiteral' ? [quasis!.map((part) => part.value.cooked).join('…'), ...inner] : inner
}

export function testTitles(): string[] {
  const titled = /\b(?:it|test)(?:\.\w+)?(?:\([^'"`]*?\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g
  return ['contract', 'content', 'embedded-postgres', 'server', 'src', 'sw', 'tests', 'scripts'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
      .flatMap((name) =>
        [...readFileSync(path.join(root, folder, name), 'utf8').matchAll(titled)].map(([, , title]) => title!),
      ),
  )
}
