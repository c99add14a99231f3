import { createHash } from 'node:crypto'
import encodeQR from 'qr'
import type { Withdrawal } from './certificate-standing.ts'
import { type SignedCredential, nameOn, siteName } from './make-credential.ts'

const style = `
:root { color-scheme: light dark; --paper: #fbfaf6; --surface: #fff; --ink: #14171f; --soft: #4d5363; --line: #e2dfd6; --accent: #1f3fd0; --missing: #eda600 }
@media screen and (prefers-color-scheme: dark) { :root { --paper: #101217; --surface: #181b22; --ink: #f1efe8; --soft: #b3b7c4; --line: #2c303a; --accent: #9db0ff; --missing: #ffc83d } }
* { box-sizing: border-box }
body { margin: 0; padding: 24px 16px 48px; background: var(--paper); color: var(--ink); font: 17px/1.5 "Onest", system-ui, -apple-system, "Segoe UI", sans-serif }
main { max-width: 640px; margin-inline: auto; padding: clamp(20px, 5vw, 40px); border: 1px solid var(--line); border-radius: 20px; background: var(--surface) }
header { display: flex; align-items: center; gap: 12px; font-weight: 700 }
.cell { fill: var(--accent) }
.missing { fill: none; stroke: var(--missing); stroke-width: 1.8; stroke-dasharray: 2.4 1.9 }
h1 { margin: 28px 0 0; font-size: 18px; font-weight: 600; color: var(--soft) }
.test { margin: 4px 0 0; font-size: clamp(26px, 6vw, 36px); font-weight: 700; line-height: 1.15; overflow-wrap: anywhere }
h1.test { margin-top: 28px; color: var(--ink) }
.name { margin: 12px 0 0; font-size: 20px; font-weight: 600; overflow-wrap: anywhere }
dl { margin: 24px 0 0 }
dl div { display: grid; gap: 2px; padding: 12px 0; border-top: 1px solid var(--line) }
dt { color: var(--soft); font-size: 15px }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere }
dl .large dd { font-size: 44px; line-height: 1.1; font-weight: 700 }
dl .interval dd { font-size: 20px }
.proof { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 20px; align-items: start; padding-top: 24px; border-top: 1px solid var(--line) }
@media (width < 480px) { .proof { grid-template-columns: minmax(0, 1fr) } }
h2 { margin: 0; font-size: 18px }
p { margin: 12px 0 0 }
.small { color: var(--soft); font-size: 15px; overflow-wrap: anywhere }
a { color: var(--accent) }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
@media print { body { padding: 0 } main { border: 0; padding: 0 } }`

/** The page's whole policy: no script, this one style, our icon. */
export const certificatePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "img-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The page of a certificate that holds: what is signed, read from the signed document itself, and the ways to check it. */
export function certificatePage(credential: SignedCredential, address: string): string {
  const { credentialSubject: subject, validFrom, awardedDate, id, proof, issuer } = credential
  const { achievement } = subject
  const name = nameOn(credential)
  const facts = subject.result.map(({ resultDescription, value }) => {
    const described = achievement.resultDescription.find((each) => each.id === resultDescription)!
    const whole = described.valueMax === undefined ? value : `${value} з ${described.valueMax}`
    return fact(described.name, whole, classes[described.id.split('#').at(-1)!])
  })
  return page(
    `Сертифікат: ${achievement.name}`,
    `<h1>Сертифікат</h1>
<p class="test">${escapeHtml(achievement.name)}</p>
${name === '' ? '' : `<p class="name">${escapeHtml(name)}</p>`}
<dl>${facts.join('')}${fact('Екзамен здано', dayOf(awardedDate))}${fact('Сертифікат видано', dayOf(validFrom))}</dl>
<div class="proof">
${qrCode(address)}
<div><h2>Сертифікат чинний</h2>
<p>Цю сторінку відкрив власник результату. Він може будь-коли її закрити, і тоді сертифікат більше не діятиме.</p></div>
</div>
<p class="small">${escapeHtml(achievement.criteria.narrative)} <a href="/ocinka-iq.html">Як ми рахуємо оцінку</a></p>
<p class="small">Адреса: ${escapeHtml(address)}</p>
<p class="small">Перевірити можна й без нас: <a href="${escapeHtml(new URL(id).pathname)}" download>підписаний документ</a> (Open Badges 3.0, ${escapeHtml(proof[0].cryptosuite)}) і <a href="/.well-known/did.json">наші відкриті ключі</a> (${escapeHtml(issuer.id)}).</p>`,
  )
}

const classes: Record<string, string | undefined> = { iq: 'large', interval: 'interval' }

const withdrawals: Record<Withdrawal | 'unknown', { title: string; text: string }> = {
  closed: { title: 'Сертифікат відкликано', text: 'Власник результату закрив цю сторінку. Сертифікат нечинний.' },
  away: { title: 'Сертифікат недоступний', text: 'Обліковий запис власника закрито. Сертифікат нечинний.' },
  refunded: { title: 'Сертифікат відкликано', text: 'Покупку цього екзамену скасовано. Сертифікат нечинний.' },
  're-scored': {
    title: 'Сертифікат відкликано',
    text: "Результат цього екзамену перераховано, тому старий сертифікат нечинний. Власник може видати новий: він з'явиться за цією самою адресою.",
  },
  unknown: { title: 'Такого сертифіката немає', text: 'Адреса неправильна, або власник видалив свій обліковий запис.' },
}

/** What stands in place of a certificate that does not hold: that, and why, and nothing of whose it was. */
export function withdrawnPage(why: Withdrawal | 'unknown'): string {
  const { title, text } = withdrawals[why]
  return page(title, `<h1 class="test">${title}</h1><p>${text}</p><p><a href="/">На головну</a></p>`)
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="uk">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)} · ${siteName}</title><link rel="icon" href="/icons/icon.svg" type="image/svg+xml"><style>${style}</style></head>
<body><main>
<header><svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">${mark}</svg>${siteName}</header>
${body}
</main></body></html>`
}

const mark = [0, 1, 2, 3, 4, 5, 6, 7, 8]
  .map((cell) => {
    const place = `x="${1 + (cell % 3) * 10.75}" y="${1 + Math.floor(cell / 3) * 10.75}" width="8.5" height="8.5" rx="2.25"`
    return `<rect ${place} class="${cell === 8 ? 'missing' : 'cell'}"/>`
  })
  .join('')

/** An address as a QR code (ISO/IEC 18004), with its quiet zone. */
function qrCode(address: string): string {
  const rows = encodeQR(address, 'raw', { ecc: 'medium', border: 4 })
  const size = rows.length
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  const look = `width="184" height="184" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"`
  return `<svg ${look} role="img" aria-label="QR-код з адресою цієї сторінки"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
}

function fact(name: string, value: string, kind?: string): string {
  const look = kind === undefined ? '' : ` class="${kind}"`
  return `<div${look}><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`
}

const day = new Intl.DateTimeFormat('uk-UA', { dateStyle: 'long', timeZone: 'Europe/Kyiv' })
const dayOf = (instant: string) => day.format(new Date(instant))

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
