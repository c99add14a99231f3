import type { OutboxRow } from '../storage/exam-rows.ts'
import { withTimeout } from '../concurrency/with-timeout.ts'
import { updateSubmission } from '../storage/outbox.ts'
import { diskPatience } from './disk-patience.ts'

type Change = (row: OutboxRow) => Partial<OutboxRow>

/** Where it is written down what becomes of one submission. */
export interface Noted {
  readonly change: (change: Change) => Promise<OutboxRow | undefined>
  /** The row as it would stand, had the disk taken the last change. */
  readonly unwritten: () => OutboxRow | undefined
}

/** Without a key only what is written down tells a second sending from the first: nothing is sent that is not noted. */
export function onDisk(row: OutboxRow): Noted {
  return { change: (change) => update(row, change), unwritten: () => undefined }
}

/**
 * With a key the same bytes are the same act, however often they are sent: a disk that is full keeps nobody's answers
 * from the server. What it does not take goes on from here.
 */
export function orInMind(row: OutboxRow, report: (error: unknown) => void): Noted {
  let standing = row
  let isWritten = true
  return {
    async change(change) {
      try {
        const after = await update(row, change)
        isWritten = true
        if (after !== undefined) standing = after
        return after
      } catch (error) {
        report(error)
        isWritten = false
        standing = { ...standing, ...change(standing) }
        return standing
      }
    },
    unwritten: () => (isWritten ? undefined : standing),
  }
}

/** Another submission of the same draft, made anew after the data were deleted, is not what was sent: it stays as it is. */
function update({ draftId, body }: OutboxRow, change: Change): Promise<OutboxRow | undefined> {
  const sent = JSON.stringify(body)
  const ofSent: Change = (standing) => (JSON.stringify(standing.body) === sent ? change(standing) : {})
  return withTimeout(updateSubmission(draftId, ofSent), diskPatience)
}
