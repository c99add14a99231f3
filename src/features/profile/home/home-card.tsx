import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { isClosed } from '#contract/purchase-use.ts'
import { priceOf } from '../../../messages/formats.ts'
import { homeTexts } from '../../../messages/home.ts'
import { paths } from '../../../paths.ts'
import { availableTestsQuery } from '../../../queries/available-tests.ts'
import { ButtonLink } from '../../../ui/button/button.tsx'
import { Text } from '../../../ui/text.tsx'
import type { KindStep } from './home-state.ts'
import styles from './home.module.css'

interface HomeCardProps {
  title: string
  /** The next steps; the first one is our advice. */
  actions?: ReactNode
  children: ReactNode
}

export function HomeCard({ title, actions, children }: HomeCardProps) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <Text as="h2" variant="subtitle2" id={id}>
        {title}
      </Text>
      {children}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </section>
  )
}

interface ToKindProps {
  step: KindStep
  variant: 'primary' | 'border' | 'link'
  /** The kind's name is next to the button. */
  isBrief?: boolean
}

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

/** After a trial: the full test of its type with its price, or the exam of one that the person owns. */
export function FullTest({ type }: { type: string | null | undefined }) {
  const { data } = useQuery(availableTestsQuery())
  const full = data?.results.find((test) => test.type === type && test.price != null && test.price > 0)
  if (full === undefined) return null
  const price = priceOf(full)
  if (full.owned_purchase_id != null && full.can_buy_again !== true) {
    return isClosed(full) ? null : (
      <ButtonLink to={paths.exam(full.id, full.owned_purchase_id)}>{homeTexts.takeExam}</ButtonLink>
    )
  }
  if (price === null) return null
  return (
    <ButtonLink to={paths.test(full.slug ?? full.id)} aria-label={homeTexts.fullOf(full.title, price)}>
      {homeTexts.full(price)}
    </ButtonLink>
  )
}
