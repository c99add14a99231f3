import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { PracticeChoice } from '#contract/practice.ts'
import type { OwnedTest } from '#contract/purchase.ts'
import { isUsable } from '#contract/purchase-use.ts'
import { examTexts } from '../../messages/exam.ts'
import { practiceTexts } from '../../messages/practice.ts'
import { trainingSitting } from '../../messages/sitting.ts'
import { trainingTexts } from '../../messages/training.ts'
import { paths } from '../../paths.ts'
import { ownedTestQuery } from '../../sitting/owned-test-query.ts'
import styles from '../../sitting/screen.module.css'
import { Fact } from '../../sitting/fact.tsx'
import { Button } from '../../ui/button/button.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Column } from '../../ui/column.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'
import { PaceChoice, possible } from './pace-choice.tsx'
import { practiceChoiceQuery } from './practice-choice-query.ts'
import { type PracticeWish, searchOf, wishIn } from './practice-wish.ts'

interface TrainingIntroProps {
  purchaseId: string
  onStart: () => void
}

/**
 * What a training is, how it may be taken, and the button that fetches one. A shelf that cannot be read keeps nobody from it;
 * where the server knows one way alone, nothing is to be chosen. `?pace=one-by-one` has chosen already, `?kind=` too.
 */
export function TrainingIntro({ purchaseId, onStart }: TrainingIntroProps) {
  const { data, isPending } = useQuery(ownedTestQuery)
  const { data: choice, isLoading } = useQuery(practiceChoiceQuery(purchaseId))
  const [search] = useSearchParams()
  const [chosen, setChosen] = useState<PracticeWish | null>(() =>
    search.has('pace') || search.has('kind') ? wishIn(search) : null,
  )
  const navigate = useNavigate()
  if (isPending || isLoading) return <Loading fullPage />
  const wish = choice == null || chosen === null ? null : possible(chosen, choice)
  const practise = (next: PracticeWish, startKey: string) => void navigate({ search: searchOf(next, startKey) })
  const start = () => (wish === null ? onStart() : practise(wish, crypto.randomUUID()))
  const owned = data?.results.find((row) => row.id === purchaseId)
  const title = owned?.test?.title ?? owned?.purchase_card_title ?? trainingSitting.label
  const isGood = owned === undefined || isUsable(owned)
  return (
    <Column width="text">
      <header>
        <Text tone="soft">{trainingSitting.label}</Text>
        <PageTitle>{title}</PageTitle>
      </header>
      {choice?.open != null && <OpenPractice open={choice.open} onResume={(key) => practise(wishIn(search), key)} />}
      {isGood && choice != null && <PaceChoice choice={choice} wish={wish} onWish={setChosen} />}
      <TrainingFacts owned={owned} wish={wish} />
      <section className={styles.rules}>
        <Text as="h2" variant="subtitle2">
          {examTexts.rulesTitle}
        </Text>
        <ol>
          {(wish === null ? trainingTexts : practiceTexts).rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ol>
      </section>
      {!isGood && <Notice tone="warning">{trainingTexts.notUsable}</Notice>}
      <div className={styles.actions}>
        {isGood && (
          <Button size="large" onClick={start}>
            {trainingTexts.start}
          </Button>
        )}
        <ButtonLink variant="link" size="large" to={paths.purchases}>
          {examTexts.backToPurchases}
        </ButtonLink>
      </div>
    </Column>
  )
}

type Open = NonNullable<PracticeChoice['open']>

/** The practice that was begun and not finished, on whatever device. */
function OpenPractice({ open, onResume }: { open: Open; onResume: (startKey: string) => void }) {
  const resume = (
    <Button variant="border" onClick={() => onResume(open.start_key)}>
      {practiceTexts.resume}
    </Button>
  )
  return (
    <Notice title={practiceTexts.openTitle} actions={resume}>
      {practiceTexts.open(open.answered, open.total)}
    </Notice>
  )
}

function TrainingFacts({ owned, wish }: { owned: OwnedTest | undefined; wish: PracticeWish | null }) {
  if (wish !== null) {
    return (
      <dl className={styles.facts}>
        <Fact name={trainingSitting.label} value={practiceTexts.tasks(wish.size)} />
        <Fact name={trainingTexts.factPace} value={trainingTexts.noClock} />
        <Fact name={practiceTexts.factReview} value={practiceTexts.review} />
      </dl>
    )
  }
  const count = owned?.test?.question_count
  return (
    <dl className={styles.facts}>
      {count != null && <Fact name={trainingSitting.label} value={examTexts.questions(count)} />}
      <Fact name={trainingTexts.factPace} value={trainingTexts.noClock} />
      <Fact name={trainingTexts.factReview} value={trainingTexts.review} />
    </dl>
  )
}
