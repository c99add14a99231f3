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
/** One element for good: see `PrerenderedPiece`. */
const rest = <PrerenderedPiece piece={landingRest} props={{}} />

/**
 * The landing page: an item to solve at once, the tests with their prices, the seller and the terms. To a person with an account it
 * shows their own next step in place of the item; a trial stays, because its end may just have made the account.
 */
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

/** What the app gives this page that is another feature's. */
interface LandingContext {
  /** The next step of who is signed in. */
  home: LazyPiece<object>
}

/** What a stranger gets, and an item to try. */
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

/** The landing has no header bar (S2.01): its own first line carries the name and the ways in. */
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

/** What a person wants to know before they trust a site with money and nerves, in three lines. */
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

/**
 * Who was sent here from an address that leads nowhere (S2.09) is told so, once: the browser keeps the entry's state over a
 * reload, but one who loads the landing page again has not been sent anywhere.
 */
function UnknownAddress() {
  const { state, search, hash } = useLocation()
  const navigate = useNavigate()
  const [wasSent] = useState(state === fromUnknownAddress)
  useEffect(() => {
    if (state === fromUnknownAddress) void navigate({ search, hash }, { replace: true, state: null })
  }, [state, search, hash, navigate])
  return useIsHydrated() && wasSent && <Notice tone="warning">{landingTexts.unknownAddress}</Notice>
}

/** Every test with its price; guests see them too (S1.03). What can be tried for nothing comes first, then several for one price. */
function TestsSection() {
  // On its way together with the list, and not before the page.
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

/** What an exam gives in the end, at the first look; further down the page the same at length. */
function SampleResult() {
  return (
    <a href="#sample" className={sampleResultStyles.sample}>
      <svg viewBox="0 0 360 104" aria-hidden="true">
        <path d={curve} />
        {/* A window over the interval: a clip path would need a name of its own. */}
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
