import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnedTest } from '#contract/purchase.ts'
import { isUsable } from '#contract/purchase-use.ts'
import { examTexts } from '../../messages/exam.ts'
import { failureSentence } from '../../messages/failure-sentence.ts'
import { messages } from '../../messages/messages.ts'
import { testMessages } from '../../messages/test-messages.ts'
import { storageTexts } from '../../messages/storage.ts'
import { paths } from '../../paths.ts'
import { DeviceCheckPlace } from './device-check/device-check-place.tsx'
import { ExamFacts } from './exam-facts.tsx'
import { BuyAgain } from '../../showcase/buy-again.tsx'
import { ownedTestQuery } from '../../sitting/owned-test-query.ts'
import styles from '../../sitting/screen.module.css'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Column } from '../../ui/column.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'

interface IntroScreenProps {
  purchaseId: string
  /**
   * `fresh` false goes on with the attempt that the server has open. `acceptsUnkept`: the person has read that this browser
   * keeps nothing.
   */
  onStart: (fresh: boolean, acceptsUnkept: boolean) => void
}

/** What the person should know before the clock runs, and the one button that starts it. */
export function IntroScreen({ purchaseId, onStart }: IntroScreenProps) {
  const { data, error, isPending, isFetching, refetch } = useQuery(ownedTestQuery)
  const [storageWorks, setStorageWorks] = useState(true)
  const owned = data?.results.find((row) => row.id === purchaseId)
  // A list from before the purchase does not know it: nobody is told so while a newer one is on its way.
  if (isPending || (owned === undefined && isFetching)) return <Loading fullPage />
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
      {owned !== undefined && <ExamFacts owned={owned} />}
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
      <DeviceCheckPlace onStorage={setStorageWorks} />
      <IntroActions
        owned={owned}
        purchaseId={purchaseId}
        keepsNothing={!storageWorks}
        onStart={(fresh) => onStart(fresh, !storageWorks)}
      />
    </Column>
  )
}

interface IntroActionsProps {
  owned: OwnedTest | undefined
  purchaseId: string
  /** The storage is broken: whoever starts all the same does so knowingly. */
  keepsNothing: boolean
  onStart: (fresh: boolean) => void
}

function IntroActions({ owned, purchaseId, keepsNothing, onStart }: IntroActionsProps) {
  const isOpen = owned?.active_attempt != null
  const isGood = owned === undefined || isUsable(owned)
  const mayStart = isGood && owned?.exam_attempts_left !== 0
  return (
    <div className={`${styles.actions} ${styles.start}`}>
      {isOpen && <Text>{examTexts.resumeHint}</Text>}
      {!isGood && <Text tone="danger">{examTexts.notUsable}</Text>}
      {isOpen ? (
        <Button size="large" onClick={() => onStart(false)}>
          {keepsNothing ? storageTexts.goOn : examTexts.resume}
        </Button>
      ) : (
        mayStart && (
          <Button size="large" onClick={() => onStart(true)}>
            {keepsNothing ? storageTexts.startAnyway : examTexts.start}
          </Button>
        )
      )}
      {owned !== undefined && <BuyAgain purchase={owned} />}
      {owned?.last_result != null && (
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
