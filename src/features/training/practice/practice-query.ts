import { queryOptions } from '@tanstack/react-query'
import { beginPractice, type Practice, type Verdict } from '#contract/practice.ts'
import { sessionRequest } from '../../../session/session-request.ts'
import type { PracticeWish } from '../practice-wish.ts'

interface PracticeAddress {
  purchaseId: string
  startKey: string
  wish: PracticeWish
}

/** A practice, begun by the first ask; the same key finds it again. What is answered in it is written into what was read. */
export const practiceQuery = ({ purchaseId, startKey, wish: { size, only } }: PracticeAddress) =>
  queryOptions({
    queryKey: ['practice', purchaseId, startKey],
    queryFn: ({ signal }) =>
      sessionRequest(
        beginPractice,
        {
          params: { id: purchaseId },
          body: {
            start_key: startKey,
            size,
            ...(only === 'mistakes' ? { mistakes: true } : only !== null && { kind: only.kind }),
          },
        },
        { signal },
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A practice in which this was answered. The first verdict of a question stays. */
export function withVerdict(practice: Practice, verdict: Verdict): Practice {
  if (practice.verdicts.some(({ question_id }) => question_id === verdict.question_id)) return practice
  return { ...practice, verdicts: [...practice.verdicts, verdict] }
}

/** The place of the first question that waits for an answer; of the last one where none does. */
export function firstOpen({ questions, verdicts }: Practice): number {
  const answered = new Set(verdicts.map(({ question_id }) => question_id))
  const place = questions.findIndex(({ id }) => !answered.has(id))
  return place === -1 ? questions.length - 1 : place
}
