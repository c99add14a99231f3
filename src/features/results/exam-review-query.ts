import { queryOptions } from '@tanstack/react-query'
import { type ExamReview, readExamReview } from '#contract/exam-review.ts'
import { isMissing } from '../../http/api-error.ts'
import { sessionRequest } from '../../session/session-request.ts'

/** How each question of an exam went; null from a server that does not tell. */
export const examReviewQuery = (attemptId: string) =>
  queryOptions({
    queryKey: ['exam-review', attemptId],
    queryFn: async ({ signal }): Promise<ExamReview | null> => {
      try {
        return await sessionRequest(readExamReview, { params: { id: attemptId } }, { signal })
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
  })
