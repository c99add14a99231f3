import type { ComponentProps, ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { canSitExam } from '#contract/purchase-use.ts'
import type { Result, ReviewRow } from '#contract/result.ts'
import { serverNow } from '../../http/server-clock.ts'
import { resultTexts } from '../../messages/result.ts'
import { reviewTexts } from '../../messages/review.ts'
import { paths, mistakesPath, practicePath, wholeTrainingPath } from '../../paths.ts'
import { BuyAgain } from '../../shop/buy-again.tsx'
import { TestTop } from '../../shop/test-top.tsx'
import { AnswerCells } from '../../review/answer-cells.tsx'
import { verdictOfRow } from '../../review/reviewed-item.tsx'
import { availableTestsQuery } from '../../queries/available-tests.ts'
import { ownedTestQuery } from '../../queries/attempt-queries.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Column, Loading, PageTitle } from '../../ui/page.tsx'
import { Notice } from '../../ui/notice.tsx'
import { lazyPiece, usePiece } from '../../ui/piece/piece.ts'
import { PieceInPlace } from '../../ui/piece/piece-in-place.tsx'
import { printPage } from '../../ui/save-file.ts'
import { Text } from '../../ui/text.tsx'
import { isNewestExam, placeAmong } from './compare-attempts.ts'
import { Comparison } from './comparison.tsx'
import { attemptsOver } from './drawings/attempts.ts'
import { FamilyTable } from './family-table.tsx'
import { Fold } from './fold.tsx'
import { FullTestCard, NextSteps } from './next-steps.tsx'
import { SubmissionRecord, LateAnswers } from './submission-record.tsx'
import { NewsOffer } from './notice-offer.tsx'
import { OtherResults } from './other-results.tsx'
import { PrintHead, PrintProof, Receipt, ScoreAgain } from './receipt.tsx'
import { ReportOfExam } from './report-question.tsx'
import { ResultNumbers } from './result-numbers.tsx'
import styles from './result.module.css'
import { Review } from './review.tsx'
import { ScoreTruth } from './score-card.tsx'
import { ScoreTop } from './score-top.tsx'
import { useReadNews } from '../../queries/notification-queries.ts'
import { ShareResult } from './share/share-result.tsx'

const attemptsChart = lazyPiece(() => import('./drawings/attempts-chart.tsx').then((m) => m.AttemptsChart))
const questionTimes = lazyPiece(() => import('./drawings/question-times.tsx').then((m) => m.QuestionTimes))
const overallScore = lazyPiece(() => import('../../shop/overall-score.tsx').then((m) => m.OverallScore))
const questionStrip = lazyPiece(() => import('./drawings/question-strip.tsx').then((m) => m.QuestionStrip))

interface ResultReportProps {
  purchaseId: string
  result: Result
  others: readonly Result[]
}

/** A reviewed training of a free test, unless a practice, begins with its cells (decision 0127). Others have the whole report. */
export function ResultReport(props: ResultReportProps) {
  const { mode, pace, review, test } = props.result
  const isShort = mode === 'training' && pace == null && test != null && review?.length
  const { data, isLoading } = useQuery({ ...availableTestsQuery(), enabled: Boolean(isShort) })
  if (!isShort) return <WholeReport {...props} />
  // Showing one report before the other would make the page jump.
  if (isLoading) return <Loading fullPage />
  const isFree = data?.results.some(({ id, price }) => price === 0 && id === test.id)
  return isFree === true ? <TrialReport {...props} review={review} /> : <WholeReport {...props} />
}

function WayOut() {
  return (
    <>
      <PrintHead />
      <div className={styles.wayOut}>
        <TestTop to={paths.purchases}>{resultTexts.myTests}</TestTop>
      </div>
    </>
  )
}

function Title({ test, of }: Pick<Result, 'test'> & { of: Parameters<typeof resultTexts.titleOf>[0] }) {
  return (
    <header>
      {test != null && <Text tone="soft">{test.title}</Text>}
      <PageTitle>{resultTexts.titleOf(of)}</PageTitle>
    </header>
  )
}

function TrialReport({ purchaseId, result, others, review }: ResultReportProps & { review: readonly ReviewRow[] }) {
  const { test, by_family: kinds, receipt } = result
  const { data: purchases } = useQuery(ownedTestQuery)
  const owned = purchases?.results.find(({ id }) => id === purchaseId)
  const ofOurs = receipt == null ? null : result.attempt_id
  return (
    <Column width="text">
      <WayOut />
      <Title test={test} of="trial" />
      <AnswerCells verdicts={review.map(verdictOfRow)} kinds={kinds ?? []} />
      <FullTestCard result={result} />
      <Review rows={review} reported={ofOurs} unfolded={1} />
      <AfterTraining
        toTraining={wholeTrainingPath('1', purchaseId)}
        hasMistakes={ofOurs !== null && review.some(({ correct }) => !correct)}
        purchaseId={purchaseId}
        isUsedUp={owned !== undefined && !canSitExam(owned, serverNow())}
        isSecond
      />
      <Proof result={result} isTraining />
      {others.length > 0 && <OtherResults purchaseId={purchaseId} results={others} />}
      <Leave />
    </Column>
  )
}

/** The evidence of a result: late answers, receipt, record, score file, printed proof. Then the report of a question. */
function Proof({ result, isTraining }: Pick<ResultReportProps, 'result'> & { isTraining: boolean }) {
  const { attempt_id: id, receipt, score, test, total } = result
  return (
    <>
      {!isTraining && <LateAnswers attemptId={id} />}
      {receipt != null && (
        <Fold title={resultTexts.proof}>
          <Receipt receipt={receipt} attemptId={id} />
          {!isTraining && <SubmissionRecord attemptId={id} />}
          {score != null && <ScoreAgain attemptId={id} test={test?.type ?? 'test'} />}
        </Fold>
      )}
      {!isTraining && receipt != null && <PrintProof attemptId={id} />}
      {!isTraining && receipt != null && total != null && <ReportOfExam result={result} total={total} />}
    </>
  )
}

/** A graded attempt with everything that the server tells. Missing facts are left out. */
function WholeReport({ purchaseId, result, others }: ResultReportProps) {
  const {
    test,
    mode,
    correct,
    total,
    pace,
    score,
    score_withheld: withheld,
    late,
    version,
    by_family: families,
    review,
    receipt,
    question_seconds: seconds,
  } = result
  const isTraining = mode === 'training'
  const isDrawn = !isTraining && attemptsOver(result, others).length > 0
  const isSample = withheld?.code === 'sample_too_short'
  // Another server gives no receipt, and takes no reports.
  const ofOurs = receipt == null ? null : result.attempt_id
  const hasKinds = families != null && families.length > 0
  // The server marks the questions of an exam only where it has a score.
  const isReviewed = mode === 'exam' && score != null && ofOurs !== null
  useReadNews(isTraining ? null : ofOurs)
  const place = placeAmong(result, others)
  const { data: purchases } = useQuery(ownedTestQuery)
  const owned = purchases?.results.find(({ id }) => id === purchaseId)
  const isUsedUp = owned !== undefined && !canSitExam(owned, serverNow())
  const canRepeat = owned !== undefined && owned.active_attempt == null && !isUsedUp
  const next = (
    <>
      {!isTraining && owned !== undefined && (
        <NextSteps result={result} owned={owned} isRepeatOffered={canRepeat && withheld?.free_repeat === true} />
      )}
      {ofOurs !== null && isNewestExam(result, others) && <NewsOffer />}
    </>
  )
  return (
    <Column width="text">
      <WayOut />
      {score != null ? (
        <ScoreTop score={score} result={result} />
      ) : (
        <Title test={test} of={isTraining ? 'training' : 'exam'} />
      )}
      {!isTraining && isSample && <SampleDone result={result} />}
      {!isTraining && isSample && <FullTestCard result={result} />}
      {score == null && withheld != null && !isSample && (
        <Withheld withheld={withheld} examPath={canRepeat ? paths.exam('1', purchaseId) : null} />
      )}
      {late != null && (
        <Notice tone="warning" title={resultTexts.lateTitle}>
          {resultTexts.late(late.seconds, late.in_time)}
        </Notice>
      )}
      {version != null && version > 1 && <Notice>{resultTexts.rescored(version)}</Notice>}
      <ShareResult result={result} />
      {score == null && next}
      {score != null && hasKinds && <FamilyTable families={families} />}
      {score != null && <ScoreTruth score={score} result={result} />}
      <Overall result={result} />
      <ResultNumbers
        result={result}
        place={place}
        examsLeft={isTraining ? null : (owned?.exam_attempts_left ?? null)}
      />
      {saysNothing(result) && <Text>{isTraining ? reviewTexts.bare : resultTexts.bare}</Text>}
      {/* Practices differ in length and kind, so they are not compared. */}
      {place?.previous != null && pace == null && (
        <Comparison result={result} previous={place.previous} isDrawnBelow={isDrawn} />
      )}
      {isDrawn && <PieceInPlace piece={attemptsChart} props={{ result, others }} />}
      {score == null && hasKinds && <FamilyTable families={families} />}
      {isReviewed ? (
        <PieceInPlace piece={questionStrip} props={{ attemptId: result.attempt_id, families, seconds }} />
      ) : (
        !isTraining && seconds != null && <PieceInPlace piece={questionTimes} props={{ seconds }} />
      )}
      {score != null && next}
      {isTraining && (
        <AfterTraining
          toTraining={(pace == null ? wholeTrainingPath : practicePath)('1', purchaseId)}
          hasMistakes={ofOurs !== null && correct != null && total != null && correct < total}
          purchaseId={purchaseId}
          isUsedUp={isUsedUp}
        />
      )}
      {review != null && review.length > 0 && <Reviewed rows={review} reported={ofOurs} isTraining={isTraining} />}
      {isTraining && review == null && receipt != null && <Text tone="soft">{reviewTexts.trimmed}</Text>}
      <Proof result={result} isTraining={isTraining} />
      {others.length > 0 && <OtherResults purchaseId={purchaseId} results={others} />}
      <Leave>{isTraining && owned !== undefined && <BuyAgain purchase={owned} variant="border" />}</Leave>
    </Column>
  )
}

/** Most results have no overall score: nothing is shown until it is known. Another server gives no receipt and is not asked. */
function Overall({ result: { mode, score, receipt, attempt_id: attemptId } }: Pick<ResultReportProps, 'result'>) {
  const { Piece } = usePiece(overallScore, mode === 'exam' && score != null && receipt != null)
  return Piece !== null && <Piece attemptId={attemptId} />
}

function Leave({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.leave}>
      {children}
      <ButtonLink to={paths.purchases} variant="border">
        {resultTexts.toPurchases}
      </ButtonLink>
      <Button variant="border" onClick={printPage}>
        {resultTexts.print}
      </Button>
    </div>
  )
}

