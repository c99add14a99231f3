import type { AnswerEvent } from '#contract/question.ts'
import { unpersistedEvents } from './answers.ts'
import type { AttemptRow, SubmissionRow } from './rows.ts'
import { leaseOf } from './lease.ts'
import { isOnThisPage, type KeepHeard, nameOf, type PageEvent, type PageState, type Reading } from './page-state.ts'
import { isOnPage, isWatched } from './submission.ts'
import { isReadyToBegin } from './update.ts'

/** What the world is to do for a page, in the imperative. */
export type Effect =
  /** Holds the lock of the tab that writes, or waits in line for it. */
  | { readonly do: 'hold-lock' }
  /** Hears what other tabs and the worker do with the attempt, and that the storage was closed. */
  | { readonly do: 'follow-others' }
  | { readonly do: 'wait'; readonly ms: number; readonly event: PageEvent }
  /** Says that the storage does not answer, unless it does in time. */
  | { readonly do: 'limit-storage'; readonly ms: number }
  | { readonly do: 'read'; readonly of: Reading['of'] }
  | { readonly do: 'begin-attempt'; readonly startKey: string | null; readonly draftId: string }
  | { readonly do: 'open'; readonly startKey: string | null }
  | { readonly do: 'poll-build' }
  | { readonly do: 'fetch-paper'; readonly cacheKey: string }
  | { readonly do: 'store-paper' }
  | { readonly do: 'call'; readonly takeOver: boolean }
  | { readonly do: 'save'; readonly ticket: string }
  | { readonly do: 'tick' }
  | { readonly do: 'read-remote' }
  | { readonly do: 'ask-if-over' }
  | { readonly do: 'append'; readonly event: AnswerEvent; readonly draftId: string; readonly lease: number }
  | { readonly do: 'put-back' }
  | { readonly do: 'write-row'; readonly row: AttemptRow; readonly change: Partial<AttemptRow>; readonly lease: number }
  | { readonly do: 'keep-heard'; readonly kept: KeepHeard }
  | { readonly do: 'keep-submission'; readonly row: SubmissionRow }
  | { readonly do: 'send-submission'; readonly row: SubmissionRow; readonly isWoken: boolean }
  | { readonly do: 'announce-submission'; readonly draftId: string }
  | { readonly do: 'read-submission'; readonly draftId: string }
  /** Hears that a person does not want to wait for the next planned try. */
  | { readonly do: 'follow-requests' }
  | { readonly do: 'request-delivery' }

export interface Wanted {
  /** Two effects with one key are the same effect: it is begun once, for as long as it is wanted. */
  readonly key: string
  readonly effect: Effect
  /** A paused effect continues if it is under way. Otherwise it is not begun now. */
  readonly isPaused?: boolean
}

/** After this time the storage counts as broken, and the person is told. */
const storageTimeoutMs = 15_000
/** What the browser did not keep is offered to it again after this long. */
const againAfterMs = 3_000
/** How long a person waits at most for the server to say that the clock has begun. */
const beginTimeoutMs = 4_000
/** Other devices' answers that could not be read are asked for again after this long. */
const remoteAgainAfterMs = 5_000
/** The deliverer of a submission may die before it tells the others, so the page looks up the outcome this often. */
const lookEveryMs = 15_000
/** A server that could not tell whether an attempt is over is asked again after this long. */
const endAgainAfterMs = 10_000

/** What should be under way. `reconcile` alone begins what is not, and ends what is not listed here. */
export function wanted(page: PageState): readonly Wanted[] {
  return [
    { key: 'hold-lock', effect: { do: 'hold-lock' } },
    { key: 'follow-others', effect: { do: 'follow-others' } },
    ...ofWay(page),
    ...(page.stage === 'running' ? [...ofExam(page), ...ofServer(page), ...ofDisk(page), ...ofSubmission(page)] : []),
    ...(page.leftBehind > 0 ? [once(`request-delivery:${page.leftBehind}`, { do: 'request-delivery' })] : []),
  ]
}

