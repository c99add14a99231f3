// A lazy boundary: fetched while a guest answers, for the end of their trial.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ReviewRow } from '#contract/result.ts'
import { AnswerCells } from '../../review/answer-cells.tsx'
import { judgeAnswer } from '../../review/judge-answer.ts'
import { ReviewedItem, verdictOfRow } from '../../review/reviewed-item.tsx'
import { guestTrialTexts } from '../../messages/guest-trial.ts'
import { paths } from '../../paths.ts'
import { availableTestsQuery } from '../../queries/available-tests.ts'
import { Link } from '../../ui/link.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './guest-trial.module.css'
import { KeepByEmail } from './keep-by-email.tsx'
import type { TrialRow } from './kept-trial.ts'
import { StageTitle } from './stage-title.tsx'

/** The result of the six questions, without a network, and the field to keep it. Without keys (old release) the field alone. */
export function TrialEnd({ row, again }: { row: TrialRow; again: ReactNode }) {
  const rows = reviewOf(row)
  return (
    <div className={styles.trial}>
      <StageTitle>{rows === null ? guestTrialTexts.doneTitle : guestTrialTexts.resultTitle}</StageTitle>
      {rows !== null && <Outcome rows={rows} />}
      <KeepByEmail title={rows === null ? guestTrialTexts.keepTitleOld : guestTrialTexts.keepTitle} />
      <div className={styles.others}>
        {again}
        <OtherKinds slug={row.slug} />
      </div>
    </div>
  )
}

interface TriedRow extends ReviewRow {
  readonly kind: string
}

/** The judged questions; null where a key is missing. */
export function reviewOf({ questions, keys, answers }: TrialRow): TriedRow[] | null {
  const rows = questions.flatMap((question) => {
    const key = keys?.find(({ question_id }) => question_id === question.id)
    const given = answers.find(({ questionId }) => questionId === question.id)?.value ?? null
    return key === undefined ? [] : [{ ...judgeAnswer(question, key, given), question, kind: key.kind }]
  })
  return rows.length === questions.length ? rows : null
}

function Outcome({ rows }: { rows: readonly TriedRow[] }) {
  const kinds = [...new Set(rows.map(({ kind }) => kind))].map((title) => {
    const ofKind = rows.filter(({ kind }) => kind === title)
    return { title, total: ofKind.length, correct: ofKind.filter(({ correct }) => correct).length }
  })
  const verdicts = rows.map(verdictOfRow)
  // A wrong answer teaches most; else one that was left out, else the last, which is fresh.
  const explained = [verdicts.indexOf('wrong'), verdicts.indexOf('none')].find((place) => place >= 0) ?? rows.length - 1
  return (
    <>
      <AnswerCells verdicts={verdicts} kinds={kinds} />
      <Text variant="small" tone="soft">
        {guestTrialTexts.noScore}
      </Text>
      <ReviewedItem row={rows[explained]!} number={explained + 1} isOpen />
    </>
  )
}

/** Links to six questions of another kind; none where the shop cannot be read. */
function OtherKinds({ slug: shown }: { slug: string }) {
  const { data } = useQuery(availableTestsQuery())
  const { otherKinds } = guestTrialTexts
  return data?.results.map(({ id, slug = id, type, price }) => {
    if (price !== 0 || slug === shown || slug == null || !isNamed(type)) return null
    return (
      <Link key={id} to={`${paths.trial}=${encodeURIComponent(slug)}`} className={styles.other}>
        {otherKinds[type]}
      </Link>
    )
  })
}

const isNamed = (type: string | null | undefined): type is keyof typeof guestTrialTexts.otherKinds =>
  type != null && Object.hasOwn(guestTrialTexts.otherKinds, type)
