import { moment } from '../../messages/formats.ts'
import { submissionTexts } from '../../messages/submissions.ts'
import { useSecondsUntil } from './use-seconds-until.ts'

/** Until when a submitted exam has to arrive to be graded, and what happens by itself. `until`: milliseconds since 1970. */
export function CountsUntil({ until }: { until: number }) {
  const isOver = useSecondsUntil(until) === 0
  return <p>{(isOver ? submissionTexts.countedUntil : submissionTexts.countsUntil)(moment(until))}</p>
}
