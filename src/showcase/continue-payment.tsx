import type { Checkout } from '#contract/purchase.ts'
import { Button } from '../ui/button/button.tsx'

/** The provider's form once more, for a person who closed the payment page. */
export function ContinuePayment({ checkout: { method, url, fields }, label }: { checkout: Checkout; label: string }) {
  return (
    <form method={method} action={url}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit">{label}</Button>
    </form>
  )
}
