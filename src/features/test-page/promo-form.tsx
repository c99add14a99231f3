// A lazy boundary: few people have a code.
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { checkPromo } from '#contract/promo.ts'
import { failureSentence } from '../../messages/messages.ts'
import { promoTexts } from '../../messages/promo.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextField } from '../../ui/field/text-field.tsx'

/** What a code is tried on. */
export type PromoOf = { test_id: string } | { bundle_id: string }

/** A code that holds, and the price that it makes, in kopiykas. */
export interface AppliedPromo {
  code: string
  price: number
}

interface PromoFormProps {
  of: PromoOf
  onApplied: (promo: AppliedPromo) => void
}

/** The field of a promo code: the server says what it makes of the price, or why it does not hold. */
export function PromoForm({ of, onApplied }: PromoFormProps) {
  const [code, setCode] = useState('')
  const check = useMutation({
    mutationFn: () => sessionRequest(checkPromo, { body: { code, ...of } }),
    onSuccess: ({ price }) => onApplied({ code: code.trim(), price }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '') check.mutate()
  }
  return (
    <form onSubmit={submit}>
      <TextField
        label={promoTexts.label}
        value={code}
        onChange={({ target }) => setCode(target.value)}
        error={check.error === null ? undefined : failureSentence(check.error, promoTexts.failed)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
      />
      <Button type="submit" variant="border" fullWidth pending={check.isPending}>
        {promoTexts.apply}
      </Button>
    </form>
  )
}
