import { type PlainLook, plainLook } from '../../html/plain-page.ts'

const rules = `
body { padding: 24px 16px 48px }
main { max-width: 40rem; margin-inline: auto; padding: clamp(26px, 5vw, 44px); border: 2px solid var(--accent); border-radius: 20px; outline: 1px solid var(--line); outline-offset: -12px; background: var(--surface) }
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
.curve { display: block; width: 100%; max-width: 27.5rem; margin: 16px auto 0 }
.curve text { fill: var(--soft); font-size: 0.8125rem; text-anchor: middle }
.all { fill: var(--line) }
.range { fill: var(--accent); fill-opacity: .32 }
.mark { stroke: var(--accent); stroke-width: 2 }
.proof { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 20px; align-items: start; margin-top: 24px; padding-top: 20px; border-top: 1px solid var(--line) }
/* The curve is drawn smaller on a phone, and its letters with it. */
@media (width < 30em) { .proof { grid-template-columns: minmax(0, 1fr) } .curve text { font-size: 1.0625rem } }
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
@page { size: a4; margin: 14mm }
@media print { .take, details { display: none } .paper { display: block } body { padding: 0 } main { max-width: none; break-inside: avoid } .range, .all { print-color-adjust: exact } }`

export const certificateLook = (dist: string): PlainLook => plainLook(dist, rules)
