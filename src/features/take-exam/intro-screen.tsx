import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { hasExamLeft, isUsable } from '#contract/purchase-use.ts'
import type { OwnedTest } from '#contract/purchase.ts'
import { useServerOffset } from '../../queries/server-offset.ts'
import { serverNow } from '../../http/server-clock.ts'
import { useLasting } from '../../attempt/screens/trouble.ts'
import styles from '../../attempt/screens/screen.module.css'
import { Fact } from '../../attempt/screens/waiting-screen.tsx'
import { examTexts, storageTexts } from '../../messages/exam.ts'
import { failureSentence, messages } from '../../messages/messages.ts'
import { ownedTestTexts, runningExamTexts } from '../../messages/owned-test.ts'
import { testMessages } from '../../messages/test-messages.ts'
import { paths } from '../../paths.ts'
import { ownedTestQuery } from '../../queries/attempt-queries.ts'
import { useSession } from '../../session/session-state.ts'
import { BuyAgain } from '../../shop/buy-again.tsx'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Column, Loading, PageTitle } from '../../ui/page.tsx'
import { lazyPiece, usePiece } from '../../ui/piece/piece.ts'
import { Text } from '../../ui/text.tsx'
import { DeviceCheckPlace, useIsFirstExam } from './device-check/device-check-place.tsx'

/**
 * The check may find a broken storage seconds after the page appeared, and change the button's words. A press this soon after
 * the change was meant for the words before, so the page ignores it.
 */
const readInMs = 1_000

const regionChoice = lazyPiece(() => import('./region-choice.tsx').then((m) => m.RegionChoice))

interface IntroScreenProps {
  purchaseId: string
  /** The press waits for this browser's storage. */
  isAwaitingDisk: boolean
  /** `fresh` false continues the server's open attempt. `acceptsMemoryOnly`: the person has read that nothing is kept here. */
  onStart: (fresh: boolean, acceptsMemoryOnly: boolean) => void
}

export function IntroScreen({ purchaseId, isAwaitingDisk, onStart }: IntroScreenProps) {
  const { data, error, isPending, isFetching, refetch } = useQuery(ownedTestQuery)
  const [storageWorks, setStorageWorks] = useState(true)
  const isRead = useLasting(!storageWorks, readInMs)
  const owned = data?.results.find((row) => row.id === purchaseId)
  // A list from before the purchase lacks the purchase. The page does not report that while a newer list is loading.
  const isUnknown = isPending || (owned === undefined && isFetching)
  const endsAt = owned?.active_attempt?.deadline_at ?? null
  const offset = useServerOffset()
  // The page asks the storage while the list loads, because a later answer would move the button that begins the exam.
  const isFirst = useIsFirstExam()
  const isGoneOn = useGoingOn(endsAt !== null, () => onStart(false, false))
  if (isUnknown || isGoneOn || isFirst === null) return <Loading fullPage />
  const title = owned?.test?.title ?? owned?.purchase_card_title ?? ''
  const goesBack = owned?.refund_decided === true
  /** After a decided refund nothing can be begun, so the page shows neither the exams left nor the device check. */
  const isOver = goesBack && owned.active_attempt == null
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
      {goesBack && <Notice title={ownedTestTexts.goesBackTitle}>{ownedTestTexts.goesBack}</Notice>}
      {endsAt !== null && (
        <RunningClock
          endsAt={Date.parse(endsAt) - (offset ?? 0)}
          isPaused={owned?.active_attempt?.state === 'paused'}
        />
      )}
      {owned?.active_attempt != null && <Text>{examTexts.resumeHint}</Text>}
      {owned !== undefined && endsAt === null && !isOver && <ExamFacts owned={owned} />}
      {endsAt === null && !isOver && <ExamRules />}
      {!isOver && <DeviceCheckPlace isFirst={isFirst} onStorage={setStorageWorks} />}
      <WaysOut owned={owned} purchaseId={purchaseId} />
      {!isOver && <RegionPlace />}
      <IntroActions
        owned={owned}
        isMemoryOnly={!storageWorks}
        isUnread={!storageWorks && !isRead}
        isAwaitingDisk={isAwaitingDisk}
        onStart={(fresh) => onStart(fresh, !storageWorks)}
      />
    </Column>
  )
}

