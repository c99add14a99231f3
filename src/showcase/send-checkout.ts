import type { Checkout } from '#contract/purchase.ts'

/** Leaves for the payment provider by sending its form, as the provider asks for it. */
export function sendCheckout({ method, url, fields }: Checkout): void {
  const form = document.createElement('form')
  form.method = method
  form.action = url
  form.hidden = true
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}
