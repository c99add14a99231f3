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
  const { to, title, brief, long } = wayTo(step)
  return (
    <ButtonLink to={to} variant={variant} aria-label={isBrief ? `${brief}: ${title}` : long}>
      {isBrief ? brief : long}
    </ButtonLink>
  )
}

interface Way {
  to: string
  title: string
  brief: string
  long: string
}

function wayTo(step: KindStep): Way {
  if (step.kind === 'exam') {
    const { id, test, purchase_card_title: title } = step.purchase
    const to = paths.exam(test?.id ?? '1', id)
    return { to, title, brief: homeTexts.takeKind, long: homeTexts.takeExamOf(title) }
  }
  const { title, slug, id } = step.test
  const to = paths.test(slug ?? id)
  if (step.kind === 'trial') return { to, title, brief: homeTexts.tryTest, long: homeTexts.tryOf(title) }
  const price = priceOf(step.test)
  if (price === null) return { to, title, brief: homeTexts.takeKind, long: title }
  return { to, title, brief: homeTexts.testFor(price), long: `${title} · ${price}` }
}
