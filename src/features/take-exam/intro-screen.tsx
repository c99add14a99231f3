import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { OwnedTest } from '#contract/purchase.ts'
import { isUsable } from '#contract/purchase-use.ts'
import { examTexts } from '../../messages/exam.ts'
import { failureSentence } from '../../messages/failure-sentence.ts'
import { messages } from '../../messages/messages.ts'
import { runningExamTexts } from '../../messages/running-exam.ts'
import { testMessages } from '../../messages/test-messages.ts'
import { storageTexts } from '../../messages/storage.ts'
import { paths } from '../../paths.ts'
import { ExamCountdown } from '../../running-exam/exam-countdown.tsx'
import { isGoingOn } from '../../running-exam/goes-on.ts'
import { DeviceCheckPlace } from './device-check/device-check-place.tsx'
import { useIsFirstExam } from './device-check/use-is-first-exam.ts'
import { ExamFacts } from './exam-facts.tsx'
import { BuyAgain } from '../../showcase/buy-again.tsx'
import { ownedTestQuery } from '../../queries/owned-test-query.ts'
import { Fact } from '../../attempt/screens/fact.tsx'
import { useLasting } from '../../attempt/screens/trouble.ts'
import styles from '../../attempt/screens/screen.module.css'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Column } from '../../ui/column.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'

/**
 * The check finds a broken storage seconds after the page has come, and the button changes its words under the finger. A press
 * sooner than this was meant for what it said before, and is not taken. Milliseconds.
 */
const readInMs = 1_000

interface IntroScreenProps {
  purchaseId: string
  /** The press waits for this browser's storage. */
  isAwaitingDisk: boolean
  /**
   * `fresh` false goes on with the attempt that the server has open. `acceptsMemoryOnly`: the person has read that this browser
   * keeps nothing.
   */
  onStart: (fresh: boolean, acceptsMemoryOnly: boolean) => void
}

/** What the person should know before the clock runs, and the one button that starts it. */
export function IntroScreen({ purchaseId, isAwaitingDisk, onStart }: IntroScreenProps) {
  const { data, error, isPending, isFetching, refetch } = useQuery(ownedTestQuery)
  const [storageWorks, setStorageWorks] = useState(true)
  const isRead = useLasting(!storageWorks, readInMs)
  const owned = data?.results.find((row) => row.id === purchaseId)
  // A list from before the purchase does not have it: nothing is said of that while a newer list is loading.
  const isUnknown = isPending || (owned === undefined && isFetching)
  const endsAt = owned?.active_attempt?.deadline_at ?? null
  // Asked here, beside the list: an answer that came after it would move the button that begins the exam.
  const isFirst = useIsFirstExam()
  const isGoneOn = useGoingOn(endsAt !== null, () => onStart(false, false))
  if (isUnknown || isGoneOn || isFirst === null) return <Loading fullPage />
  const title = owned?.test?.title ?? owned?.purchase_card_title ?? ''
  return (
    <Column width="text">
      <header>
        <Text tone="soft">{examTexts.label}</Text>
        <PageTitle>{examTexts.introTitle(title)}</PageTitle>
      </header>
      {error !== null && (
        <Notice tone="danger" actions={<Button onClick={() => void refetch()}>{examTexts.tryAgain}</Button>}>
          {failureSentence(error, testMessages.ownedTestsFailed, messages.networkRussian)}
        </Notice>
      )}
      {data !== undefined && owned === undefined && <Notice tone="warning">{examTexts.purchaseMissing}</Notice>}
      {endsAt !== null && <RunningClock endsAt={Date.parse(endsAt)} />}
      {owned?.active_attempt != null && <Text>{examTexts.resumeHint}</Text>}
      {owned !== undefined && endsAt === null && <ExamFacts owned={owned} />}
      {endsAt === null && (
        <section className={styles.rules}>
          <Text as="h2" variant="subtitle2">
            {examTexts.rulesTitle}
          </Text>
          <ol>
            {examTexts.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ol>
        </section>
      )}
      <DeviceCheckPlace isFirst={isFirst} onStorage={setStorageWorks} />
      <IntroActions
        owned={owned}
        purchaseId={purchaseId}
        isMemoryOnly={!storageWorks}
        isUnread={!storageWorks && !isRead}
        isAwaitingDisk={isAwaitingDisk}
        onStart={(fresh) => onStart(fresh, !storageWorks)}
      />
    </Column>
  )
}

/**
 * Goes on with an exam that runs, once, where the link to this page was to do so; true until that has begun. A storage that
 * is broken is found on the way, and asks first.
 */
function useGoingOn(isRunning: boolean, goOn: () => void): boolean {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const isDue = isRunning && isGoingOn(state)
  const hasGoneOn = useRef(false)
  useEffect(() => {
    if (!isDue || hasGoneOn.current) return
    hasGoneOn.current = true
    // Who comes back to this page is asked.
    void navigate(pathname + search, { replace: true, state: null })
    goOn()
  })
  return isDue
}

/** Of an exam whose clock runs only the time that is left is to be known: facts and rules are those of a new one. */
function RunningClock({ endsAt }: { endsAt: number }) {
  const [isOver] = useState(() => endsAt <= Date.now())
  if (isOver) return null
  return (
    <dl className={styles.facts}>
      <Fact name={runningExamTexts.timeLeft} value={<ExamCountdown endsAt={endsAt} className={styles.left} />} />
    </dl>
  )
}

interface IntroActionsProps {
  owned: OwnedTest | undefined
  purchaseId: string
  /** The storage is broken: a person who starts all the same does so knowingly. */
  isMemoryOnly: boolean
  /** That has only just been found. */
  isUnread: boolean
  isAwaitingDisk: boolean
  onStart: (fresh: boolean) => void
}

function IntroActions({ owned, purchaseId, isMemoryOnly, isUnread, isAwaitingDisk, onStart }: IntroActionsProps) {
  const isOpen = owned?.active_attempt != null
  const isGood = owned === undefined || isUsable(owned)
  const mayStart = isGood && owned?.exam_attempts_left !== 0
  return (
    <div className={`${styles.actions} ${styles.start}`}>
      {!isGood && <Text tone="danger">{examTexts.notUsable}</Text>}
      {isOpen ? (
        <Button size="large" pending={isAwaitingDisk} settling={isUnread} onClick={() => onStart(false)}>
          {isMemoryOnly ? storageTexts.goOn : examTexts.resume}
        </Button>
      ) : (
        mayStart && (
          <Button size="large" pending={isAwaitingDisk} settling={isUnread} onClick={() => onStart(true)}>
            {isMemoryOnly ? storageTexts.startAnyway : examTexts.start}
          </Button>
        )
      )}
      {owned !== undefined && <BuyAgain purchase={owned} />}
      {!isOpen && owned?.last_result != null && (
        <ButtonLink
          variant="tertiary"
          size="large"
          to={paths.attemptResult(owned.test?.type ?? '1', purchaseId, owned.last_result.attempt_id)}
        >
          {examTexts.lastResult}
        </ButtonLink>
      )}
      <ButtonLink variant="link" size="large" to={paths.purchases}>
        {examTexts.backToPurchases}
      </ButtonLink>
    </div>
  )
}
