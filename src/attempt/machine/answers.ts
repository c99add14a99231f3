import { isLater, mergeEvents } from '#contract/answer-merge.ts'
import { isBlankText } from '#contract/pasted-text.ts'
import { type Answer, type AnswerEvent, type AnswerValue, longestAnswer } from '#contract/question.ts'
import { isAcknowledged, isSame, type Mark, type SyncState, withMark, withOwn } from './acknowledged.ts'

/** How far the last change of an answer has come on the way to this device's disk. */
export type Keeping = 'saving' | 'kept' | 'refused'

/** All that is known here of one question's answer. */
export interface AnswerEntry extends SyncState {
  readonly keeping: Keeping
  /** The highest `seq` given here before another tab's answer came. Not used again: of one name the server keeps the first. */
  readonly used?: number
  /** The greatest event that the server has shown, from any device. */
  readonly seen: AnswerEvent | null
}

/** The part of PUT exam-answers' reply that speaks of answers. */
export interface AnswersAck {
  readonly marks: Readonly<Record<string, Mark>>
  /** The changes that the reply answers; none if absent. */
  readonly sent?: readonly AnswerEvent[]
  readonly contested?: readonly AnswerEvent[] | null | undefined
  /** The answers that hold for the contested questions. */
  readonly holding?: readonly AnswerEvent[] | null | undefined
  readonly server_time: string
}

export interface Answers {
  readonly deviceId: string
  readonly epoch: number
  readonly entries: ReadonlyMap<string, AnswerEntry>
  /**
   * By question id: an answer that does not hold, and that the device of the holding answer cannot have known. The server's
   * last word counts. An answer given here removes its entry.
   */
  readonly contested: ReadonlyMap<string, AnswerEvent>
  /** When the server sent `contested`, by its clock, ms since 1970; 0 before any. Replies may overtake each other. */
  readonly contestedAt: number
}

const blank: AnswerEntry = { own: null, keeping: 'kept', seen: null, mark: null }

export function openAnswers(deviceId: string, epoch: number, entries: Iterable<[string, AnswerEntry]> = []): Answers {
  return { deviceId, epoch, entries: new Map(entries), contested: new Map(), contestedAt: 0 }
}

function withEntry(answers: Answers, questionId: string, change: (entry: AnswerEntry) => AnswerEntry): Answers {
  const before = answers.entries.get(questionId) ?? blank
  const entry = change(before)
  return entry === before ? answers : { ...answers, entries: new Map(answers.entries).set(questionId, entry) }
}

/** Records an answer as an event later than all that are known. null, an empty text or an empty choice clears it. */
export function giveAnswer(answers: Answers, questionId: string, value: AnswerValue | null): Answers {
  const remote = answers.contested.get(questionId)
  return withEntry(withoutContest(answers, questionId), questionId, (entry) => {
    const known = [entry.own, entry.seen, entry.mark, remote]
    const highest = Math.max(entry.used ?? 0, ...known.map((event) => event?.seq ?? 0))
    const own = {
      question_id: questionId,
      value: carried(value),
      epoch: answers.epoch,
      seq: highest + 1,
      device_id: answers.deviceId,
    }
    return withOwn({ ...entry, keeping: 'saving' }, own)
  })
}

function withoutContest(answers: Answers, questionId: string): Answers {
  if (!answers.contested.has(questionId)) return answers
  const contested = new Map(answers.contested)
  contested.delete(questionId)
  return { ...answers, contested }
}

/** Notes the storage's reply for one event. A reply for an event older than the last one means nothing. */
export function noteKeeping(answers: Answers, event: AnswerEvent, keeping: Exclude<Keeping, 'saving'>): Answers {
  return withEntry(answers, event.question_id, (entry) =>
    entry.own !== null && isSame(entry.own, event) ? { ...entry, keeping } : entry,
  )
}

/** Takes in events that the server showed, from any device. */
export function takeServerEvents(answers: Answers, events: Iterable<AnswerEvent>): Answers {
  let next = answers
  for (const event of mergeEvents(events).values()) {
    next = withEntry(next, event.question_id, (entry) => {
      const seen = entry.seen === null || isLater(event, entry.seen) ? event : entry.seen
      return withMark({ ...entry, seen }, event, [])
    })
  }
  return next
}

/** Takes in the server's marks: the winning event of each question that was sent, or of all when nothing was sent. */
export function takeMarks(answers: Answers, marks: AnswersAck['marks'], sent: readonly AnswerEvent[] = []): Answers {
  let next = answers
  for (const [questionId, mark] of Object.entries(marks)) {
    next = withEntry(next, questionId, (entry) => withMark(entry, mark, sent))
  }
  return next
}

/**
 * Replaces the contested answers by those that the server names, unless a later word of the server is known. Leaves out a
 * question with an unacknowledged change from here: the server did not know that change, and its reply to it will tell.
 */
export function takeContested(answers: Answers, events: readonly AnswerEvent[], serverTime: number): Answers {
  if (serverTime < answers.contestedAt) return answers
  const isAnswered = ({ question_id }: AnswerEvent) => {
    const entry = answers.entries.get(question_id)
    return entry === undefined || isAcknowledged(entry)
  }
  const contested = new Map(events.filter(isAnswered).map((event) => [event.question_id, event]))
  return { ...answers, contested, contestedAt: serverTime }
}

