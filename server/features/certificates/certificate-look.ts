import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const rules = `
:root { color-scheme: light dark; --paper: #fbfaf6; --surface: #fff; --ink: #14171f; --soft: #4d5363; --line: #e2dfd6; --accent: #1f3fd0; --missing: #eda600 }
@media screen and (prefers-color-scheme: dark) { :root { --paper: #101217; --surface: #181b22; --ink: #f1efe8; --soft: #b3b7c4; --line: #2c303a; --accent: #9db0ff; --missing: #ffc83d } }
* { box-sizing: border-box }
body { margin: 0; padding: 24px 16px 48px; background: var(--paper); color: var(--ink); font: 1.0625rem/1.5 "Onest", system-ui, -apple-system, "Segoe UI", sans-serif }
main { max-width: 640px; margin-inline: auto; padding: clamp(26px, 5vw, 44px); border: 2px solid var(--accent); border-radius: 20px; outline: 1px solid var(--line); outline-offset: -12px; background: var(--surface) }
header { display: flex; align-items: center; gap: 12px; font-weight: 700 }
.cell { fill: var(--accent) }
.missing { fill: none; stroke: var(--missing); stroke-width: 1.8; stroke-dasharray: 2.4 1.9 }
h1 { margin: 28px 0 0; font-size: 1.125rem; font-weight: 600; color: var(--soft) }
h1.why { color: var(--ink); font-size: clamp(1.625rem, 6vw, 2.25rem); font-weight: 700; line-height: 1.15 }
p { margin: 12px 0 0 }
.name { margin-top: 4px; font-size: clamp(1.875rem, 8vw, 3rem); font-weight: 700; line-height: 1.1; overflow-wrap: anywhere }
.test { margin-top: 8px; font-size: 1.375rem; font-weight: 600; line-height: 1.25; overflow-wrap: anywhere }
.score { margin-top: 24px; padding-top: 20px; border-top: 1px solid var(--line); text-align: center }
.score p { margin: 0 }
.label { color: var(--soft) }
.score .iq { font-size: 4rem; font-weight: 700; line-height: 1.1 }
.interval { font-size: 1.1875rem; font-weight: 600; text-wrap: balance }
.curve { display: block; width: 100%; max-width: 440px; margin: 16px auto 0 }
.curve text { fill: var(--soft); font-size: 13px; text-anchor: middle }
.all { fill: var(--line) }
.range { fill: var(--accent); fill-opacity: .32 }
.mark { stroke: var(--accent); stroke-width: 2 }
.proof { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 20px; align-items: start; margin-top: 24px; padding-top: 20px; border-top: 1px solid var(--line) }
@media (width < 480px) { .proof { grid-template-columns: minmax(0, 1fr) } }
.valid { display: flex; align-items: center; gap: 8px; margin: 0; font-weight: 700; font-size: 1.125rem }
.valid path { fill: none; stroke: var(--accent); stroke-width: 3; stroke-linecap: round; stroke-linejoin: round }
dl { margin: 8px 0 0 }
dl div { padding: 8px 0 }
dl div + div { border-top: 1px solid var(--line) }
dt { color: var(--soft); font-size: 0.9375rem }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere }
.take { margin-top: 24px }
.take a { display: inline-block; padding: 12px 20px; border: 2px solid var(--accent); border-radius: 12px; font-weight: 650; text-decoration: none }
details { margin-top: 20px; color: var(--soft); font-size: 0.9375rem; overflow-wrap: anywhere }
summary { padding: 10px 0; cursor: pointer; font-weight: 600; color: var(--ink) }
.paper { display: none }
.address, .paper { color: var(--soft); font-size: 0.875rem; overflow-wrap: anywhere }
a { color: var(--accent) }
a:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
@page { size: a4; margin: 14mm }
@media print { .take, details { display: none } .paper { display: block } body { padding: 0 } main { max-width: none; break-inside: avoid } .cell, .range, .all { print-color-adjust: exact } }`

/** How the page of a certificate looks, and the policy that lets nothing else in. */
export interface CertificateLook {
  style: string
  policy: string
}

/** The look with the site's own typeface, where the site is built in `dist`; else with the system's. */
export function certificateLook(dist: string): CertificateLook {
  const style = typefaceOf(dist) + rules
  return {
    style,
    // No script, this one style, our icon and our fonts.
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

/** The rules by which the site's own styles load its typeface: the names of its files are known to the build alone. */
function typefaceOf(dist: string): string {
  const assets = join(dist, 'assets')
  if (!existsSync(assets)) return ''
  const sheets = readdirSync(assets).filter((name) => name.endsWith('.css'))
  const faces = sheets.flatMap((name) => readFileSync(join(assets, name), 'utf8').match(/@font-face{[^}]*}/g) ?? [])
  return [...new Set(faces)].filter((face) => /font-family:"?Onest"?;[^}]*url\(\/assets\//.test(face)).join('\n')
}
