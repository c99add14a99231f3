import { createHash } from 'node:crypto'

interface CheckoutPage {
  description: string
  /** In hryvnias. */
  amount: number
  currency: string
  /** The signed form, handed on with the decision. */
  fields: { data: string; signature: string }
}

const style = `
:root { color-scheme: light dark; --ground: #fbfaf7; --ink: #1c1d21; --soft: #5d6068; --line: #d9d7d0; --act: #ffd84d }
@media (prefers-color-scheme: dark) { :root { --ground: #17181c; --ink: #f0efea; --soft: #a9acb5; --line: #3a3c44 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 420px }
.notice { margin: 0 0 24px; padding: 12px 16px; border: 1px dashed var(--soft); border-radius: 8px; color: var(--soft) }
h1 { margin: 0 0 4px; font-size: 1.375rem; line-height: 1.3 }
.amount { margin: 0 0 24px; font-size: 2.5rem; font-weight: 700; font-variant-numeric: tabular-nums }
form { display: grid; gap: 12px }
button { min-height: 48px; padding: 8px 16px; border: 1px solid var(--line); border-radius: 8px; background: transparent; color: inherit; font: inherit; font-weight: 600; cursor: pointer }
button.pay { border-color: var(--act); background: var(--act); color: #1c1d21 }
button:focus-visible { outline: 3px solid #2f5bea; outline-offset: 2px }`

/** The page's whole policy: no script, this one style, forms to this server. */
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
<p class="notice">Це пробна оплата: гроші не списуються, картка не потрібна.</p>
<h1>${escapeHtml(description)}</h1>
<p class="amount">${escapeHtml(formatPrice(amount, currency))}</p>
<form method="post" action="/sandbox/decision/">
<input type="hidden" name="data" value="${escapeHtml(fields.data)}">
<input type="hidden" name="signature" value="${escapeHtml(fields.signature)}">
<button class="pay" name="decision" value="pay">Сплатити</button>
<button name="decision" value="decline">Відхилити</button>
<button name="decision" value="close">Закрити</button>
</form>
</main></body></html>`
}

/** Shown when the form was altered on its way. */
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