const once = (key: string, effect: Effect): Wanted => ({ key, effect })
const wait = (key: string, ms: number, event: PageEvent): Wanted => ({ key, effect: { do: 'wait', ms, event } })

function ofWay({ search, stage }: PageState): Wanted[] {
  if (search.at === 'beginning') {
    const { startKey, draftId } = search
    return [once(`begin-attempt:${search.number}`, { do: 'begin-attempt', startKey, draftId })]
  }
  const limit = once(`limit-storage:${search.number}`, { do: 'limit-storage', ms: storageTimeoutMs })
  if (search.at === 'idle') return stage === 'looking' ? [limit] : []
  const reading = once(`read:${search.number}`, { do: 'read', of: search.reading.of })
  return search.reading.of === 'attempt' && !search.reading.isLate ? [reading, limit] : [reading]
}

/** Effects of the current phase. Only the tab that writes has them, except the clock and the saving of an open paper. */
function ofExam({ exam, entrances, isWriter, calls }: PageState): Wanted[] {
  if (exam.phase === 'answering') {
    const { ticket } = exam.paper.attemptInfo
    const save = ticket === null ? [] : [once(`save:${entrances}:${ticket}`, { do: 'save', ticket })]
    return [once(`tick:${entrances}`, { do: 'tick' }), ...save]
  }
  if (!isWriter) return []
  switch (exam.phase) {
    case 'opening':
      return [once(`open:${entrances}`, { do: 'open', startKey: exam.startKey })]
    case 'building': {
      const { cacheKey } = exam
      if (cacheKey === null) return [once(`poll-build:${entrances}`, { do: 'poll-build' })]
      return [once(`fetch-paper:${entrances}`, { do: 'fetch-paper', cacheKey })]
    }
    case 'ready':
      if (isReadyToBegin(exam)) return [wait(`begin-limit:${calls}`, beginTimeoutMs, { type: 'begin-timed-out' })]
      return [once(`store-paper:${entrances}`, { do: 'store-paper' })]
    default:
      return []
  }
}

function ofServer({ call, remote, doubtedEnd }: PageState): Wanted[] {
  const pause = wait(`remote-pause:${remote.number}`, remoteAgainAfterMs, { type: 'remote-pause-over' })
  return [
    ...(call === null ? [] : [once(`call:${call.number}`, { do: 'call', takeOver: call.takeOver })]),
    ...(remote.at === 'reading' ? [once(`read-remote:${remote.number}`, { do: 'read-remote' })] : []),
    ...(remote.at === 'pausing' ? [pause] : []),
    ...(doubtedEnd === null ? [] : [doubt(doubtedEnd)]),
  ]
}

function doubt({ number, isPausing }: NonNullable<PageState['doubtedEnd']>): Wanted {
  if (isPausing) return wait(`end-pause:${number}`, endAgainAfterMs, { type: 'end-pause-over' })
  return once(`ask-if-over:${number}`, { do: 'ask-if-over' })
}

/** While the page reads the disk, it begins no write under its lease: the reading may change that. */
function ofDisk(page: PageState): Wanted[] {
  const { row, rowOnDisk, rowVersion, leaseState, disk, toKeep, isWriter, search } = page
  if (row === null) return []
  const lease = leaseOf(leaseState)
  const isReading = search.at !== 'idle'
  const change = rowOnDisk === null ? {} : changeOf(rowOnDisk, row)
  const isChanged = lease !== null && Object.keys(change).length > 0
  const isRowRefused = disk.rowRefused === rowVersion
  // Once the row says that the attempt is over, the disk takes no answer of it any more.
  const isAfterAnswers = page.stranded.length > 0
  const writeRow = isChanged && {
    key: `write-row:${lease}:${rowVersion}:${isRowRefused ? disk.round : 'first'}`,
    effect: { do: 'write-row' as const, row, change, lease },
    isPaused: isReading || (disk.isPausing && (isRowRefused || isAfterAnswers)),
  }
  return [
    ...(isWriter ? ofAnswers(page, lease, row.draftId, isReading) : []),
    ...page.stranded.map((one) => ({
      key: `append:${one.lease}:${nameOf(one.event)}:${disk.round}`,
      effect: { do: 'append' as const, ...one },
      isPaused: disk.isPausing,
    })),
    ...(writeRow ? [writeRow] : []),
    ...toKeep.map((kept) => once(`keep-heard:${kept.number}`, { do: 'keep-heard', kept })),
    ...(disk.isPausing ? [wait(`disk-pause:${disk.refusals}`, againAfterMs, { type: 'disk-pause-over' })] : []),
  ]
}

