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
import sampleCardStyles from './sample-card.module.css'
import sectionStyles from './section.module.css'
import { TrialLink, TrySection } from './try-section.tsx'

const guestTrial = lazyPiece(() => import('./guest-trial.tsx').then((m) => m.GuestTrial))
const landingTests = lazyPiece(() => import('../../shop/test-grid.tsx').then((m) => m.LandingTests))
const lowestPrice = lazyPiece(() => import('../../shop/test-grid.tsx').then((m) => m.LowestPrice))
const landingRest = lazyPiece(() => import('./landing-rest.tsx').then((m) => m.LandingRest))
/** The same element at each render: see `PrerenderedPiece`. */
const rest = <PrerenderedPiece piece={landingRest} props={{}} />

/**
 * A signed-in person sees their next step in place of the words for guests. A trial stays: its end may just have made the account.
 * The prerendered page has no trial, because its address has no query.
 */
export function LandingPage() {
  const { status } = useSession()
  const { search } = useLocation()
  const { home } = useOutletContext<LandingContext>()
  const isHydrated = useIsHydrated()
  const isTrial = isHydrated && new URLSearchParams(search).has('trial')
  const isOwn = isHydrated && status === 'signed-in' && !isTrial
  const { Piece: Own } = usePiece(home, isOwn)
  const Shown = isOwn ? Own : null
  return (
    <div className={styles.page}>
      <LandingTop />
      <UnknownAddress />
      {Shown === null ? <Hero isTrial={isTrial} /> : <Shown />}
      <TestsSection />
      {Shown === null && !isTrial && <TrySection />}
      {Shown === null && rest}
    </div>
  )
}

interface LandingContext {
  /** The signed-in person's next step. The app gives it, because it is another feature's. */
  home: LazyPiece<object>
}

/** What one gets, and the way to it; a trial takes the place of the picture. */
function Hero({ isTrial }: { isTrial: boolean }) {
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
        <p className={styles.terms}>
          <span>{landingTexts.terms}</span>
          <LowestPrice />
          <a href={paths.scoring}>{landingTexts.makers}</a>
        </p>
      </div>
      {isTrial ? (
        // Not a section: the question inside is one, and has the name.
        <div className={styles.trial}>
          <PieceInPlace piece={guestTrial} props={{}} />
        </div>
      ) : (
        <SampleCard />
      )}
    </section>
  )
}

/** The lowest price of a full test. Until the server has told the prices the line is empty. */
function LowestPrice() {
  const { data } = usePrerenderedQuery(availableTestsQuery())
  const { Piece: Price } = usePiece(lowestPrice, data !== undefined)
  return <a href="#tests">{data && Price && <Price tests={data.results} />}</a>
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

/** Every test with its price, for guests too (S1.03). */
function TestsSection() {
  // Fetched together with the list, and not before the page.
  useEffect(() => landingTests.prepare(), [])
  const { data, error, isPending, refetch } = usePrerenderedQuery(availableTestsQuery())
  return (
    <section
      className={`${sectionStyles.section} ${isPending ? styles.coming : ''}`}
      id="tests"
      aria-labelledby="tests-title"
    >
      <Text as="h2" variant="h3" id="tests-title">
        {landingTexts.testsTitle}
      </Text>
      {isPending && <Loading />}
      {failedToShow(error, data) && (
        <Failure onRetry={() => void refetch()}>
          {failureSentence(error, messages.availableTestsFailed, messages.networkRussian)}
        </Failure>
      )}
      {data?.results.length === 0 && <Notice>{landingTexts.testsEmpty}</Notice>}
      {data && <PieceInPlace piece={landingTests} props={{ tests: data.results }} />}
      <Text tone="soft">{landingTexts.testsTerms}</Text>
    </section>
  )
}

const { sample } = landingTexts

/** A made-up result as its page begins and people share it (decision 0128). The whole sample has its range, further down. */
function SampleCard() {
  return (
    <a href="#sample" className={sampleCardStyles.card}>
      <span className={sampleCardStyles.caption}>{sample.caption}</span>
      <span className={sampleCardStyles.test}>{sample.test}</span>
      <span className={sampleCardStyles.label}>{sample.label}</span>
      <strong className={sampleCardStyles.score}>{sample.score}</strong>
      <HundredCells />
      <span className={sampleCardStyles.below}>{sample.below}</span>
    </a>
  )
}

/** A hundred cells of the product's sign, 10.75 apart: 81 below the sample's own one. A pattern takes less than a hundred shapes. */
function HundredCells() {
  return (
    <svg viewBox="0 0 107.5 107.5" className={sampleCardStyles.cells} aria-hidden="true">
      <pattern id="cell" width={10.75} height={10.75} patternUnits="userSpaceOnUse">
        <rect x={1} y={1} width={8.5} height={8.5} rx={2.25} />
      </pattern>
      <path d="M0 107.5V10.75H10.75V21.5H107.5V107.5Z" fill="url(#cell)" />
      <path d="M0 0H107.5V21.5H21.5V10.75H0Z" fill="url(#cell)" className={sampleCardStyles.above} />
      <rect x={11.75} y={11.75} width={8.5} height={8.5} rx={2.25} className={sampleCardStyles.own} />
    </svg>
  )
}
