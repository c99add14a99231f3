import { type PlainLook, plainLook } from '../../html/plain-page.ts'

const rules = `
:root { --now: #ffc83d; --now-strong: #f7b81b }
@media screen and (prefers-color-scheme: dark) { :root { --now-strong: #ffd567 } }
body { display: grid; grid-template: auto 1fr auto / minmax(0, 1fr); min-height: 100vh }
.frame { width: 100%; max-width: 72rem; margin-inline: auto; padding-inline: 16px }
p, ul, ol, dl, h1, h2, h3 { margin: 0 }
a, summary { text-underline-offset: 0.2em }
.bar { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 4px 24px; padding-block: 12px }
.bar a { padding-block: 10px }
a.brand { color: var(--ink) }
.bar a, .foot a { text-decoration: none }
.bar nav { display: flex; gap: 24px; font-weight: 600 }
.bar .wide { display: none }
main { padding-block: 20px 56px }
.columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: 28px; align-items: start }
.kind, .soft, .small { color: var(--soft) }
.small { font-size: 0.9375rem }
h1 { margin-top: 4px; font-size: clamp(1.875rem, 7vw, 3.25rem); line-height: 1.1; letter-spacing: -0.02em; text-wrap: balance; overflow-wrap: anywhere }
.lead { margin-top: 14px; max-width: 60ch; font-size: 1.1875rem }
h2 { font-size: 1.5rem; line-height: 1.25; text-wrap: balance; overflow-wrap: anywhere }
.card { display: grid; gap: 16px; padding: 22px; border: 1px solid var(--line); border-radius: 20px; background: var(--surface) }
.price { font-size: 2.125rem; font-weight: 700; line-height: 1.15 }
.facts { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 12px 16px; padding: 0; list-style: none; color: var(--soft); line-height: 1.3 }
.facts strong { display: block; color: var(--ink); font-size: 1.375rem }
.ways { display: grid; gap: 12px }
.button { display: flex; align-items: center; justify-content: center; min-height: 54px; padding: 8px 18px; border: 2px solid var(--accent); border-radius: 12px; font-size: 1.125rem; font-weight: 600; line-height: 1.2; text-align: center; text-decoration: none }
.button.first { border-color: transparent; background: var(--now); color: #14171f }
.bundle a { display: inline-block; padding-block: 6px; font-weight: 600 }
.card .bundle .soft { display: block }
.shop .bundle { margin-top: 16px }
.card dt { color: var(--soft); font-size: 0.9375rem }
.card dd { margin: 2px 0 0; overflow-wrap: anywhere }
.card dd + dt { margin-top: 14px }
.about { max-width: 68ch; line-height: 1.65; overflow-wrap: anywhere }
.about > * + * { margin-top: 16px }
.about h2, .about h3 { margin-top: 32px; font-size: 1.375rem; line-height: 1.3 }
.about > :first-child { margin-top: 0 }
.about ul, .about ol { padding-inline-start: 1.3em }
.about li + li { margin-top: 8px }
.about li::marker { color: var(--accent) }
.about img { display: block; max-width: 100%; height: auto; border-radius: 12px }
.about table { width: 100%; table-layout: fixed; border-collapse: collapse; font-size: 0.9375rem }
.about th, .about td { padding: 8px; border: 1px solid var(--line); text-align: start; vertical-align: top }
.manual { max-width: none }
.manual > :not(.scroll, h1) { max-width: 68ch }
.scroll { overflow-x: auto }
.scroll:focus-visible { outline: 3px solid var(--accent) }
.scroll table { overflow-wrap: normal; width: auto; min-width: min(100%, 68ch); table-layout: auto; font-variant-numeric: tabular-nums }
.topic + .topic, .shop, .offer { margin-top: 44px }
details { border-bottom: 1px solid var(--line) }
.topic h2 + details { margin-top: 10px; border-top: 1px solid var(--line) }
summary { padding: 14px 0; cursor: pointer }
summary h3 { display: inline; font-size: 1.0625rem; font-weight: 600; line-height: 1.4 }
summary::marker { color: var(--accent) }
.answer { padding-bottom: 18px; max-width: 68ch; overflow-wrap: anywhere }
.answer p + p { margin-top: 12px }
.tests { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: 16px; margin-top: 16px; padding: 0; list-style: none }
.tests li { display: flex; flex-direction: column; gap: 8px; padding: 18px; border: 1px solid var(--line); border-radius: 16px; background: var(--surface) }
.tests a { font-size: 1.1875rem; font-weight: 600; line-height: 1.3 }
.tests strong { margin-top: auto; padding-top: 4px; font-size: 1.1875rem }
footer { border-top: 1px solid var(--line); background: var(--sunken) }
.foot { display: grid; gap: 16px; padding-block: 28px }
.foot ul { display: flex; flex-wrap: wrap; gap: 4px 28px; padding: 0; list-style: none }
.foot li a, .foot address a { display: inline-block; padding-block: 10px; color: var(--ink) }
.foot address { display: flex; flex-wrap: wrap; gap: 4px 28px; font-style: normal; overflow-wrap: anywhere }
@media (hover: hover) { .button.first:hover { background: var(--now-strong) } .bar nav a:hover, .foot a:hover { color: var(--accent); text-decoration: underline } }
@media (width >= 48em) { .frame { padding-inline: 32px } .bar .wide { display: inline } .bar { padding-block: 16px } main { padding-block: 36px 80px } .card { padding: 28px } }
@media (width > 60em) {
.columns { grid-template-columns: minmax(0, 1fr) 23rem; gap: 32px 64px }
.card { grid-row: 1 / span 2; grid-column: 2; position: sticky; top: 24px }
}
@media print { .bar nav, .ways, .foot ul { display: none } .card { position: static } }`

export const publicLook = (dist: string): PlainLook => plainLook(dist, rules)
