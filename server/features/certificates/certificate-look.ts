import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const rules = `
:root { color-scheme: light dark; --paper: #fbfaf6; --surface: #fff; --ink: #14171f; --soft: #4d5363; --line: #e2dfd6; --accent: #1f3fd0; --missing: #eda600 }
@media screen and (prefers-color-scheme: dark) { :root { --paper: #101217; --surface: #181b22; --ink: #f1efe8; --soft: #b3b7c4; --line: #2c303a; --accent: #9db0ff; --missing: #ffc83d } }
* { box-sizing: border-box }
body { margin: 0; padding: 24px 16px 48px; background: var(--paper); color: var(--ink); font: 1.0625rem/1.5 "Onest", system-ui, -apple-system, "Segoe UI", sans-serif }
main { max-width: 640px; margin-inline: auto; padding: clamp(20px, 5vw, 40px); border: 1px solid var(--line); border-radius: 20px; background: var(--surface) }
header { display: flex; align-items: center; gap: 12px; font-weight: 700 }
.cell { fill: var(--accent) }
.missing { fill: none; stroke: var(--missing); stroke-width: 1.8; stroke-dasharray: 2.4 1.9 }
.curve { display: block; width: 100%; max-width: 420px; margin: 20px auto 0 }
.curve text { fill: var(--soft); font-size: 13px; text-anchor: middle }
.all { fill: var(--line) }
.range { fill: var(--accent); fill-opacity: .32 }
.mark { stroke: var(--accent); stroke-width: 2 }
.take { display: inline-block; margin-top: 24px; padding: 12px 20px; border: 2px solid var(--accent); border-radius: 12px; font-weight: 650; text-decoration: none }
h1 { margin: 28px 0 0; font-size: 1.125rem; font-weight: 600; color: var(--soft) }
.test { margin: 4px 0 0; font-size: clamp(1.625rem, 6vw, 2.25rem); font-weight: 700; line-height: 1.15; overflow-wrap: anywhere }
h1.test { margin-top: 28px; color: var(--ink) }
.name { margin: 12px 0 0; font-size: 1.25rem; font-weight: 600; overflow-wrap: anywhere }
dl { margin: 24px 0 0 }
dl div { display: grid; gap: 2px; padding: 12px 0; border-top: 1px solid var(--line) }
dt { color: var(--soft); font-size: 0.9375rem }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere }
dl .large dd { font-size: 2.75rem; line-height: 1.1; font-weight: 700 }
dl .interval dd { font-size: 1.25rem }
.proof { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 20px; align-items: start; padding-top: 24px; border-top: 1px solid var(--line) }
@media (width < 480px) { .proof { grid-template-columns: minmax(0, 1fr) } }
h2 { margin: 0; font-size: 1.125rem }
p { margin: 12px 0 0 }
.small { color: var(--soft); font-size: 0.9375rem; overflow-wrap: anywhere }
a { color: var(--accent) }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
@media print { .take { display: none } body { padding: 0 } main { border: 0; padding: 0 } }`

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
