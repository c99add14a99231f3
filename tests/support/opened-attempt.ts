import type { Opened } from '../../src/attempt/machine/page-state.ts'
import type { KeptAttempt } from '../../src/attempt/machine/resume.ts'
import type { AttemptRow } from '../../src/attempt/machine/rows.ts'
import type { Reply } from '../../src/http/reply.ts'
import type { ExamMeta } from '#contract/exam.ts'
import { oneQuestionPaper } from './one-question-paper.ts'

export const openRow = {
  draftId: 'd',
  mode: 'exam',
  state: 'open',
  claim: 0,
  position: 0,
  flags: [],
  clockOffset: 0,
  startKey: null,
} as unknown as AttemptRow

/** The server's info about an attempt whose clock runs. */
export const begunInfo = { ...oneQuestionPaper.attemptInfo, begun: true }

/** The server's reply with that paper and attempt. `attempt` null: the server names none. */
export function paperReply(attempt: object | null, more: object): Reply<ExamMeta> {
  const named = {
    id: 'a1',
    state: 'open',
    epoch: 0,
    duration_seconds: 60,
    server_time: '1970-01-01T00:00:01Z',
    submission_key: 'submission-key',
    ticket: 'ticket-of-this-attempt',
  }
  const { questions, test } = oneQuestionPaper
  const body = {
    status: 'completed',
    questions,
    test,
    events: [],
    attempt: attempt && { ...named, ...attempt },
    ...more,
  }
  return { kind: 'answered', body: body as unknown as ExamMeta }
}

/** An attempt with one question, as an opening page finds it: under this lease, or under none if `lease` is null. */
export function openedAttempt({
  row = {},
  kept = {},
  info = begunInfo,
  lease = 1,
  name = 'phone',
}: {
  row?: Partial<AttemptRow>
  kept?: Partial<KeptAttempt>
  info?: typeof begunInfo
  lease?: number | null
  name?: string
} = {}): Extract<Opened, { kind: 'found' }> {
  const found = { ...openRow, ...row }
  const taken = lease === null ? [] : [{ type: 'lease-taken' as const, lease, name }]
  return {
    kind: 'found',
    deviceName: 'phone',
    row: found,
    kept: {
      ...found,
      building: false,
      buildAsked: 0,
      cacheKey: null,
      epoch: 0,
      entries: [],
      submission: null,
      deviceId: name,
      paper: { ...oneQuestionPaper, attemptInfo: info },
      ...kept,
    },
    leaseEvents: [{ type: 'row-chosen' }, ...taken],
  }
}
