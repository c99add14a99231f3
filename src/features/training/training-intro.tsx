import { useQuery } from '@tanstack/react-query'
import type { OwnedTest } from '#contract/purchase.ts'
import { isUsable } from '#contract/purchase-use.ts'
import { examTexts } from '../../messages/exam.ts'
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

interface TrainingIntroProps {
  purchaseId: string
  onStart: () => void
}

/** What a training is, and the button that fetches one. A shelf that cannot be read keeps nobody from it. */
export function TrainingIntro({ purchaseId, onStart }: TrainingIntroProps) {
  const { data, isPending } = useQuery(ownedTestQuery)
  if (isPending) return <Loading fullPage />
  const owned = data?.results.find((row) => row.id === purchaseId)
  const title = owned?.test?.title ?? owned?.purchase_card_title ?? trainingSitting.label
  const isGood = owned === undefined || isUsable(owned)
  return (
    <Column width="text">
      <header>
        <Text tone="soft">{trainingSitting.label}</Text>
        <PageTitle>{title}</PageTitle>
      </header>
      <TrainingFacts owned={owned} />
      <section className={styles.rules}>
        <Text as="h2" variant="subtitle2">
          {examTexts.rulesTitle}
        </Text>
        <ol>
          {trainingTexts.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ol>
      </section>
      {!isGood && <Notice tone="warning">{trainingTexts.notUsable}</Notice>}
      <div className={styles.actions}>
        {isGood && (
          <Button size="large" onClick={onStart}>
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

function TrainingFacts({ owned }: { owned: OwnedTest | undefined }) {
  const count = owned?.test?.question_count
  return (
    <dl className={styles.facts}>
      {count != null && <Fact name={trainingSitting.label} value={examTexts.questions(count)} />}
      <Fact name={trainingTexts.factPace} value={trainingTexts.noClock} />
      <Fact name={trainingTexts.factReview} value={trainingTexts.review} />
    </dl>
  )
}
