import { useState } from 'react'
import { recentMoment } from '../../messages/formats.ts'
import { submissionTexts } from '../../messages/submissions.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Delivered } from './use-delivered.ts'
import { useSubmissionsState } from './use-submissions-state.ts'

const minute = 60_000

/** Exams that had waited on this device and that the server has taken, among those `works`, on whatever page that was. */
export function DeliveredWorks({ works }: { works: readonly Delivered[] }) {
  const waited = useSeenWaiting()
  return works
    .filter((work) => isNews(work, waited))
    .map(({ row, at }) => (
      <Notice
        key={row.draftId}
        tone="success"
        title={submissionTexts.deliveredTitle}
        actions={
          // The page finds the kind of the test by itself.
          <ButtonLink to={paths.attemptResult('test', row.purchaseId, row.attemptId)} variant="border">
            {submissionTexts.openResult}
          </ButtonLink>
        }
      >
        {submissionTexts.delivered(row.title || submissionTexts.untitled, recentMoment(at))}
      </Notice>
    ))
}

/** What this page has shown as waiting: it must not go from there without a word. */
function useSeenWaiting(): ReadonlySet<string> {
  const { rows } = useSubmissionsState()
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const added = rows.filter(({ draftId }) => !seen.has(draftId)).map(({ draftId }) => draftId)
  if (added.length > 0) setSeen(new Set([...seen, ...added]))
  return seen
}

/** What waited for a minute or more, or was seen to: what arrived at once is no news. Pure. */
export function isNews({ row, at }: Delivered, seenWaiting: ReadonlySet<string>): boolean {
  return at - row.madeAt >= minute || seenWaiting.has(row.draftId)
}
