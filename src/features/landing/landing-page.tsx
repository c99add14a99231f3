import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useOutletContext } from 'react-router-dom'
import { failedToShow } from '../../http/api-error.ts'
import { landingTexts } from '../../messages/landing.ts'
import { failureSentence, messages } from '../../messages/messages.ts'
import { siteTexts } from '../../messages/site.ts'
import { fromUnknownAddress, paths } from '../../paths.ts'
import { availableTestsQuery } from '../../queries/available-tests.ts'
import { usePrerenderedQuery } from '../../queries/prerendered-queries.ts'
import { useSession } from '../../session/session-state.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { check, Icon } from '../../ui/icons/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Failure, Notice } from '../../ui/notice.tsx'
import { Loading, PageTitle } from '../../ui/page.tsx'
import { PieceInPlace } from '../../ui/piece/piece-in-place.tsx'
import { PrerenderedPiece } from '../../ui/piece/prerendered-piece.tsx'
import { type LazyPiece, lazyPiece, usePiece } from '../../ui/piece/piece.ts'
import { Text } from '../../ui/text.tsx'
import { useIsHydrated } from '../../ui/use-is-hydrated.ts'
import styles from './landing-page.module.css'
import landingTopStyles from './landing-top.module.css'
import proofListStyles from './proof-list.module.css'
import { curve, interval, xOf, yOf } from './sample-curve.ts'
import { sampleFigures } from '../../shop/sample-figures.ts'
import sectionStyles from './section.module.css'
import sampleResultStyles from './sample-result.module.css'
import { TrialLink, TrySection } from './try-section.tsx'

const landingTests = lazyPiece(() => import('../../shop/test-grid.tsx').then((m) => m.LandingTests))
const landingRest = lazyPiece(() => import('./landing-rest.tsx').then((m) => m.LandingRest))
/** The same element at each render: see `PrerenderedPiece`. */
const rest = <PrerenderedPiece piece={landingRest} props={{}} />

/** A signed-in person sees their next step in place of the item. A trial stays: its end may just have made the account. */
export function LandingPage() {
  const { status } = useSession()
  const { search } = useLocation()
  const { home } = useOutletContext<LandingContext>()
  const isOwn = useIsHydrated() && status === 'signed-in' && !new URLSearchParams(search).has('trial')
  const { Piece: Own } = usePiece(home, isOwn)
  const Shown = isOwn ? Own : null
  return (
    <div className={styles.page}>
      <LandingTop />
      <UnknownAddress />
      {Shown === null ? <Hero /> : <Shown />}
      <TestsSection />
      {Shown === null && rest}
    </div>
  )
}

interface LandingContext {
  /** The signed-in person's next step. The app gives it, because it is another feature's. */
  home: LazyPiece<object>
}

function Hero() {
  return (
    <section className={styles.hero}>
      <div className={styles.pitch}>
        <PageTitle variant="h1" tabTitle={siteTexts.name}>
          {landingTexts.title}
        </PageTitle>
        <Text variant="large" tone="soft">
          {landingTexts.lead}
        </Text>
        <div className={styles.ways}>
          <TrialLink size="large">{landingTexts.beginFree}</TrialLink>
        </div>
        <SampleResult />
      </div>
      <TrySection />
      <ProofList />
    </section>
  )
}

/** The landing page has no header bar (S2.01): its own first line has the name and the ways in. */
function LandingTop() {
  const { status } = useSession()
  return (
    <div className={landingTopStyles.top}>
      <div className={landingTopStyles.brand}>
        <Mark size={40} />
        <div className={landingTopStyles.names}>
          <span className={landingTopStyles.name}>{siteTexts.name}</span>
          <span className={landingTopStyles.tagline}>{siteTexts.tagline}</span>
        </div>
      </div>
      {status === 'guest' ? (
        <div className={landingTopStyles.ways}>
          <Link to={paths.login} className={landingTopStyles.link}>
            {siteTexts.logIn}
          </Link>
          <ButtonLink to={paths.register} variant="border">
            {siteTexts.register}
          </ButtonLink>
        </div>
      ) : (
        <ButtonLink to={paths.profile} variant="border">
          {landingTexts.myCabinet}
        </ButtonLink>
      )}
    </div>
  )
}

function ProofList() {
  return (
    <ul className={proofListStyles.proofs}>
      {landingTexts.proofs.map((proof) => (
        <li key={proof}>
          <Icon drawing={check} size={20} />
          <span>{proof}</span>
        </li>
      ))}
    </ul>
  )
}

/** Says once that an unknown address led here (S2.09). The state is deleted, because the browser keeps it over a reload. */
function UnknownAddress() {
  const { state, search, hash } = useLocation()
  const navigate = useNavigate()
  const [wasSent] = useState(state === fromUnknownAddress)
  useEffect(() => {
    if (state === fromUnknownAddress) void navigate({ search, hash }, { replace: true, state: null })
  }, [state, search, hash, navigate])
  return useIsHydrated() && wasSent && <Notice tone="warning">{landingTexts.unknownAddress}</Notice>
}

/** Every test with its price, for guests too (S1.03). Free trials come first, then bundles. */
function TestsSection() {
  // Fetched together with the list, and not before the page.
  useEffect(() => landingTests.prepare(), [])
  const { data, error, isPending, refetch } = usePrerenderedQuery(availableTestsQuery())
  return (
    <section className={sectionStyles.section} id="tests" aria-labelledby="tests-title">
      <Text as="h2" variant="h3" id="tests-title">
        {landingTexts.testsTitle}
      </Text>
      <Text variant="large" tone="soft">
        {landingTexts.testsLead}
      </Text>
      {isPending && <Loading />}
      {failedToShow(error, data) && (
        <Failure onRetry={() => void refetch()}>
          {failureSentence(error, messages.availableTestsFailed, messages.networkRussian)}
        </Failure>
      )}
      {data?.results.length === 0 && <Notice>{landingTexts.testsEmpty}</Notice>}
      {data && <PieceInPlace piece={landingTests} props={{ tests: data.results }} />}
    </section>
  )
}

const [caption, score, range] = landingTexts.sample

/** A sample result at the first look; the whole sample is further down the page. */
function SampleResult() {
  return (
    <a href="#sample" className={sampleResultStyles.sample}>
      <svg viewBox="0 0 360 104" aria-hidden="true">
        <path d={curve} />
        {/* A nested svg is the window over the interval, because a clip path would need an id. */}
        <svg {...interval} viewBox={`${interval.x} 0 ${interval.width} 104`} className={sampleResultStyles.interval}>
          <path d={curve} />
        </svg>
        <circle cx={xOf(sampleFigures.iq)} cy={yOf(sampleFigures.iq)} r={12} />
      </svg>
      <span>{caption}</span>
      <strong>{score}</strong>
      <span>{range}</span>
    </a>
  )
}