/** A training's whole review. A sample's one task is folded, so that the subject of the page comes first. */
function Reviewed({ isTraining, ...props }: ComponentProps<typeof Review> & { isTraining: boolean }) {
  if (isTraining) return <Review {...props} />
  return (
    <Fold title={reviewTexts.tasteOpen}>
      <Review {...props} chosen={{ title: reviewTexts.tasteTitle, note: reviewTexts.taste }} />
    </Fold>
  )
}

interface WithheldProps {
  withheld: NonNullable<Result['score_withheld']>
  /** The path of the next exam; null where none can be started. */
  examPath: string | null
}

function Withheld({ withheld, examPath }: WithheldProps) {
  if (withheld.free_repeat !== true) return <Notice title={resultTexts.withheldTitle}>{withheld.text}</Notice>
  const repeat = examPath !== null && <ButtonLink to={examPath}>{resultTexts.repeatExam}</ButtonLink>
  return (
    <Notice title={resultTexts.withheldTitle} actions={repeat || undefined}>
      <div className={styles.withheld}>
        <p>{withheld.text}</p>
        <p>{resultTexts.freeRepeat}</p>
      </div>
    </Notice>
  )
}

/** Whether the server says no more than "graded". Another server may do so. */
function saysNothing({ total, score, score_withheld: withheld, review }: Result): boolean {
  return total == null && score == null && withheld == null && review == null
}

