import type { OwnedTest } from '#contract/purchase.ts'
import { isUsable } from '#contract/purchase-use.ts'
import { date } from '../../../messages/formats.ts'
import { homeTexts } from '../../../messages/home.ts'
import { resultTexts } from '../../../messages/result.ts'
import { paths } from '../../../paths.ts'
import { BellCurve } from '../../../score-curve/bell-curve.tsx'
import { BuyAgain } from '../../../showcase/buy-again.tsx'
import { ButtonLink } from '../../../ui/button/button-link.tsx'
import { Text } from '../../../ui/text/text.tsx'
import { FullTest } from './full-test.tsx'
import { HomeCard } from './home-card.tsx'
import { canTake, type LastResult } from './home-state.ts'
import styles from './home.module.css'

interface NewestResultProps {
  purchase: OwnedTest
  result: LastResult
}

/** The newest result of an exam, with its place on the curve where it has one, and what to do next. */
export function NewestResult({ purchase, result }: NewestResultProps) {
  const { id, test, purchase_card_title: title } = purchase
  const testId = test?.id ?? '1'
  return (
    <HomeCard
      title={homeTexts.resultTitle}
      actions={
        <>
          <NextExam purchase={purchase} />
          <ButtonLink variant="border" to={paths.attemptResult(test?.type ?? 'test', id, result.attempt_id)}>
            {homeTexts.openResult}
          </ButtonLink>
          {isUsable(purchase) && (
            <ButtonLink variant="border" to={paths.learning(testId, id)}>
              {homeTexts.train}
            </ButtonLink>
          )}
        </>
      }
    >
      <p className={styles.test}>
        {title}
        {result.submitted_at != null && <span className={styles.day}>{date(result.submitted_at)}</span>}
      </p>
      <Outcome result={result} isTrial={purchase.price === 0} />
    </HomeCard>
  )
}

/** A full test after a trial, the next exam where one is left, and another purchase where none is. */
function NextExam({ purchase }: { purchase: OwnedTest }) {
  if (purchase.price === 0) return <FullTest type={purchase.test?.type} />
  if (!canTake(purchase)) return <BuyAgain purchase={purchase} />
  return <ButtonLink to={paths.exam(purchase.test?.id ?? '1', purchase.id)}>{homeTexts.again}</ButtonLink>
}

function Outcome({ result, isTrial }: { result: LastResult; isTrial: boolean }) {
  const { iq, iq_open, low, high, low_open, high_open, correct, total } = result
  if (iq == null) {
    const counted = correct != null && total != null
    return (
      <>
        <p className={styles.number}>{counted ? homeTexts.correctOf(correct, total) : homeTexts.noNumber}</p>
        <Text tone="soft">{isTrial ? homeTexts.trialNote : homeTexts.withheldNote}</Text>
      </>
    )
  }
  // A server that says the number alone gets no curve: its interval is half of the result.
  const score = low == null || high == null ? null : { iq, iq_open, low, high, low_open, high_open }
  return (
    <>
      <p className={styles.number}>{homeTexts.iqOf({ iq, iq_open })}</p>
      {score !== null && (
        <>
          <Text>{resultTexts.interval(score)}</Text>
          <BellCurve score={score} />
        </>
      )}
    </>
  )
}
