import { homeTexts } from '../../../messages/home.ts'
import { paths } from '../../../paths.ts'
import { priceOf } from '../../../showcase/price-of.ts'
import { ButtonLink } from '../../../ui/button/button-link.tsx'
import type { KindStep } from './home-state.ts'

interface ToKindProps {
  step: KindStep
  variant: 'primary' | 'border' | 'link'
  /** The kind is named beside it. */
  isBrief?: boolean
}

/** The way to a kind of test that was not taken yet. */
export function ToKind({ step, variant, isBrief = false }: ToKindProps) {
  const { to, name, brief } = wayTo(step)
  return (
    <ButtonLink to={to} variant={variant} aria-label={name}>
      {isBrief ? brief : name}
    </ButtonLink>
  )
}

function wayTo(step: KindStep): { to: string; name: string; brief: string } {
  if (step.kind === 'exam') {
    const { id, test, purchase_card_title: title } = step.purchase
    return { to: paths.exam(test?.id ?? '1', id), name: homeTexts.takeExamOf(title), brief: homeTexts.takeKind }
  }
  const { test } = step
  const to = paths.test(test.slug ?? test.id)
  if (step.kind === 'trial') return { to, name: homeTexts.tryOf(test.title), brief: homeTexts.tryTest }
  const price = priceOf(test)
  return { to, name: [test.title, price].filter(Boolean).join(' · '), brief: price ?? homeTexts.takeKind }
}
