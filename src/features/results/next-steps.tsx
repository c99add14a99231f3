import { useQuery } from '@tanstack/react-query'
import type { Test } from '#contract/catalog.ts'
import { hasExamLeft, isClosed, isUsable } from '#contract/purchase-use.ts'
import type { OwnedTest } from '#contract/purchase.ts'
import type { Result } from '#contract/result.ts'
import { weakestKind } from '#contract/weakest-kind.ts'
import { serverNow } from '../../http/server-clock.ts'
import { priceOf } from '../../messages/formats.ts'
import { purchaseTexts } from '../../messages/purchases.ts'
import { resultTexts } from '../../messages/result.ts'
import { sampleScoreTexts } from '../../messages/sample-score.ts'
import { goesOn, paths, practicePath } from '../../paths.ts'
import { availableTestsQuery } from '../../queries/available-tests.ts'
import { BundleLinks } from '../../shop/bundle-card.tsx'
import { BuyAgain } from '../../shop/buy-again.tsx'
import { SampleScore } from '../../shop/sample-score.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Text } from '../../ui/text.tsx'
import fullTestCardStyles from './full-test-card.module.css'
import styles from './result.module.css'

interface NextStepsProps {
  result: Result
  owned: OwnedTest
  /** The page offers the next exam above already. */
  isRepeatOffered: boolean
}

/** The next steps after an exam. `FullTestCard` has a sample's full test. If the shop cannot be read, other tests are missing. */
export function NextSteps({ result, owned, isRepeatOffered }: NextStepsProps) {
  const { data } = useQuery(availableTestsQuery())
  const isSample = result.score_withheld?.code === 'sample_too_short'
  const tests = testsOfOneKind(data?.results ?? [], result)
  const left = owned.exam_attempts_left ?? 0
  const isOpen = owned.active_attempt != null
  const weakest = weakestKind(result.by_family)
  return (
    <section className={styles.section} aria-labelledby="next">
      <Text as="h2" variant="subtitle2" id="next">
        {resultTexts.next}
      </Text>
      <div className={styles.steps}>
        {isUsable(owned, serverNow()) && (
          <ButtonLink to={trainingOf(owned.id, weakest?.family ?? null)} variant={isSample ? 'border' : 'primary'}>
            {weakest === null ? resultTexts.train : resultTexts.trainKind(weakest.title)}
          </ButtonLink>
        )}
        {isOpen && (
          <ButtonLink
            to={paths.exam('1', owned.id)}
            state={owned.active_attempt?.deadline_at == null ? undefined : goesOn}
            variant="border"
          >
            {purchaseTexts.continueExam}
          </ButtonLink>
        )}
        {!isOpen && left > 0 && hasExamLeft(owned, serverNow()) && !isRepeatOffered && (
          <ButtonLink to={paths.exam('1', owned.id)} variant="border">
            {resultTexts.anotherExam(left)}
          </ButtonLink>
        )}
        <BuyAgain purchase={owned} variant="border" />
      </div>
      <OtherTests tests={tests.filter(({ type }) => type !== result.test?.type)} />
      <div className={styles.steps}>
        <BundleLinks />
      </div>
    </section>
  )
}

const trainingOf = (purchaseId: string, kind: string | null) =>
  kind === null ? practicePath('1', purchaseId) : `${practicePath('1', purchaseId)}&kind=${encodeURIComponent(kind)}`

/** The paid tests on sale that measure one kind of tasks each, without the test of this result. Free samples are left out. */
function testsOfOneKind(tests: readonly Test[], { test }: Result): readonly Test[] {
  const isKnown = ({ type }: Test) => type === 'verbal' || type === 'math' || type === 'logic'
  return tests.filter((each) => isKnown(each) && (each.price ?? 0) > 0 && each.id !== test?.id)
}

function OtherTests({ tests }: { tests: readonly Test[] }) {
  if (tests.length === 0) return null
  return (
    <>
      <p>{resultTexts.otherSides}</p>
      <div className={styles.steps}>
        {tests.slice(0, 3).map((test) => (
          <ButtonLink key={test.id} to={paths.test(test.slug ?? test.id)} variant="link">
            {[test.title, test.owned_purchase_id == null && priceOf(test)].filter(Boolean).join(' · ')}
          </ButtonLink>
        ))}
      </div>
    </>
  )
}

/** After a sample: the full test of its kind with its price. Nothing where none is on sale, or the person has no exam left. */
export function FullTestCard({ result: { test: sample } }: { result: Result }) {
  const { data } = useQuery(availableTestsQuery())
  const full = data?.results.find(({ type, price }) => type != null && type === sample?.type && (price ?? 0) > 0)
  if (full === undefined) return null
  const owned = full.can_buy_again === true ? null : (full.owned_purchase_id ?? null)
  if (owned !== null && isClosed(full)) return null
  const price = owned === null ? priceOf(full) : null
  return (
    <section className={fullTestCardStyles.card} aria-labelledby="full-test">
      <Text as="h2" variant="subtitle2" id="full-test">
        {resultTexts.fullTitle}
      </Text>
      <SampleScore caption={sampleScoreTexts.afterSample} />
      <div className={fullTestCardStyles.offer}>
        <p className={fullTestCardStyles.test}>{full.title}</p>
        {price !== null && <p className={fullTestCardStyles.price}>{price}</p>}
        <ButtonLink
          fullWidth
          size="large"
          to={owned === null ? paths.test(full.slug ?? full.id) : paths.exam('1', owned)}
          aria-label={resultTexts.fullTest(full.title, price)}
        >
          {resultTexts.fullAct}
        </ButtonLink>
      </div>
    </section>
  )
}
