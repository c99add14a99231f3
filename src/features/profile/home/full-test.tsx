import { useQuery } from '@tanstack/react-query'
import { homeTexts } from '../../../messages/home.ts'
import { paths } from '../../../paths.ts'
import { availableTestsQuery } from '../../../queries/available-tests.ts'
import { priceOf } from '../../../showcase/price-of.ts'
import { ButtonLink } from '../../../ui/button/button-link.tsx'

/** After a trial of this type: the full test with its price, or the exam of one that the person has already. */
export function FullTest({ type }: { type: string | null | undefined }) {
  const { data } = useQuery(availableTestsQuery())
  const full = data?.results.find((test) => test.type === type && test.price != null && test.price > 0)
  if (full === undefined) return null
  const price = priceOf(full)
  if (full.owned_purchase_id != null && full.can_buy_again !== true) {
    return <ButtonLink to={paths.exam(full.id, full.owned_purchase_id)}>{homeTexts.takeExam}</ButtonLink>
  }
  if (price === null) return null
  return (
    <ButtonLink to={paths.test(full.slug ?? full.id)} aria-label={homeTexts.fullOf(full.title, price)}>
      {homeTexts.full(price)}
    </ButtonLink>
  )
}
