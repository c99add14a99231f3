import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from './escape-html.ts'
import { siteName } from './link-preview.ts'

/** The style of all pages without scripts. Colours are the client's (`src/ui/tokens.css`), text sizes follow the browser's. */
const common = `
:root { color-scheme: light dark; --paper: #fbfaf6; --surface: #fff; --sunken: #f3f1ea; --ink: #14171f; --soft: #4d5363; --line: #e2dfd6; --accent: #1f3fd0; --missing: #eda600 }
@media screen and (prefers-color-scheme: dark) { :root { --paper: #101217; --surface: #181b22; --sunken: #14161c; --ink: #f1efe8; --soft: #b3b7c4; --line: #2c303a; --accent: #9db0ff; --missing: #ffc83d } }
* { box-sizing: border-box }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.5 "Onest", "Onest by Roboto", "Onest by Arial", "Onest by DejaVu", system-ui, -apple-system, "Segoe UI", sans-serif }
.brand { display: flex; align-items: center; gap: 12px; font-weight: 700 }
.cell { fill: var(--accent) }
.missing { fill: none; stroke: var(--missing); stroke-width: 1.8; stroke-dasharray: 2.4 1.9 }
a { color: var(--accent) }
a:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
@media print { .cell { print-color-adjust: exact } }
`

/** The style of pages without scripts, and a policy that allows nothing else. */
export interface PlainLook {
  style: string
  policy: string
}

/** A whole page, and the policy to send with it. */
export interface PlainDocument {
  html: string
  policy: string
}

/** The look with a page's own rules added, in the site's typeface if the site is built in `dist`, else in the system's. */
export function plainLook(dist: string, own: string): PlainLook {
  const style = typefaceOf(dist) + common + own
  return {
    style,
    policy: [
      "default-src 'none'",
      `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      "img-src 'self'",
      "font-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  }
}

/** The `@font-face` rules of the built site's typeface and of its fallbacks in the same width: only the build knows its files. */
function typefaceOf(dist: string): string {
  const assets = join(dist, 'assets')
  if (!existsSync(assets)) return ''
  const sheets = readdirSync(assets).filter((name) => name.endsWith('.css'))
  const faces = sheets.flatMap((name) => readFileSync(join(assets, name), 'utf8').match(/@font-face{[^}]*}/g) ?? [])
  return [...new Set(faces)]
    .filter((face) => /font-family:"?Onest\b[^}]*(url\(\/assets\/|local\()/.test(face))
    .join('\n')
}

/** For a page that search engines must not list. */
export const notListed = '<meta name="robots" content="noindex">'

interface PlainPage {
  /** Plain text, without the site's name. */
  title: string
  /** Further tags of the head, as HTML. */
  head: string
  body: string
}

/** A page without scripts, as HTML. */
export function plainPage({ style }: PlainLook, { title, head, body }: PlainPage): string {
  return `<!doctype html>
<html lang="uk">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · ${siteName}</title>
<meta name="theme-color" content="#fbfaf6" media="(prefers-color-scheme: light)"><meta name="theme-color" content="#101217" media="(prefers-color-scheme: dark)">
<link rel="icon" href="/icons/icon.svg" type="image/svg+xml">
${head}
<style>${style}</style></head>
<body>
${body}
</body></html>`
}

/** The sign on a ground of 32 by 32: eight cells of class `cell` and the missing one. */
export const signCells = [0, 1, 2, 3, 4, 5, 6, 7, 8]
  .map((cell) => {
    const place = `x="${1 + (cell % 3) * 10.75}" y="${1 + Math.floor(cell / 3) * 10.75}" width="8.5" height="8.5" rx="2.25"`
    return `<rect ${place} class="${cell === 8 ? 'missing' : 'cell'}"/>`
  })
  .join('')

/** The product's sign and name, for an element of class `brand`. */
export const brand = `<svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">${signCells}</svg>${siteName}`