/** Each answer that the disk is not known to have is an effect of its own. A refused one returns with the next `round`. */
function ofAnswers({ exam, disk }: PageState, lease: number | null, draftId: string, isReading: boolean): Wanted[] {
  const isPaused = isReading || disk.isPausing
  const isAnswering = exam.phase === 'answering' && exam.writer !== 'other-tab'
  const unpersisted = isAnswering ? unpersistedEvents(exam.answers) : []
  const isMissing = isOnThisPage(exam) && (disk.isMissing || (lease === null && unpersisted.length > 0))
  const putBack = { key: `put-back:${disk.round}`, effect: { do: 'put-back' as const }, isPaused }
  if (isMissing || lease === null || !isAnswering) return isMissing ? [putBack] : []
  return unpersisted.map((event) => {
    const isRefused = exam.answers.entries.get(event.question_id)?.keeping === 'refused'
    return {
      key: `append:${lease}:${nameOf(event)}:${isRefused ? disk.round : 'first'}`,
      effect: { do: 'append', event, draftId, lease },
      isPaused: isReading || (isRefused && disk.isPausing),
    }
  })
}

/** Once a submission is on the disk, others deliver it and the page looks up its outcome. Before that the page delivers it. */
function ofSubmission(page: PageState): Wanted[] {
  const { row, search, entrances } = page
  const { onPage, isAnnounced, offer, look } = page.submission
  if (row === null) return []
  const { draftId } = row
  const isHere = isOnPage(page)
  const isAway = isWatched(page)
  // The reading may change the page's lease.
  const isReading = search.at === 'reading' && !search.reading.isLate
  return [
    ...(isHere ? [once('follow-requests', { do: 'follow-requests' })] : []),
    ...(isHere && offer.at === 'keeping' && onPage !== null
      ? [
          {
            key: `keep-submission:${offer.number}`,
            effect: { do: 'keep-submission' as const, row: onPage },
            isPaused: isReading,
          },
        ]
      : []),
    // In every phase: the outcome of a try must not be lost.
    ...(offer.at === 'sending' && onPage !== null
      ? [once(`send-submission:${offer.number}`, { do: 'send-submission', row: onPage, isWoken: offer.isWoken })]
      : []),
    ...(isHere && offer.at === 'pausing'
      ? [wait(`submission-pause:${offer.number}`, offer.pauseMs, { type: 'submission-pause-over' })]
      : []),
    ...(isAway && !isAnnounced
      ? [once(`announce-submission:${entrances}`, { do: 'announce-submission', draftId })]
      : []),
    ...(look.at === 'looking' ? [once(`read-submission:${look.number}`, { do: 'read-submission', draftId })] : []),
    ...(isAway && look.at === 'pausing'
      ? [wait(`look-pause:${look.number}`, lookEveryMs, { type: 'look-pause-over' })]
      : []),
  ]
}

/** The fields in which the row differs from what was last written of it. */
function changeOf(before: AttemptRow, after: AttemptRow): Partial<AttemptRow> {
  if (before === after) return {}
  const changed = Object.entries(after).filter(([name, value]) => before[name as keyof AttemptRow] !== value)
  return Object.fromEntries(changed)
}
