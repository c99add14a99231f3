import { Practice, PracticeKey } from '#contract/practice.ts'
import { withTimeout } from '../../../concurrency/with-timeout.ts'
import { strict } from '../../../storage/connection.ts'
import { readUserId } from '../../../session/session-copies.ts'
import { onSignedOut } from '../../../session/session-events.ts'
import { type CopyRow, type LogRow, rangeOf, withPracticeDb } from './practice-db.ts'
import { isRefusedForNow, isWaiting, type PracticeLog, readLog } from './practice-log.ts'

/** The longest wait of a page for reading or writing a copy. */
const storageTimeoutMs = 2_500
/** Copies per person, the newest. One of logic has 0.1 MB at most. */
const mostCopies = 5
/** Practices that the server has stay for this long, while their owner is signed in. */
const keptForMs = 30 * 86_400_000

type CopyName = Pick<CopyRow, 'ownerId' | 'startKey' | 'purchaseId'>

/** The copy of a practice; undefined without one, where the storage fails, or where another release wrote it in another form. */
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

/** Keeps the given parts and the earlier keys. Never rejects: without storage only the way back without a network is lost. */
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

/** A practice that can continue from its copy. */
export interface OpenHere {
  readonly startKey: string
  readonly answered: number
  readonly total: number
  /** Without the keys here it continues with the server alone. */
  readonly hasKeys: boolean
}

export interface KnownHere {
  /** The newest practice, unless it was ended; null without. */
  readonly open: OpenHere | null
  /** The start keys of practices that were ended here. The server may not have heard of it. */
  readonly ended: readonly string[]
}

/** Never rejects: a storage that fails counts as empty. */
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

/** Deletes the practices of anybody but `ownerId`, and those that are 30 days old. Unsent ones stay until their owner is back. */
export function forgetOthersPractices(ownerId: string | null, now: number): Promise<void> {
  return forget((row, since) => row.ownerId !== ownerId || now - since > keptForMs)
}

/** Deletes copies and settled logs. `since`: a row's last change, milliseconds since 1970. */
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

/** Whether a log waits for the server, or has been refused for 30 days at most by releases that do not take it. */
const isToBeSent = (row: LogRow) =>
  isWaiting(row) || (isRefusedForNow(row) && (row.refusedAt ?? 0) - row.changedAt <= keptForMs)

// The next person finds nothing of a person who signed out.
onSignedOut((gone) => forget(({ ownerId }) => ownerId === gone))