/** Takes in the reply to saved answers: what the server has, and what is contested. */
export function takeAck(answers: Answers, ack: AnswersAck): Answers {
  const marked = takeServerEvents(takeMarks(answers, ack.marks, ack.sent), ack.holding ?? [])
  return takeContested(marked, ack.contested ?? [], Date.parse(ack.server_time))
}

/** Raises the epoch after a take-over: answers from now on beat everything of the epochs before. */
export function withEpoch(answers: Answers, epoch: number): Answers {
  return epoch <= answers.epoch ? answers : { ...answers, epoch }
}

/** The event that holds for a question, among those whose value is known here. */
function winner(entry: AnswerEntry): AnswerEvent | null {
  if (entry.own === null || entry.seen === null) return entry.own ?? entry.seen
  return isLater(entry.seen, entry.own) ? entry.seen : entry.own
}

export function answerTo(answers: Answers, questionId: string): AnswerValue | null {
  const entry = answers.entries.get(questionId)
  return entry === undefined ? null : (winner(entry)?.value ?? null)
}

/** The changes that the server has not acknowledged. */
export function pendingEvents(answers: Answers): AnswerEvent[] {
  return [...answers.entries.values()].filter((entry) => !isAcknowledged(entry)).flatMap((entry) => entry.own ?? [])
}

/** Every change made on this device, acknowledged or not: what a submission carries. */
export function ownEvents(answers: Answers): AnswerEvent[] {
  return [...answers.entries.values()].flatMap((entry) => entry.own ?? [])
}

/** The greatest event of each question that the server has shown. */
export function seenEvents(answers: Answers): AnswerEvent[] {
  return [...answers.entries.values()].flatMap(({ seen }) => seen ?? [])
}

/** The changes made here that the device's storage has not confirmed. */
export function unpersistedEvents(answers: Answers): AnswerEvent[] {
  return [...answers.entries.values()].flatMap(({ own, keeping }) => (own === null || keeping === 'kept' ? [] : [own]))
}

/** The kept entries, and those of `events` that they lack, as refused: these are to be written again. */
export function withMissing(
  kept: Iterable<[string, AnswerEntry]>,
  events: readonly AnswerEvent[],
): [string, AnswerEntry][] {
  const entries = new Map(kept)
  for (const event of events) {
    const entry = entries.get(event.question_id) ?? blank
    const isNew = entry.own === null || isLater(event, entry.own)
    if (!isNew) continue
    entries.set(event.question_id, withOwn({ ...entry, keeping: 'refused' }, event))
  }
  return [...entries]
}

/** Takes in answers that another tab has kept since. They are later and replace those given here; new ones follow them. */
export function takeKept(answers: Answers, events: readonly AnswerEvent[]): Answers {
  return events.reduce(
    (next, event) =>
      withEntry(withEpoch(next, event.epoch), event.question_id, (entry) =>
        withOwn({ ...entry, keeping: 'kept', ...usedUp(entry) }, event),
      ),
    answers,
  )
}

function usedUp({ own, used = 0 }: AnswerEntry): Pick<AnswerEntry, 'used'> {
  return own === null ? {} : { used: Math.max(used, own.seq) }
}

/** Questions whose holding answer is another device's, with a value that is not known here yet. */
export function unseenRemote(answers: Answers): string[] {
  return [...answers.entries].filter(([, entry]) => isUnseen(entry)).map(([questionId]) => questionId)
}

/** Whether the answer that holds is one whose value is not known here. */
export function isUnseen({ own, seen, mark }: AnswerEntry): boolean {
  if (mark === null) return false
  return (own === null || isLater(mark, own)) && (seen === null || isLater(mark, seen))
}

/** The specification's `answers`: the merged view, unanswered questions left out. */
export function mergedAnswers(answers: Answers): Answer[] {
  return [...answers.entries.keys()].flatMap((questionId) => {
    const value = answerTo(answers, questionId)
    return value === null ? [] : [{ question_id: questionId, value }]
  })
}

/** Where an answer is, as the screen may say it: never more than is true. unsaved: the disk refused it, the server lacks it. */
export type Saving = 'none' | 'saving' | 'device' | 'server' | 'unsaved'

export function savingOf(answers: Answers, questionId: string): Saving {
  const entry = answers.entries.get(questionId)
  if (entry === undefined || winner(entry) === null) return 'none'
  // Another device's unseen answer is known by its mark alone: the server does not have the answer that is shown.
  if (isAcknowledged(entry) && !isUnseen(entry)) return 'server'
  if (entry.keeping === 'refused') return 'unsaved'
  return entry.keeping === 'kept' ? 'device' : 'saving'
}

/** page-only: some are neither stored nor on the server, so closing the page loses them · server-only: the server has all. */
export type KeepingTrouble = 'none' | 'server-only' | 'page-only'

export function keepingTrouble(answers: Answers): KeepingTrouble {
  const refused = [...answers.entries.values()].filter(({ keeping }) => keeping === 'refused')
  if (refused.length === 0) return 'none'
  return refused.every(isAcknowledged) ? 'server-only' : 'page-only'
}

/** The value as a call can carry it: one answer that the contract refuses would hold up all others. */
function carried(value: AnswerValue | null): AnswerValue | null {
  if (typeof value !== 'string') return value === null || value.length === 0 ? null : value
  return isBlankText(value) ? null : value.slice(0, longestAnswer)
}
