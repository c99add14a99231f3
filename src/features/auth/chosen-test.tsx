// A lazy boundary: loaded for a guest who has chosen or tried something.
import { useQuery } from '@tanstack/react-query'
import { useOutletContext } from 'react-router-dom'
import type { Test } from '#contract/catalog.ts'
import { bundleTexts, catalogTexts, chosenTestTexts } from '../../messages/catalog.ts'
import { money, priceOf } from '../../messages/formats.ts'
import { availableTestsQuery } from '../../queries/available-tests.ts'
import { bundlesQuery } from '../../queries/bundles-query.ts'
import { Text } from '../../ui/text.tsx'
import styles from './chosen-test.module.css'
import { comesFromTrial, type GuestContext, wanted } from './guest-memory.ts'

/** The reason for an account: the chosen test or bundle, or the trial whose review waits here. Shows nothing without either. */
export function ChosenTest() {
  const { kind, slug } = wanted() ?? {}
  if (slug !== undefined) return kind === 'bundle' ? <ChosenBundle slug={slug} /> : <Chosen slug={slug} />
  return comesFromTrial() && <Tried />
}

/** The test with this slug (or id) in the list of the landing page; undefined while it is not known. */
function useTest(slug: string | undefined): Test | undefined {
  const { data } = useQuery({ ...availableTestsQuery(), enabled: slug !== undefined })
  return data?.results.find((candidate) => (candidate.slug ?? candidate.id) === slug)
}

function Chosen({ slug }: { slug: string }) {
  const test = useTest(slug)
  if (test === undefined) return null
  const { question_count: count, duration_minutes: minutes } = test
  const facts = [
    priceOf(test),
    count == null ? null : catalogTexts.questions(count),
    minutes == null ? null : catalogTexts.minutes(minutes),
  ].filter((fact) => fact !== null)
  return (
    <InMind
      label={chosenTestTexts.label}
      title={test.title}
      facts={facts.join(' · ')}
      why={test.price === 0 ? chosenTestTexts.whyFree : chosenTestTexts.why}
    />
  )
}

function ChosenBundle({ slug }: { slug: string }) {
  const { data } = useQuery(bundlesQuery)
  const bundle = data?.find((candidate) => candidate.slug === slug)
  if (bundle === undefined) return null
  const { title, price, full_price, currency } = bundle
  return (
    <InMind
      label={chosenTestTexts.label}
      title={title}
      facts={`${money(price, currency)} ${bundleTexts.instead(money(full_price, currency))}`}
      why={chosenTestTexts.whyBundle}
    />
  )
}

/** Reads the number of kept answers each time, because another tab may have begun another trial. */
function Tried() {
  const context = useOutletContext<GuestContext | undefined>()
  const { data: trial } = useQuery({
    queryKey: ['waiting-trial'],
    queryFn: async () => (await context?.readTrial()) ?? null,
    gcTime: 0,
    retry: false,
  })
  const test = useTest(trial?.slug)
  if (trial == null) return null
  return (
    <InMind
      label={chosenTestTexts.triedLabel}
      title={test?.title ?? chosenTestTexts.tried}
      facts={chosenTestTexts.kept(trial.given)}
      why={chosenTestTexts.whyTried}
    />
  )
}

interface InMindProps {
  label: string
  title: string
  facts: string
  why: string
}

function InMind({ label, title, facts, why }: InMindProps) {
  return (
    <section className={styles.chosen} aria-label={label}>
      <Text variant="small" tone="soft">
        {label}
      </Text>
      <p className={styles.title}>{title}</p>
      {facts !== '' && <p className={styles.facts}>{facts}</p>}
      <Text variant="small" tone="soft">
        {why}
      </Text>
    </section>
  )
}
