import { queryOptions } from '@tanstack/react-query'
import { type ExamReview, readExamReview } from '#contract/exam-review.ts'
import { whereKnown } from '../../http/where-known.ts'
import { sessionRequest } from '../../session/session-request.ts'

/** How each question of an exam went; null from a server that does not tell. */
export const examReviewQuery = (attemptId: string) =>
  queryOptions({
    queryKey: ['exam-review', attemptId],
    queryFn: ({ signal }) =>
      whereKnown<ExamReview | null>(sessionRequest(readExamReview, { params: { id: attemptId } }, { signal }), null),
  })
