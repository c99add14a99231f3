import { useQuery } from '@tanstack/react-query'
import type { OwnedTest } from '#contract/purchase.ts'
import { hasExamLeft, isUsable } from '#contract/purchase-use.ts'
import { firstModel } from '#contract/score-model.ts'
import { serverNow } from '../../../http/server-clock.ts'
import { tooNarrow } from '../../../messages/purchases.ts'
import { date } from '../../../messages/formats.ts'
import { homeTexts } from '../../../messages/home.ts'
import { resultTexts } from '../../../messages/result.ts'
import { paths } from '../../../paths.ts'
import { availableTestsQuery } from '../../../queries/available-tests.ts'
import { BellCurve } from '../../../ui/bell-curve.tsx'
import { BuyAgain } from '../../../shop/buy-again.tsx'
import { ButtonLink } from '../../../ui/button/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { Text } from '../../../ui/text.tsx'
import { FullTest, HomeCard, ToKind } from './home-card.tsx'
import type { ExamOf, KindStep, LastResult } from './home-state.ts'
import styles from './home.module.css'

interface NewestResultProps {
  purchase: OwnedTest
  result: LastResult
  /** A newer exam, without a score. */
  newer: ExamOf | null
  /** Another owned test with an exam left. */
  other: OwnedTest | null
  /** The way to a kind that the person has not taken yet. */
  next: KindStep | null
}

/** The newest score with its place on the curve, else the newest result; and the next steps. */
export function NewestResult({ purchase, result, newer, other, next }: NewestResultProps) {
  return (
    <HomeCard
      title={newer === null ? homeTexts.resultTitle : homeTexts.scoreTitle}
      actions={<NextSteps purchase={purchase} result={result} other={other} next={next} />}
    >
      <p className={styles.test}>
        <span>{purchase.purchase_card_title}</span>
        {result.submitted_at != null && <span className={styles.day}>{date(result.submitted_at)}</span>}
      </p>
      <Outcome result={result} isTrial={purchase.price === 0} />
      {newer !== null && <Newer exam={newer} />}
    </HomeCard>
  )
}

function Newer({ exam: { purchase, result } }: { exam: ExamOf }) {
  const { correct, total, attempt_id } = result
  const count = correct != null && total != null ? homeTexts.correctOf(correct, total) : null
  return (
    <p>
      {homeTexts.newerTitle}{' '}
      <Link to={paths.attemptResult(purchase.test?.type ?? 'test', purchase.id, attempt_id)}>
        {[purchase.purchase_card_title, count].filter(Boolean).join(', ')}
      </Link>
    </p>
  )
}

/** Our advice comes first: another kind before the same one, if it costs nothing more; owned tests before tests to be paid. */
function NextSteps({ purchase, result, other, next }: Omit<NewestResultProps, 'newer'>) {
  const { id, test } = purchase
  const isSpent = purchase.price !== 0 && !hasExamLeft(purchase, serverNow())
  const isOver = isSpent && other === null && !isUsable(purchase, serverNow())
  const isTrial = purchase.price === 0
  const advised = next === null || next.kind === 'full' || isTrial ? null : next
  const trainsFirst = isSpent && other === null && !isOver && advised === null
  const train = isUsable(purchase, serverNow()) && (
    <ButtonLink variant={trainsFirst ? 'primary' : 'border'} to={paths.learning(test?.id ?? '1', id)}>
      {homeTexts.train}
    </ButtonLink>
  )
  return (
    <>
      {advised !== null && <ToKind step={advised} variant="primary" />}
      {!isSpent && <NextExam purchase={purchase} variant={advised === null ? 'primary' : 'border'} />}
      {isSpent && other !== null && advised === null && <OtherExam purchase={other} />}
      {isOver && advised === null && <TrialOrPurchase purchase={purchase} />}
      {trainsFirst && train}
      <ButtonLink variant="border" to={paths.attemptResult(test?.type ?? 'test', id, result.attempt_id)}>
        {homeTexts.openResult}
      </ButtonLink>
      {!trainsFirst && train}
      {next !== null && next !== advised && !isTrial && <ToKind step={next} variant="border" />}
      {isSpent && (!isOver || advised !== null) && <BuyAgain purchase={purchase} variant="border" />}
    </>
  )
}

/** The full test after a trial, else the next exam of this test. */
function NextExam({ purchase, variant }: { purchase: OwnedTest; variant: 'primary' | 'border' }) {
  if (purchase.price === 0) return <FullTest type={purchase.test?.type} />
  return (
    <ButtonLink to={paths.exam(purchase.test?.id ?? '1', purchase.id)} variant={variant}>
      {homeTexts.again}
    </ButtonLink>
  )
}

function OtherExam({ purchase }: { purchase: OwnedTest }) {
  return (
    <ButtonLink to={paths.exam(purchase.test?.id ?? '1', purchase.id)}>
      {homeTexts.takeExamOf(purchase.purchase_card_title)}
    </ButtonLink>
  )
}

/** For a person without any usable test: a trial that they have not taken, and this test once more. */
function TrialOrPurchase({ purchase }: { purchase: OwnedTest }) {
  const { data } = useQuery(availableTestsQuery())
  const trial = data?.results.find(({ price, owned_purchase_id: owned }) => price === 0 && owned == null)
  return (
    <>
      {trial !== undefined && (
        <ButtonLink to={paths.test(trial.slug ?? trial.id)}>{homeTexts.tryOf(trial.title)}</ButtonLink>
      )}
      <BuyAgain purchase={purchase} variant={trial === undefined ? 'primary' : 'border'} />
    </>
  )
}

function Outcome({ result, isTrial }: { result: LastResult; isTrial: boolean }) {
  const { iq, iq_open, low, high, low_open, high_open, model, correct, total } = result
  if (iq == null) {
    const counted = correct != null && total != null
    return (
      <>
        <p className={styles.number}>{counted ? homeTexts.correctOf(correct, total) : homeTexts.noNumber}</p>
        <Text tone="soft">{isTrial ? homeTexts.trialNote : homeTexts.withheldNote}</Text>
      </>
    )
  }
  // Without an interval there is no curve: the interval is half of the result.
  const score = low == null || high == null ? null : { iq, iq_open, low, high, low_open, high_open }
  return (
    <>
      <p className={styles.number}>{homeTexts.iqOf({ iq, iq_open })}</p>
      {score !== null && (
        <>
          <Text>{resultTexts.interval(score)}</Text>
          <BellCurve score={score} label={resultTexts.curve(score)} average={resultTexts.average} />
          {model === firstModel && <Text tone="soft">{tooNarrow}</Text>}
        </>
      )}
    </>
  )
}
