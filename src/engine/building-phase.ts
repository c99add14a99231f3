import type { ExamMeta, ExamStatus } from '#contract/exam.ts'
import { openBook, takeContested, takeServerEvents } from './answer-book.ts'
import type { ExamEvent } from './exam-event.ts'
import type { Building, Device, ExamSession, Opening } from './exam-phase.ts'
import { buildTimeout, type ExamFailure, failureOf } from './failure.ts'
import { paperOf, readInstant } from './paper.ts'
import { buildAsks, isExpiryForgiven } from './poll-schedule.ts'
import { isMissing, isPassing, type Reply } from './reply.ts'
import { withPage } from './with-page.ts'

const asksAhead: Building = { phase: 'building', asked: 0, cacheKey: null, progress: null }

/** The reply to the first GET exam-meta: the paper, or a building that is asked about from now on. */
export function openingAfter(session: Opening, event: ExamEvent, device: Device): ExamSession {
  if (event.type === 'storage-failed') return failed({ kind: 'storage' })
  if (event.type !== 'open-replied') return session
  const { reply } = event
  if (reply.kind === 'answered') return arrival(reply.body, device) ?? openedWithoutPaper(reply.body)
  if (reply.kind === 'refused' && (reply.code === 'no_open_attempt' || reply.code === 'already_graded')) {
    return { phase: 'no-open-attempt', resultUrl: reply.resultUrl }
  }
  return failed(failureOf(reply))
}

/** What says that a building goes on; another server may say nothing at all. */
const buildingStatuses = new Set<string | null | undefined>([
  'building_started',
  'building',
  'completed',
  null,
  undefined,
])

function openedWithoutPaper(meta: ExamMeta): ExamSession {
  if (meta.status === 'error') return failed({ kind: 'build-failed', message: '' })
  // A captive portal may answer JSON with a status of its own: no exam is being built.
  if (!buildingStatuses.has(meta.status)) return failed({ kind: 'html' })
  return { ...asksAhead, cacheKey: meta.status === 'completed' ? (meta.exam_cache_key ?? null) : null }
}

export function buildingAfter(session: Building, event: ExamEvent, device: Device): ExamSession {
  switch (event.type) {
    case 'storage-failed':
      return failed({ kind: 'storage' })
    case 'build-asked':
      return { ...session, asked: session.asked + 1 }
    case 'build-replied':
      return afterStatus(session, event.reply, device)
    case 'paper-replied':
      return afterFetch(session, event.reply, device)
    default:
      return session
  }
}

function afterStatus(before: Building, reply: Reply<ExamStatus>, device: Device): ExamSession {
  const session = withPage(before, reply)
  if (isMissing(reply) || isPassing(reply)) return goOn(session)
  if (reply.kind !== 'answered') return failed({ kind: 'build-failed', message: messageOf(reply) })
  const status = reply.body
  const here = arrival(status, device)
  if (here !== null) return here
  switch (status.status) {
    case 'error':
      return failed({ kind: 'build-failed', message: status.message ?? '' })
    case 'expired':
      return isExpiryForgiven(session.asked) ? goOn(session) : failed({ kind: 'build-expired' })
    case 'completed':
      return status.exam_cache_key == null ? goOn(session) : { ...session, cacheKey: status.exam_cache_key }
    default:
      return goOn({ ...session, progress: status.progress ?? session.progress })
  }
}

/** A paper that was announced and did not come is asked about again, within the same number of asks. */
function afterFetch(before: Building, reply: Reply<ExamMeta>, device: Device): ExamSession {
  const session = withPage(before, reply)
  if (reply.kind === 'answered') return arrival(reply.body, device) ?? goOn({ ...session, cacheKey: null })
  if (isMissing(reply) || isPassing(reply)) return goOn({ ...session, cacheKey: null })
  return failed(failureOf(reply))
}

function goOn(session: Building): ExamSession {
  return session.asked >= buildAsks ? failed(buildTimeout) : session
}

function arrival(meta: ExamMeta | ExamStatus, { deviceId }: Device): ExamSession | null {
  const paper = paperOf(meta)
  if (paper === null) return null
  const { events, contested, attempt } = 'events' in meta ? meta : { events: [], contested: [], attempt: null }
  const seen = takeServerEvents(openBook(deviceId, paper.frame.epoch), events ?? [])
  const saidAt = readInstant(attempt?.server_time) ?? 0
  return { phase: 'ready', paper, book: takeContested(seen, contested ?? [], saidAt), stored: false }
}

function messageOf(reply: Exclude<Reply<never>, { kind: 'answered' }>): string {
  return reply.kind === 'refused' ? reply.message : ''
}

function failed(failure: ExamFailure): ExamSession {
  return { phase: 'failed', failure }
}