/** A sample has no score. The count of right answers comes first, then the reason why there is no number. */
function SampleDone({ result: { correct, total, score_withheld: withheld } }: { result: Result }) {
  return (
    <Notice title={resultTexts.sampleTitle}>
      <div className={styles.withheld}>
        {correct != null && total != null && <p>{resultTexts.sample(correct, total)}</p>}
        <p>{withheld?.text}</p>
      </div>
    </Notice>
  )
}

interface AfterTrainingProps {
  toTraining: string
  hasMistakes: boolean
  purchaseId: string
  isUsedUp: boolean
  /** The page has its primary button above. */
  isSecond?: boolean
}

function AfterTraining({ toTraining, hasMistakes, purchaseId, isUsedUp, isSecond }: AfterTrainingProps) {
  return (
    <div className={styles.leave}>
      {hasMistakes && (
        <ButtonLink to={mistakesPath('1', purchaseId)} variant={isSecond ? 'border' : 'primary'} size="large">
          {reviewTexts.mistakes}
        </ButtonLink>
      )}
      <ButtonLink to={toTraining} variant={hasMistakes || isSecond ? 'border' : 'primary'} size="large">
        {reviewTexts.again}
      </ButtonLink>
      {!isUsedUp && (
        <ButtonLink to={paths.exam('1', purchaseId)} variant="border" size="large">
          {reviewTexts.toExam}
        </ButtonLink>
      )}
    </div>
  )
}
