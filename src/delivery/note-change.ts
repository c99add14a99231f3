import type { OutboxRow } from '../storage/exam-rows.ts'
import { withTimeout } from '../concurrency/with-timeout.ts'
import { updateSubmission } from '../storage/outbox.ts'
import { diskPatience } from './disk-patience.ts'

type Change = (row: OutboxRow) => Partial<OutboxRow>

/** Where it is written down what becomes of one submission. */
export interface Noted {
  readonly change: (change: Change) => Promise<OutboxRow | undefined>
  /** The row as it stands where no disk has taken the last change; undefined where one has. */
  readonly unwritten: () => OutboxRow | undefined
}

/** Without a key only what is written down tells a second sending from the first: nothing is sent that is not noted. */
export function onDisk(row: OutboxRow): Noted {
  return { change: (change) => update(row, change), unwritten: () => undefined }
}

/** A submission that stands in no storage. */
export function inMemory(row: OutboxRow): Noted {
  let standing = row
  return {
    change: async (change) => (standing = { ...standing, ...change(standing) }),
    unwritten: () => standing,
  }
}

/**
 * With a key the same bytes are the same act, however often they are sent: a disk that is full keeps nobody's answers
 * from the server. What it does not take goes on from here.
 */
export function onDiskOrInMemory(row: OutboxRow, report: (error: unknown) => void): Noted {
  const disk = onDisk(row)
  let memory = inMemory(row)
  let isWritten = true
  return {
    async change(change) {
      try {
        const after = await disk.change(change)
        isWritten = true
        if (after !== undefined) memory = inMemory(after)
        return after
      } catch (error) {
        report(error)
        isWritten = false
        return memory.change(change)
      }
    },
    unwritten: () => (isWritten ? undefined : memory.unwritten()),
  }
}

/** Another submission of the same draft, made anew after the data were deleted, is not what was sent: it stays as it is. */
function update({ draftId, body }: OutboxRow, change: Change): Promise<OutboxRow | undefined> {
  const sent = JSON.stringify(body)
  const ofSent: Change = (standing) => (JSON.stringify(standing.body) === sent ? change(standing) : {})
  return withTimeout(updateSubmission(draftId, ofSent), diskPatience)
}
