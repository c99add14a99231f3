// A lazy boundary: loaded below a score.
import { useQuery } from '@tanstack/react-query'
import type { ExamReview, QuestionMark } from '#contract/exam-review.ts'
import type { Result } from '#contract/result.ts'
import { examReviewTexts as texts, resultDrawings } from '../../../messages/result-drawings.ts'
import { failureSentence } from '../../../messages/messages.ts'
import { resultTexts } from '../../../messages/result.ts'
import { Failure } from '../../../ui/notice.tsx'
import { check, cross, Icon } from '../../../ui/icons/icon.tsx'
import { Loading } from '../../../ui/page.tsx'
import { Text } from '../../../ui/text.tsx'
import hidden from '../../../ui/visually-hidden.module.css'
import { examReviewQuery } from '../details-queries.ts'
import { Fold } from '../fold.tsx'
import { Review } from '../review.tsx'
import { QuestionTimes } from './question-times.tsx'
import drawings from './drawings.module.css'
import styles from './question-strip.module.css'

/** Seconds for each question by its place, where the device told them. */
type Seconds = Result['question_seconds']

interface QuestionStripProps {
  attemptId: string
  families: Result['by_family']
  seconds: Seconds
}

/** Every question of an exam as a cell with its mark and time, and a review of the weakest kind. Without marks, times alone. */
export function QuestionStrip({ attemptId, families, seconds }: QuestionStripProps) {
  const { data, error, isPending, refetch } = useQuery(examReviewQuery(attemptId))
  if (isPending) return <Loading />
  if (data != null && data.questions.length > 0) {
    const titles = new Map(families?.map(({ family, title }) => [family, title]))
    return <Strip review={data} titleOf={(family) => titles.get(family) ?? null} seconds={seconds ?? null} />
  }
  return (
    <>
      {error !== null && <Failure onRetry={() => void refetch()}>{failureSentence(error, texts.loadFailed)}</Failure>}
      {seconds != null && <QuestionTimes seconds={seconds} />}
    </>
  )
}

interface StripProps {
  review: ExamReview
  titleOf: (family: string) => string | null
  seconds: readonly (number | null)[] | null
}

function Strip({ review: { attempt_id: attemptId, questions, review, rules }, titleOf, seconds }: StripProps) {
  const count = (mark: QuestionMark) => questions.filter((each) => each.mark === mark).length
  const counts = { right: count('right'), wrong: count('wrong'), unanswered: count('unanswered') }
  const known = seconds?.flatMap((each, index) => (each === null ? [] : [{ number: index + 1, seconds: each }])) ?? []
  const longest = known.toSorted((a, b) => b.seconds - a.seconds)[0]
  const kind = titleOf(questions[(review[0]?.number ?? 0) - 1]?.family ?? '')
  return (
    <section className={drawings.section} aria-labelledby="questions">
      <Text as="h2" variant="subtitle2" id="questions">
        {texts.title}
      </Text>
      <p>
        <span>{texts.counts(counts)}</span>
        {longest !== undefined && known.length > 1 && <span>{` ${longestOf(longest, known)}`}</span>}
      </p>
      <ol className={styles.strip}>
        {questions.map(({ family, mark }, index) => {
          const time = seconds === null ? null : seconds[index]
          const said = time == null ? null : resultTexts.seconds(time)
          return (
            // oxlint-disable-next-line react/no-array-index-key -- a question is known by its place
            <li key={index} className={`${styles.cell} ${styles[mark]}`}>
              <span className={hidden.visuallyHidden}>
                {texts.cell(index + 1, titleOf(family), texts.mark[mark], said)}
              </span>
              <span className={styles.number} aria-hidden="true">
                {index + 1}
              </span>
              {mark === 'unanswered' ? (
                <span className={styles.none} aria-hidden="true" />
              ) : (
                <Icon drawing={mark === 'right' ? check : cross} size={18} />
              )}
              {seconds !== null && (
                <span className={styles.time} aria-hidden="true">
                  {time == null ? texts.noTime : shortTime(time)}
                </span>
              )}
            </li>
          )
        })}
      </ol>
      {seconds !== null && (
        <Text variant="small" tone="soft">
          {resultDrawings.timesNote}
        </Text>
      )}
      {rules != null && rules.length > 0 && <p>{texts.rules(rules)}</p>}
      {review.length > 0 && kind !== null && (
        <Fold title={texts.open(review.length, kind)}>
          <Review rows={review} reported={attemptId} chosen={{ title: texts.openTitle(kind), note: texts.openNote }} />
        </Fold>
      )}
    </section>
  )
}

interface Timed {
  number: number
  seconds: number
}

function longestOf({ number, seconds }: Timed, known: readonly Timed[]): string {
  const average = Math.round(known.reduce((sum, each) => sum + each.seconds, 0) / known.length)
  return resultDrawings.longest(number, resultTexts.seconds(seconds), resultTexts.seconds(average))
}

/** Minutes and seconds, 0:42, also beyond an hour: a cell has room for five characters. Screen readers get hours in words. */
function shortTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
