import { useState } from 'react'
import { hasPublicPages } from '../../http/api-url.ts'
import { promoTexts } from '../../messages/promo.ts'
import { InlineButton } from '../../ui/button/inline-button.tsx'
import { lazyPiece } from '../../ui/piece/piece.ts'
import { PieceInPlace } from '../../ui/piece/piece-in-place.tsx'
import { Text } from '../../ui/text.tsx'
import type { AppliedPromo, PromoOf } from './promo-form.tsx'

const form = lazyPiece(() => import('./promo-form.tsx').then((module) => module.PromoForm))

interface PromoProps {
  of: PromoOf
  promo: AppliedPromo | null
  onChange: (promo: AppliedPromo | null) => void
}

/** The way to a promo code's field, or the code that is applied. Another server knows no codes. */
export function Promo({ of, promo, onChange }: PromoProps) {
  const [isOpen, setOpen] = useState(false)
  if (!hasPublicPages) return null
  if (promo !== null) {
    return (
      <Text role="status">
        <span>{promoTexts.applied(promo.code)}</span>{' '}
        <InlineButton onClick={() => onChange(null)}>{promoTexts.remove}</InlineButton>
      </Text>
    )
  }
  if (isOpen) return <PieceInPlace piece={form} props={{ of, onApplied: onChange }} />
  return (
    <Text>
      <InlineButton onClick={() => setOpen(true)}>{promoTexts.have}</InlineButton>
    </Text>
  )
}