/** Continues a running exam once, if the link to this page says so; true until then. A broken storage asks first. */
function useGoingOn(isRunning: boolean, goOn: () => void): boolean {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const isDue = isRunning && isGoingOn(state)
  const hasGoneOn = useRef(false)
  useEffect(() => {
    if (!isDue || hasGoneOn.current) return
    hasGoneOn.current = true
    // A person who comes back to this page is asked.
    void navigate(pathname + search, { replace: true, state: null })
    goOn()
  })
  return isDue
}

/** Whether the page was opened by a link that says `goesOn`. `state`: the state of the browser's history entry. */
function isGoingOn(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'goesOn' in state && state.goesOn === true
}

/** The time left of a running exam. Facts and rules are for a new exam alone. */
function RunningClock({ endsAt, isPaused }: { endsAt: number; isPaused: boolean }) {
  const [isOver] = useState(() => endsAt <= Date.now())
  if (isOver) return null
  return (
    <dl className={styles.facts}>
      <Fact
        name={runningExamTexts.timeLeft}
        value={
          <Countdown
            endsAt={endsAt}
            label={runningExamTexts.timeLeft}
            format={runningExamTexts.face(isPaused)}
            className={styles.left}
          />
        }
      />
    </dl>
  )
}

/** The choice of a region, on a server that knows alarms. It comes later, and moves no button. */
function RegionPlace() {
  const region = useSession().user?.region ?? null
  const { Piece: RegionChoice } = usePiece(regionChoice, region !== null)
  return region !== null && RegionChoice && <RegionChoice region={region} />
}

/** Other links. They are above the button that begins, which is alone at a phone's edge: there is little room. */
function WaysOut({ owned, purchaseId }: { owned: OwnedTest | undefined; purchaseId: string }) {
  const lastResult = owned?.active_attempt == null ? owned?.last_result : null
  return (
    <div className={styles.actions}>
      {owned !== undefined && lastResult != null && (
        <ButtonLink
          variant="tertiary"
          size="large"
          to={paths.attemptResult(owned.test?.type ?? '1', purchaseId, lastResult.attempt_id)}
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

interface IntroActionsProps {
  owned: OwnedTest | undefined
  /** The storage is broken: a person who starts anyway does so knowingly. */
  isMemoryOnly: boolean
  /** The broken storage has only just been found. */
  isUnread: boolean
  isAwaitingDisk: boolean
  onStart: (fresh: boolean) => void
}

/** The button that begins, continues or buys; nothing where none of these can be done. */
function IntroActions({ owned, isMemoryOnly, isUnread, isAwaitingDisk, onStart }: IntroActionsProps) {
  const isOpen = owned?.active_attempt != null
  const isGood = owned === undefined || isUsable(owned, serverNow())
  const mayStart = owned === undefined || hasExamLeft(owned, serverNow())
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
    </div>
  )
}

/** What the start costs, in three lines; all rules are folded. */
function ExamRules() {
  return (
    <section className={styles.rules}>
      <Text as="h2" variant="subtitle2">
        {examTexts.costsTitle}
      </Text>
      <ul>
        {examTexts.costs.map(([brief, rest]) => (
          <li key={brief}>
            <strong>{brief}</strong> <span>{rest}</span>
          </li>
        ))}
      </ul>
      <details className={styles.folded}>
        <summary>{examTexts.rulesTitle}</summary>
        <ol>
          {examTexts.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ol>
      </details>
    </section>
  )
}

function ExamFacts({ owned }: { owned: OwnedTest }) {
  const { test, exam_attempts_left: left, extra_time_factor: factor } = owned
  const base = test?.duration_minutes ?? null
  const minutes = base === null ? null : Math.round(base * (factor ?? 1))
  const extra = base === null || minutes === null ? 0 : minutes - base
  return (
    <div>
      <dl className={styles.facts}>
        {test?.question_count != null && (
          <Fact name={examTexts.factQuestions} value={examTexts.questions(test.question_count)} />
        )}
        {minutes !== null && <Fact name={examTexts.factTime} value={examTexts.minutes(minutes)} />}
        {left != null && <Fact name={examTexts.factAttempts} value={examTexts.attemptsLeft(left)} />}
      </dl>
      {minutes !== null && extra > 0 && <p className={styles.aside}>{examTexts.extraTime(minutes, extra)}</p>}
    </div>
  )
}
