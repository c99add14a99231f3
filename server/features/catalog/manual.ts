import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { escapeHtml } from '../../html/escape-html.ts'

/** A manual of content/manual with its author and publisher. `date` is YYYY-MM-DD; `html` goes to a page as it is. */
export interface Manual {
  language: 'uk' | 'en'
  version: string
  date: string
  title: string
  about: string
  author: string
  house: string
  html: string
}

/** A file of content/manual: a head of four lines, an empty line, then Markdown with {{author}} and {{house}}. */
const written =
  /^version: (?<version>\d+\.\d+)\ndate: (?<date>\d{4}-\d\d-\d\d)\ntitle: (?<title>.+)\nabout: (?<about>.+)\n\n(?<text>[^]+)$/

/** Reads a manual. Throws if the head of the file is malformed. */
export async function readManual(config: Config, language: Manual['language']): Promise<Manual> {
  const file = join(config.projectRoot, `content/manual/manual.${language}.md`)
  const head = written.exec(await readFile(file, 'utf8'))?.groups
  if (head === undefined) throw new Error(`${file} must begin with its version, date, title, about and an empty line`)
  const { version = '', date = '', title = '', about = '', text = '' } = head
  const house = config.manualHouse || config.seller.name
  const author = config.manualAuthor || house
  // The first reader of a manual loads this module: no start of a process waits for it.
  const { marked } = await import('marked')
  const html = (await marked.parse(text))
    .replaceAll('{{author}}', () => escapeHtml(author))
    .replaceAll('{{house}}', () => escapeHtml(house))
    // A table may be wider than a phone.
    .replaceAll('<table>', '<div class="scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
  return { language, version, date, title, about, author, house, html }
}
