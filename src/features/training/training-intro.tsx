import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type PracticeChoice, readPracticeChoice } from '#contract/practice.ts'
import type { OwnedTest } from '#contract/purchase.ts'
import { isUsable } from '#contract/purchase-use.ts'
import { serverNow } from '../../http/server-clock.ts'
import { whereKnown } from '../../http/api-error.ts'
import { tryTimeoutMs } from '../../http/send.ts'
import { examTexts, trainingAttemptTexts } from '../../messages/exam.ts'
import { practiceTexts, trainingTexts } from '../../messages/training.ts'
import { paths } from '../../paths.ts'
import { ownedTestQuery } from '../../queries/attempt-queries.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { useSession } from '../../session/session-state.ts'
import styles from '../../attempt/screens/screen.module.css'
import { Fact } from '../../attempt/screens/waiting-screen.tsx'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Column, Loading, PageTitle } from '../../ui/page.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Text } from '../../ui/text.tsx'
import { PaceChoice, possible } from './pace-choice.tsx'
import { knownHere } from './practice/practice-copy.ts'
import { type PracticeRequest, searchOf, requestIn } from './practice-request.ts'

interface TrainingIntroProps {
  purchaseId: string
  /** The press waits for this browser's storage. */
  isAwaitingDisk: boolean
  onStart: () => void
}

/** The start of a training, also where purchases or practices cannot be read. A practice is preset, unless `?pace=exam`. */
export function TrainingIntro({ purchaseId, isAwaitingDisk, onStart }: TrainingIntroProps) {
  const { data, isPending } = useQuery(ownedTestQuery)
  const { data: choice, isLoading } = useQuery(practiceChoiceQuery(purchaseId))
  // The page waits for this too: an unfinished practice that came later would move the buttons below it.
  const { data: here, isLoading: isReadingHere } = useQuery(
    practiceHereQuery(useSession().user?.id ?? null, purchaseId),
  )
  const [search] = useSearchParams()
  const [chosen, setChosen] = useState<PracticeRequest | null>(() =>
    search.get('pace') === 'exam' ? null : requestIn(search),
  )
  const navigate = useNavigate()
  if (isPending || isLoading || isReadingHere) return <Loading fullPage />
  const request = choice == null || chosen === null ? null : possible(chosen, choice)
  const practise = (next: PracticeRequest, startKey: string) => void navigate({ search: searchOf(next, startKey) })
  const start = () => (request === null ? onStart() : practise(request, crypto.randomUUID()))
  // A practice that was ended here is over, whether the server has heard of it or not.
  const isOver = here === undefined || here?.ended.includes(choice?.open?.start_key ?? '')
  const openThere = isOver ? null : choice?.open
  const openHere = choice === undefined ? here?.open : null
  const owned = data?.results.find((row) => row.id === purchaseId)
  const title = owned?.test?.title ?? owned?.purchase_card_title ?? trainingAttemptTexts.label
  const isGood = owned === undefined || isUsable(owned, serverNow())
  return (
    <Column width="text">
      <header>
        <Text tone="soft">{trainingAttemptTexts.label}</Text>
        <PageTitle>{title}</PageTitle>
      </header>
      {openThere != null && (
        <OpenPractice
          text={practiceTexts.open(openThere.answered, openThere.total)}
          onResume={() => practise(requestIn(search), openThere.start_key)}
        />
      )}
      {openHere != null && (
        <OpenPractice
          text={(openHere.hasKeys ? practiceTexts.openHere : practiceTexts.openHereKeyless)(
            openHere.answered,
            openHere.total,
          )}
          onResume={openHere.hasKeys ? () => practise(requestIn(search), openHere.startKey) : null}
        />
      )}
      {isGood && choice === undefined && <Notice tone="warning">{practiceTexts.needsNetwork}</Notice>}
      {isGood && choice != null && <Settings choice={choice} request={request} onRequest={setChosen} />}
      <TrainingFacts owned={owned} request={request} />
      <section className={styles.rules}>
        <Text as="h2" variant="subtitle2">
          {examTexts.rulesTitle}
        </Text>
        <ol>
          {(request === null ? trainingTexts : practiceTexts).rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ol>
      </section>
      {!isGood && <Notice tone="warning">{trainingTexts.notUsable}</Notice>}
      {isGood && (
        <div className={`${styles.actions} ${styles.start}`}>
          <Button size="large" pending={isAwaitingDisk} onClick={start}>
            {trainingTexts.start}
          </Button>
        </div>
      )}
      <div>
        <ButtonLink variant="link" size="large" to={paths.purchases}>
          {examTexts.backToPurchases}
        </ButtonLink>
      </div>
    </Column>
  )
}

/** The choices, folded: most people want five tasks of all kinds, one by one. */
function Settings(props: ComponentProps<typeof PaceChoice>) {
  const { request } = props
  // An unusual choice in the address is unfolded. Read once, so that a later choice folds nothing under a finger.
  const [isUnusual] = useState(request === null || request.only !== null)
  return (
    <details className={styles.folded} open={isUnusual}>
      <summary>{practiceTexts.settings}</summary>
      <PaceChoice {...props} />
    </details>
  )
}

/** The unfinished practice of any device; without a server's reply, of this device. */
function OpenPractice({ text, onResume }: { text: string; onResume: (() => void) | null }) {
  const resume =
    onResume === null ? undefined : (
      <Button variant="border" onClick={onResume}>
        {practiceTexts.resume}
      </Button>
    )
  return (
    <Notice title={practiceTexts.openTitle} actions={resume}>
      {text}
    </Notice>
  )
}

function TrainingFacts({ owned, request }: { owned: OwnedTest | undefined; request: PracticeRequest | null }) {
  if (request !== null) {
    return (
      <dl className={styles.facts}>
        <Fact name={trainingTexts.factQuestions} value={practiceTexts.tasks(request.size)} />
        <Fact name={trainingTexts.factPace} value={trainingTexts.noClock} />
        <Fact name={practiceTexts.factReview} value={practiceTexts.review} />
      </dl>
    )
  }
  const count = owned?.test?.question_count
  return (
    <dl className={styles.facts}>
      {count != null && <Fact name={trainingTexts.factQuestions} value={examTexts.questions(count)} />}
      <Fact name={trainingTexts.factPace} value={trainingTexts.noClock} />
      <Fact name={trainingTexts.factReview} value={trainingTexts.review} />
    </dl>
  )
}

/** The choices for a practice of a purchase; null where the server knows no practices. Never cached. */
const practiceChoiceQuery = (purchaseId: string) =>
  queryOptions({
    queryKey: ['practice-choice', purchaseId],
    queryFn: ({ signal }) =>
      whereKnown<PracticeChoice | null>(
        sessionRequest(readPracticeChoice, { params: { id: purchaseId } }, { signal, timeout: tryTimeoutMs }),
        null,
      ),
    staleTime: 0,
    gcTime: 0,
    // No retries: the specification's training must not wait for this call.
    retry: false,
  })

/** What this browser alone knows of a purchase's practices. Calls no server. */
const practiceHereQuery = (ownerId: string | null, purchaseId: string) =>
  queryOptions({
    queryKey: ['practice-here', ownerId, purchaseId],
    queryFn: () => (ownerId === null ? null : knownHere(ownerId, purchaseId)),
    staleTime: 0,
    gcTime: 0,
  })
