import { createHash } from 'node:crypto'

interface CheckoutPage {
  description: string
  /** In hryvnias. */
  amount: number
  currency: string
  /** The signed form, sent on with the decision. */
  fields: { data: string; signature: string }
}

const style = `
:root { color-scheme: light dark; --ground: #f3f1ea; --paper: #fff; --ink: #14171f; --soft: #4d5363; --line: #e2dfd6; --card: #1f3fd0; --act: #ffc83d }
@media (prefers-color-scheme: dark) { :root { --ground: #101217; --paper: #181b22; --ink: #f1efe8; --soft: #b3b7c4; --line: #2c303a; --card: #3d5ae6 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 420px; padding: 24px; border: 1px solid var(--line); border-radius: 20px; background: var(--paper) }
.shop { display: flex; align-items: center; gap: 8px; margin: 0 0 24px; font-weight: 600 }
.shop span { padding: 2px 7px; border-radius: 6px; background: var(--act); color: #14171f }
.to-pay { margin: 0; color: var(--soft) }
.amount { margin: 0 0 16px; font-size: 2.5rem; line-height: 1.2; font-weight: 700; font-variant-numeric: tabular-nums }
h1 { margin: 0 0 24px; padding: 16px 0; border-block: 1px solid var(--line); font-size: 1rem; font-weight: 600; overflow-wrap: anywhere }
.card { display: flex; align-items: center; gap: 16px; margin: 0 0 24px }
.card i { position: relative; flex: none; width: 56px; height: 36px; border-radius: 6px; background: var(--card) }
.card i::after { content: ''; position: absolute; left: 8px; top: 10px; width: 12px; height: 9px; border-radius: 2px; background: var(--act) }
.card small { display: block; color: var(--soft); font-size: .875rem }
form { display: grid; gap: 12px }
button { min-height: 48px; padding: 8px 16px; border: 1px solid var(--line); border-radius: 12px; background: transparent; color: inherit; font: inherit; font-weight: 600; cursor: pointer }
button.pay { border-color: var(--act); background: var(--act); color: #14171f }
button:focus-visible { outline: 3px solid #2f5bea; outline-offset: 2px }`

/** The whole policy: no script, this one style, forms to this server. */
export const checkoutPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function checkoutPage({ description, amount, currency, fields }: CheckoutPage): string {
  return `<!doctype html>
<html lang="uk">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Пробна оплата · Тестування IQ</title><style>${style}</style></head>
<body><main>
<p class="shop"><span>IQ</span> Тестування IQ</p>
<p class="to-pay">До сплати</p>
<p class="amount">${escapeHtml(formatPrice(amount, currency))}</p>
<h1>${escapeHtml(description)}</h1>
<p class="card"><i></i><span>Пробна картка<small>Це пробна оплата: гроші не списуються, картка не потрібна.</small></span></p>
<form method="post" action="/sandbox/decision/">
<input type="hidden" name="data" value="${escapeHtml(fields.data)}">
<input type="hidden" name="signature" value="${escapeHtml(fields.signature)}">
<button class="pay" name="decision" value="pay">Сплатити</button>
<button name="decision" value="decline">Відхилити</button>
<button name="decision" value="close">Закрити</button>
</form>
</main></body></html>`
}

/** For a form that was altered on its way. */
export function refusalPage(): string {
  return `<!doctype html>
<html lang="uk">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Оплату не відкрито · Тестування IQ</title><style>${style}</style></head>
<body><main><h1>Оплату не відкрито</h1><p>Дані замовлення не пройшли перевірку. Поверніться до тесту й натисніть «Купити» ще раз.</p><p><a href="/purchases">До моїх тестів</a></p></main></body></html>`
}

function formatPrice(amount: number, currency: string): string {
  return new Intl.NumberFormat('uk-UA', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(amount)
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
