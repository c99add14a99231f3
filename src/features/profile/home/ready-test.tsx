import type { OwnedTest } from '#contract/purchase.ts'
import { homeTexts } from '../../../messages/home.ts'
import { paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/button/button-link.tsx'
import { Text } from '../../../ui/text/text.tsx'
import { HomeCard } from './home-card.tsx'
import styles from './home.module.css'

/** A test that is there and of which no exam was taken yet. */
export function ReadyTest({ purchase: { id, test, purchase_card_title: title } }: { purchase: OwnedTest }) {
  const testId = test?.id ?? '1'
  return (
    <HomeCard
      title={homeTexts.readyTitle}
      actions={
        <>
          <ButtonLink to={paths.exam(testId, id)}>{homeTexts.takeExam}</ButtonLink>
          <ButtonLink variant="border" to={paths.learning(testId, id)}>
            {homeTexts.train}
          </ButtonLink>
        </>
      }
    >
      <p className={styles.test}>{title}</p>
      <Text tone="soft">{homeTexts.readyHint}</Text>
    </HomeCard>
  )
}
