import { Practice, PracticeKey } from '#contract/practice.ts'
import { withTimeout } from '../../../concurrency/with-timeout.ts'
import { strict } from '../../../storage/connection.ts'
import { readUserId } from '../../../session/session-copies.ts'
import { onSignedOut } from '../../../session/session-events.ts'
import { type CopyRow, type LogRow, rangeOf, withPracticeDb } from './practice-db.ts'
import { isRefusedForNow, isWaiting, type PracticeLog, readLog } from './practice-log.ts'

/** A page that opens waits no longer for a copy, nor for its being written. */
const storageTimeoutMs = 2_500
/** How many practices of a person are kept, the newest: of logic each is a tenth of a megabyte at most. */
const mostCopies = 5
/** How long what the server has stays here, of who is still signed in. */
const keptForMs = 30 * 86_400_000

type CopyName = Pick<CopyRow, 'ownerId' | 'startKey' | 'purchaseId'>

/** What is kept of a practice; undefined where nothing is, or a storage fails, or another release wrote it in a form of its own. */
export async function readCopy({
  ownerId,
  startKey,
}: Pick<CopyRow, 'ownerId' | 'startKey'>): Promise<CopyRow | undefined> {
  try {
    return readable(
      await withTimeout(
        withPracticeDb((db) => db.get('copies', [ownerId, startKey])),
        storageTimeoutMs,
      ),
    )
  } catch {
    return undefined
  }
}

function readable(row: CopyRow | undefined): CopyRow | undefined {
  if (row === undefined) return undefined
  const practice = Practice.safeParse(row.practice)
  if (!practice.success) return undefined
  const keys = (row.keys ?? []).map((key) => PracticeKey.safeParse(key))
  const isWhole = row.keys !== null && keys.every(({ success }) => success)
  return { ...row, practice: practice.data, keys: isWhole ? keys.map(({ data }) => data!) : null }
}

/** Keeps what is known now; the keys of before stay. A storage that fails costs the way back without a network, and no message says so. */
export async function keepCopy(
  { ownerId, startKey, purchaseId }: CopyName,
  known: Partial<Pick<CopyRow, 'practice' | 'keys'>>,
): Promise<void> {
  // A reply may come after its owner has signed out.
  if (readUserId() !== ownerId) return
  const work = withPracticeDb(async (db) => {
    const tx = db.transaction('copies', 'readwrite')
    const before = await tx.store.get([ownerId, startKey])
    const practice = known.practice ?? before?.practice
    if (practice !== undefined) {
      const keys = known.keys ?? before?.keys ?? null
      await tx.store.put({ format: 1, ownerId, startKey, purchaseId, practice, keys, savedAt: Date.now() })
      const older = (await tx.store.getAll(rangeOf(ownerId))).toSorted((a, b) => b.savedAt - a.savedAt)
      for (const row of older.slice(mostCopies)) await tx.store.delete([ownerId, row.startKey])
    }
    await tx.done
  })
  await withTimeout(work, storageTimeoutMs).catch((error: unknown) =>
    console.warn('The practice could not be kept for a time without a network', error),
  )
}

/** A practice that can continue from what is kept here. */
export interface OpenHere {
  readonly startKey: string
  readonly answered: number
  readonly total: number
  /** Whether the right answers are here, too: without them it continues with the server alone. */
  readonly hasKeys: boolean
}

/** What is known here of the practices of a purchase. */
export interface KnownHere {
  /** The newest one, where it was not ended; null without. */
  readonly open: OpenHere | null
  /** The start keys of those that were ended here: the server may not have heard of it. */
  readonly ended: readonly string[]
}

/** Of a storage that fails nothing is known. Never rejects. */
export async function knownHere(ownerId: string, purchaseId: string): Promise<KnownHere> {
  try {
    const copies = await withTimeout(
      withPracticeDb((db) => db.getAll('copies', rangeOf(ownerId))),
      storageTimeoutMs,
    )
    const [newest, ...older] = await Promise.all(
      copies
        .filter((row) => row.purchaseId === purchaseId)
        .toSorted((a, b) => b.savedAt - a.savedAt)
        .map(withLogOf),
    )
    const ended = [newest, ...older].filter((known) => known?.log.end != null).map((known) => known!.copy.startKey)
    return { open: newest === undefined ? null : openOf(newest), ended }
  } catch {
    return { open: null, ended: [] }
  }
}

interface CopyWithLog {
  readonly copy: CopyRow
  readonly log: PracticeLog
}

async function withLogOf(row: CopyRow): Promise<CopyWithLog | undefined> {
  const copy = readable(row)
  return copy && { copy, log: await readLog({ ...copy, attemptId: copy.practice.attempt_id }) }
}

function openOf({ copy: { startKey, practice, keys }, log }: CopyWithLog): OpenHere | null {
  if (!practice.is_open || log.end !== null) return null
  const answered = new Set([
    ...practice.verdicts.map(({ question_id }) => question_id),
    ...log.answers.map(({ questionId }) => questionId),
  ])
  return { startKey, answered: answered.size, total: practice.questions.length, hasKeys: keys !== null }
}

/**
 * Forgets the practices of anybody but this person (null: nobody is signed in), and what this person left long ago. What
 * has not reached the server stays, for the day on which its owner signs in here.
 */
export function forgetOthersPractices(ownerId: string | null, now: number): Promise<void> {
  return forget((row, since) => row.ownerId !== ownerId || now - since > keptForMs)
}

/** The row of a copy or a log goes where this says so: `since` is its last change, milliseconds since 1970. */
function forget(isToGo: (row: { readonly ownerId: string }, since: number) => boolean): Promise<void> {
  return withPracticeDb(async (db) => {
    const tx = db.transaction(['copies', 'logs'], 'readwrite', strict)
    const [copies, logs] = [tx.objectStore('copies'), tx.objectStore('logs')]
    for (const row of await copies.getAll()) {
      if (isToGo(row, row.savedAt)) await copies.delete([row.ownerId, row.startKey])
    }
    for (const row of await logs.getAll()) {
      if (isToGo(row, row.changedAt) && !isToBeSent(row)) await logs.delete([row.ownerId, row.attemptId])
    }
    await tx.done
  })
}

/** Waits for the server, or for a release that takes it: no longer than it was refused for 30 days. */
const isToBeSent = (row: LogRow) =>
  isWaiting(row) || (isRefusedForNow(row) && (row.refusedAt ?? 0) - row.changedAt <= keptForMs)

// The next person finds nothing of them.
onSignedOut((gone) => forget(({ ownerId }) => ownerId === gone))
