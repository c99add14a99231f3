import { queryOptions } from '@tanstack/react-query'
import { attemptTimeline, type TimelineEvent } from '#contract/attempt-timeline.ts'
import { type ExamReview, readExamReview } from '#contract/exam-review.ts'
import { whereKnown } from '../../http/api-error.ts'
import { sessionRequest } from '../../session/session-request.ts'

/** How each question of an exam went; null from a server without this call. */
export const examReviewQuery = (attemptId: string) =>
  queryOptions({
    queryKey: ['exam-review', attemptId],
    queryFn: ({ signal }) =>
      whereKnown<ExamReview | null>(sessionRequest(readExamReview, { params: { id: attemptId } }, { signal }), null),
  })

export interface Timeline {
  /** The signed statement that the submission was accepted. */
  readonly receipt: string | null
  readonly isUnattended: boolean
  /** Answers that are kept and not graded: given after the end, or received after the attempt was closed. */
  readonly afterEnd: readonly TimelineEvent[]
  readonly afterClose: readonly TimelineEvent[]
}

/** Null from a server that keeps no timelines. */
export const timelineQuery = (attemptId: string) =>
  queryOptions({
    queryKey: ['attempt-timeline', attemptId],
    queryFn: ({ signal }) => whereKnown<Timeline | null>(readTimeline(attemptId, signal), null),
  })

async function readTimeline(attemptId: string, signal: AbortSignal): Promise<Timeline> {
  const all: TimelineEvent[] = []
  let cursor: string | null = null
  for (;;) {
    const query: { cursor?: string } = cursor === null ? {} : { cursor }
    const page = await sessionRequest(attemptTimeline, { params: { id: attemptId }, query }, { signal })
    all.push(...page.results.filter(({ phase }) => phase === 'after_end' || phase === 'after_close'))
    cursor = page.next == null ? null : new URL(page.next, window.location.origin).searchParams.get('cursor')
    if (cursor !== null) continue
    return {
      receipt: page.receipt ?? null,
      isUnattended: page.closed_by === 'unattended',
      afterEnd: all.filter(({ phase }) => phase === 'after_end'),
      afterClose: all.filter(({ phase }) => phase === 'after_close'),
    }
  }
}
