import { canSitExam, isUsable } from '#contract/purchase-use.ts'
import type { OwnedTest } from '#contract/purchase.ts'
import { firstModel } from '#contract/score-model.ts'
import { serverNow } from '../../http/server-clock.ts'
import type { SubmissionRow } from '../../attempt/machine/rows.ts'
import { useSubmissionsState } from '../../attempt/submissions/refused-submission.tsx'
import { useRunningExam } from '../../attempt/submissions/running-exam.ts'
import { endOfAccess } from '../../messages/formats.ts'
import { typeName } from '../../messages/type-name.ts'
import { ownedTestTexts, runningExamTexts } from '../../messages/owned-test.ts'
import { purchaseTexts, tooNarrow } from '../../messages/purchases.ts'
import { submissionTexts } from '../../messages/submissions.ts'
import { goesOn, paths } from '../../paths.ts'
import { BuyAgain } from '../../shop/buy-again.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { calendar, repeat } from '../../ui/icons/page-drawings.ts'
import { Link } from '../../ui/link.tsx'
import { Text } from '../../ui/text.tsx'
import type { Delivered } from './delivered-works.tsx'
import { examTestId, tellsNoAttempts } from './purchase-state.ts'
import styles from './purchases-page.module.css'

interface PurchaseCardProps {
  purchase: OwnedTest
  /** Exams that the server has taken from this browser within a day. */
  delivered: readonly Delivered[]
}

export function PurchaseCard({ purchase, delivered }: PurchaseCardProps) {
  const { id, test, status, price, exam_attempts_left, expiration_date, active_attempt, refund_decided } = purchase
  const testId = examTestId(purchase)
  const running = useRunningExam(paths.purchases, id)
  const { rows } = useSubmissionsState()
  const isOfThis = ({ mode, purchaseId, attemptId }: SubmissionRow) =>
    mode === 'exam' && purchaseId === id && (attemptId === null || attemptId === active_attempt?.id)
  const isDelivered = delivered.some(({ row }) => isOfThis(row))
  // The server, or its last reply, may still call a submitted exam running. For the person it is over.
  const isSubmitted = isDelivered || rows.some((row) => row.state === 'waiting' && isOfThis(row))
  const isOpen = active_attempt != null && !isSubmitted
  // An exam whose clock does not run yet begins with its rules.
  const isRunning = isOpen && active_attempt.deadline_at != null
  const isOffered =
    canSitExam(purchase, serverNow()) && !(isSubmitted && (active_attempt != null || tellsNoAttempts(purchase)))
  return (
    <li className={styles.card} data-kind={test?.type}>
      <div className={styles.top}>
        <Text variant="small" tone="soft" className={styles.type}>
          {typeName(test?.type)}
        </Text>
        {status != null && (
          <span className={`${styles.status} ${styles[isOpen ? 'runs' : status] ?? ''}`}>
            <span>{isOpen ? purchaseTexts.examRuns : purchaseTexts.status(status, price)}</span>
            {isOpen && running !== null && (
              <span>
                {' · '}
                <Countdown
                  endsAt={running.endsAt}
                  label={runningExamTexts.timeLeft}
                  format={runningExamTexts.face(running.isPaused)}
                  className={styles.clock}
                />
              </span>
            )}
          </span>
        )}
      </div>
      <Text as="h2" variant="subtitle2">
        {purchase.purchase_card_title}
      </Text>
      <ul className={styles.facts}>
        {exam_attempts_left != null && refund_decided !== true && (
          <li>
            <Icon drawing={repeat} size={20} /> <span>{purchaseTexts.attemptsLeft(exam_attempts_left)}</span>
          </li>
        )}
        {expiration_date && (
          <li>
            <Icon drawing={calendar} size={20} />{' '}
            <span>{purchaseTexts.validUntil(endOfAccess(expiration_date, serverNow()))}</span>
          </li>
        )}
      </ul>
      {refund_decided === true && <Text>{ownedTestTexts.goesBack}</Text>}
      <LastResult purchase={purchase} />
      <div className={styles.foot}>
        {isDelivered && tellsNoAttempts(purchase) && (
          <ButtonLink to={paths.result(test?.type ?? 'test', id)} variant="secondary">
            {submissionTexts.openResult}
          </ButtonLink>
        )}
        {isOffered && (
          <ButtonLink
            to={paths.exam(testId, id)}
            state={isRunning ? goesOn : undefined}
            variant={isOpen ? 'primary' : 'secondary'}
          >
            {isOpen ? purchaseTexts.continueExam : purchaseTexts.exam}
          </ButtonLink>
        )}
        <BuyAgain purchase={purchase} />
        {isUsable(purchase, serverNow()) && (
          <ButtonLink to={paths.learning(testId, id)} variant="border">
            {purchaseTexts.training}
          </ButtonLink>
        )}
      </div>
    </li>
  )
}

/** Links to the newest score and to a newer exam without one; nothing before the first exam. */
export function LastResult({ purchase }: { purchase: OwnedTest }) {
  const { last_result: last, last_scored: scored } = purchase
  if (last == null) return null
  const shown = scored ?? last
  return (
    <div>
      <WayTo
        purchase={purchase}
        result={shown}
        name={scored == null ? purchaseTexts.lastResult : purchaseTexts.lastIq}
      />
      {shown.model === firstModel && (
        <Text variant="small" tone="soft">
          {tooNarrow}
        </Text>
      )}
      {scored != null && <WayTo purchase={purchase} result={last} name={purchaseTexts.newerWithout} />}
    </div>
  )
}

type LastResult = NonNullable<OwnedTest['last_result']>

function WayTo({ purchase: { id, test }, result, name }: { purchase: OwnedTest; result: LastResult; name: string }) {
  const { attempt_id, iq, iq_open, low, high, low_open, high_open, correct, total } = result
  const range = low != null && high != null ? { low, high, low_open, high_open } : {}
  const counted = correct != null && total != null ? purchaseTexts.lastCount(correct, total) : null
  const number = iq != null ? purchaseTexts.lastScore({ iq, iq_open, ...range }) : counted
  return (
    <p className={styles.result}>
      <Link to={paths.attemptResult(test?.type ?? 'test', id, attempt_id)}>
        {number === null ? name : `${name}: ${number}`}
      </Link>
    </p>
  )
}
