import { mostPauses } from '#contract/pause.ts'
import type { AnswerEvent } from '#contract/question.ts'
import type { AnswerRow, AttemptRow, SubmissionRow } from '../../src/attempt/machine/rows.ts'
import type { ExamPage } from './page/page-entry.ts'
import type { Mark } from '../../src/attempt/machine/acknowledged.ts'
import type { Answers } from '../../src/attempt/machine/answers.ts'
import type { ModelAttempt, StoredEvent } from './server/model-attempt.ts'
import { beginning, type Browser } from './world/browser.ts'

/** One answer that a person gave, and what a screen has said about it. Times are virtual milliseconds. */
interface Given {
  readonly person: string
  readonly browser: number
  /** The device that gave the answer. All pages of a browser are one device, except pages that were refused a lease. */
  readonly device: string
  readonly attemptId: string
  readonly event: AnswerEvent
  /** Milliseconds of the server's clock since 1970. */
  readonly at: number
  readonly order: number
  /** The site's data were deleted after the answer. A page's «on this device» then counts only if the disk has the answer. */
  isCleared: boolean
  onDevice: number | null
  onServer: number | null
  /** A page called the answer kept only because the exam was submitted. Another tab may have submitted it without this answer. */
  isBySubmission: boolean
}

export interface Counts {
  schedules: number
  exams: number
  device: number
  server: number
  lost: number
  gradedTwice: number
  wrongUser: number
  notConverged: number
  /** Sessions that the server ended for an old refresh token, although nobody had signed out or been signed out. */
  sessionsEnded: number
  /** Pages that called an exam finished, and submissions that stopped waiting, before the server had the exam. */
  settledTooEarly: number
}

export const noCounts = (): Counts => ({
  schedules: 0,
  exams: 0,
  device: 0,
  server: 0,
  lost: 0,
  gradedTwice: 0,
  wrongUser: 0,
  notConverged: 0,
  sessionsEnded: 0,
  settledTooEarly: 0,
})

/** A pause that a person began: its page showed the covered paper, and the browser's disk had it. */
interface BegunPause {
  readonly name: string
  readonly attemptId: string
  readonly browser: number
  readonly deviceId: string
  /** Milliseconds of the server's clock since 1970. */
  readonly seenAt: number
}

/** State of the world at the moment of a look. */
interface World {
  readonly attempts: readonly ModelAttempt[]
  readonly now: number
  readonly serverNow: number
}

/** Rows on a browser's disk, read without the product's code. */
export interface Kept {
  readonly attemptRows: AttemptRow[]
  readonly answers: AnswerRow[]
  readonly submissionRows: SubmissionRow[]
}

interface RawStore {
  getAllValues(): unknown[]
}

export function keptIn(browser: Browser): Kept {
  return {
    attemptRows: rowsIn(browser, 'attempts') as AttemptRow[],
    answers: rowsIn(browser, 'answers') as AnswerRow[],
    submissionRows: rowsIn(browser, 'outbox') as SubmissionRow[],
  }
}

function rowsIn({ storage }: Browser, store: string): unknown[] {
  const { _databases: databases } = storage.factory as unknown as {
    _databases: Map<string, { rawObjectStores: Map<string, RawStore> }>
  }
  return databases.get('exam-v1')?.rawObjectStores.get(store)?.getAllValues() ?? []
}

/** Repeats the merge rule on purpose: a mistake in the product's own rule must not hide itself here. */
function beats(a: Mark, b: Mark): boolean {
  if (a.epoch !== b.epoch) return a.epoch > b.epoch
  if (a.seq !== b.seq) return a.seq > b.seq
  return a.device_id > b.device_id
}

/** Whether `later` replaces `event`: the same question and device, and a greater name. */
export const takesBack = (later: AnswerEvent, event: AnswerEvent) =>
  later.question_id === event.question_id && later.device_id === event.device_id && beats(later, event)

const keyOf = ({ question_id, epoch, seq, device_id }: AnswerEvent) => `${question_id}/${epoch}/${seq}/${device_id}`
export const isSame = (a: AnswerEvent, b: AnswerEvent) =>
  keyOf(a) === keyOf(b) && JSON.stringify(a.value) === JSON.stringify(b.value)

/** Upper bound of all pauses of an exam together, in milliseconds. */
const mostPaused = 150 * 60_000

const placeOf = (attemptId: string, browser: number, questionId: string, value: AnswerEvent['value']) =>
  JSON.stringify([attemptId, browser, questionId, value])
const isSameValue = (a: AnswerEvent, b: AnswerEvent) => JSON.stringify(a.value) === JSON.stringify(b.value)

/** Records answers that people gave and promises that screens made. `close` checks that the promises were kept. */
export class Ledger {
  readonly #given: Given[] = []
  readonly #byEvent = new Map<string, Given[]>()
  readonly clicks = new Map<string, number>()
  readonly complaints: string[] = []
  #covered = 0
  readonly #cleared = new Set<number>()
  /** Attempts that a page closed for their deadline before the server's clock reached it. */
  readonly cutShort = new Set<string>()
  /** By attempt: the browser whose submission closed it. */
  readonly submittedFrom = new Map<string, number>()
  /** Conflicting answers that a browser's pages have shown: attempt, browser, question and value. */
  readonly #offered = new Set<string>()
  /** By attempt and browser: answers that the person who submitted there had not been shown. */
  readonly #untold = new Map<string, readonly AnswerEvent[]>()
  /** By browser: submissions that waited or were refused at the last look. */
  readonly #unsettled = new Map<number, readonly SubmissionRow[]>()
  /** Each complaint counts once. */
  readonly #settledTooEarly = new Set<string>()
  readonly #pauses = new Map<string, BegunPause>()
  /** By attempt and browser: a memory-only page has shown the exam with its clock running. */
  readonly #continuedUnstored = new Set<string>()
  wrongUser = 0

  gave(answer: Pick<Given, 'person' | 'browser' | 'device' | 'attemptId' | 'event' | 'at'>): void {
    const order = this.#given.length
    const given = { ...answer, order, isCleared: false, onDevice: null, onServer: null, isBySubmission: false }
    this.#given.push(given)
    const key = answer.attemptId + keyOf(answer.event)
    this.#byEvent.set(key, [...(this.#byEvent.get(key) ?? []), given])
  }

  /** The promise excludes answers that only the deleted disk had. Answers that a page writes later are promised again. */
  cleared(browser: Browser): void {
    this.#cleared.add(browser.index)
    this.#unsettled.delete(browser.index)
    for (const given of this.#given) {
      if (given.browser !== browser.index) continue
      given.isCleared = true
      if (given.onServer === null) given.onDevice = null
    }
  }

  isCleared(browser: Browser): boolean {
    return this.#cleared.has(browser.index)
  }

  /** Records what a page says about each answer at the moment of a look. */
  look(
    { person, browser, purchaseId }: { person: string; browser: Browser; purchaseId: string },
    page: ExamPage,
    world: World,
  ): void {
    const { attempts, now, serverNow } = world
    const view = page.controller.view()
    const { stage, state } = view
    if (stage === 'running' && state.phase === 'finished') {
      const own = attempts.filter((one) => one.purchaseId === purchaseId)
      this.#calledFinished(view.attemptId, own)
    }
    if (stage !== 'running' || !('answers' in state)) return
    const attemptId = state.paper.attemptInfo.attemptId ?? ''
    const { deadlineAt } = state.paper.attemptInfo
    const isByClock = state.phase === 'submitting' && state.because === 'deadline'
    if (isByClock && serverNow < (deadlineAt ?? 0)) this.cutShort.add(attemptId)
    // An earlier press on a page that was left too early sent the server nothing, so it is void (20261129:976563).
    if (isByClock && !this.submittedFrom.has(attemptId)) this.#untold.delete(`${attemptId}/${browser.index}`)
    const isSubmitted = state.phase === 'submitting' && state.enqueued
    if (state.phase === 'answering') {
      if (page.isPaused(state)) this.#notePause(attemptId, browser, serverNow)
      // A memory-only page does not know of a pause in another tab. Continuing here ends that pause.
      else if (view.isMemoryOnly) this.#continuedUnstored.add(`${attemptId}/${browser.index}`)
      this.#noteOffers(browser.index, attemptId, page, state.answers)
    }
    for (const [questionId, entry] of state.answers.entries) {
      for (const event of [entry.own, entry.seen, state.answers.contested.get(questionId)]) {
        if (typeof event?.value === 'string' && event.value[0] !== person) {
          this.wrongUser += 1
          this.complaints.push(`${person} is shown ${event.value}`)
        }
      }
      const { own } = entry
      if (own === null) continue
      const given = this.#byEvent.get(attemptId + keyOf(own))?.find((one) => isSame(one.event, own))
      if (given === undefined) continue
      const isShown = entry.seen === null || !beats(entry.seen, own)
      const saving = isShown ? page.savingOf(state.answers, questionId) : 'none'
      if (saving === 'server') given.onServer ??= now
      if (given.isCleared && saving !== 'server' && !isOnDisk(given, browser)) continue
      if (isSubmitted && given.onDevice === null) given.isBySubmission = true
      if (saving === 'device' || saving === 'server' || isSubmitted) given.onDevice ??= now
    }
  }

  #notePause(attemptId: string, browser: Browser, seenAt: number): void {
    // A write in progress may still fail.
    if (browser.storage.isWriting) return
    for (const row of rowsIn(browser, 'attempts') as AttemptRow[]) {
      if (row.frame?.attemptId !== attemptId) continue
      for (const { name, deviceId } of row.frame?.pauses?.untold ?? []) {
        if (!this.#pauses.has(name))
          this.#pauses.set(name, { name, attemptId, browser: browser.index, deviceId, seenAt })
      }
    }
  }

  /** A person who reads that an exam is finished puts the telephone away, so nothing of the exam may still be open. */
  #calledFinished(attemptId: string | null, attempts: readonly ModelAttempt[]): void {
    // A page whose start failed knows no attempt id. It reads another tab's attempt of the same start (27128:608813).
    const attempt = attemptId === null ? attempts.at(-1) : attempts.find(({ id }) => id === attemptId)
    if (attempt?.submission == null)
      this.#tooEarly(`a page calls ${attemptId} finished, which the server has not closed`)
  }

  /** Checks that a submission waits until the server has it. Before that no row may disappear or be marked as accepted. */
  lookAtSubmissions(browser: Browser, attempts: readonly ModelAttempt[]): void {
    // The rows may belong to an open transaction. They disappear if its tab dies before the commit (20261140:6826).
    if (browser.storage.isWriting) return
    const rows = rowsIn(browser, 'outbox') as SubmissionRow[]
    const isUnsettled = ({ state }: SubmissionRow) => state === 'waiting' || state === 'refused'
    const before = this.#unsettled.get(browser.index) ?? []
    const gone = before.filter(({ draftId }) => rows.every((row) => row.draftId !== draftId))
    for (const row of [...gone, ...rows.filter((one) => !isUnsettled(one))]) {
      const attempt = attempts.find(({ id }) => id === row.attemptId)
      const isTaken = attempt?.submission != null && missingIn(attempt, row).length === 0
      if (!isTaken) this.#tooEarly(`the submission of ${row.attemptId} waits no more, and the server does not have it`)
    }
    this.#unsettled.set(browser.index, rows.filter(isUnsettled))
  }

  #tooEarly(complaint: string): void {
    if (this.#settledTooEarly.has(complaint)) return
    this.#settledTooEarly.add(complaint)
    this.complaints.push(complaint)
  }

  #noteOffers(browser: number, attemptId: string, page: ExamPage, answers: Answers): void {
    for (const questionId of page.conflictsIn(answers)) {
      const conflict = page.conflictOn(answers, questionId)
      for (const value of conflict === null ? [] : [conflict.here, conflict.there]) {
        this.#offered.add(placeOf(attemptId, browser, questionId, value))
      }
    }
  }

  /**
   * Records a press on the dialog's submit button. `askedAt` is when the server told the dialog what it had; null if the server
   * was silent. By now this browser must have offered each answer that the server had then and that lost to an answer given
   * without knowing it (decision 0025). Nobody can be asked about answers that arrived later. The last press counts, because a
   * press on a page that was left before it submitted has no effect.
   */
  handsIn(browser: number, attempt: ModelAttempt, answers: Answers, askedAt: Date | null): void {
    const here = [...answers.entries.values()].flatMap(({ own }) => own ?? [])
    const there =
      askedAt === null ? [] : attempt.events.filter((event) => isCounted(event) && event.received_at <= askedAt)
    const untold = contestedBy(there, here).filter(
      ({ question_id, value }) => !this.#offered.has(placeOf(attempt.id, browser, question_id, value)),
    )
    this.#untold.set(`${attempt.id}/${browser}`, untold)
  }

  static hasUnsent(page: ExamPage): boolean {
    return savingsOn(page).some((saving) => saving !== 'server' && saving !== 'none')
  }

  static hasUnkept(page: ExamPage): boolean {
    return savingsOn(page).some((saving) => saving === 'saving' || saving === 'unsaved')
  }

  /** `haveSetClocks`: by browser, whether somebody set its device's clock. */
  close(attempts: readonly ModelAttempt[], disks: readonly Kept[], haveSetClocks: readonly boolean[]): Counts {
    const { wrongUser } = this
    const counts = {
      ...noCounts(),
      schedules: 1,
      exams: attempts.length,
      wrongUser,
      settledTooEarly: this.#settledTooEarly.size,
    }
    counts.lost += this.#covered
    for (const attempt of attempts) {
      const ofAttempt = this.#given.filter(({ attemptId }) => attemptId === attempt.id)
      const here = eventsOnDisks(attempt.id, disks)
      for (const given of ofAttempt) {
        if (given.onDevice !== null) counts.device += 1
        if (given.onServer !== null) counts.server += 1
        const places = given.onServer !== null ? attempt.events : [...attempt.events, ...here]
        if ((given.onDevice !== null || given.onServer !== null) && !this.#isKept(given, places, ofAttempt)) {
          counts.lost += 1
          this.complaints.push(`lost: ${JSON.stringify(given)}`)
        }
      }
      counts.lost += this.#missingInSubmissions(attempt, ofAttempt, disks)
      counts.lost += this.#calledAfterEnd(attempt, ofAttempt)
      counts.lost += this.#ranTooLong(attempt)
      counts.lost += this.#uncountedPauses(attempt, haveSetClocks)
      this.#countUntold(attempt, counts)
      counts.wrongUser += this.#foreign(attempt)
      if (attempt.grades.length > 1) {
        counts.gradedTwice += 1
        this.complaints.push(`${attempt.id} was graded ${attempt.grades.length} times`)
      }
    }
    counts.gradedTwice += this.#unasked(attempts)
    return counts
  }

  /** Whether a place has this answer or a replacement, which may not be an earlier answer of the same device. */
  #isKept(given: Given, places: readonly AnswerEvent[], ofAttempt: readonly Given[]): boolean {
    return places.some((place) => {
      if (place.question_id !== given.event.question_id) return false
      if (isSame(place, given.event)) return true
      if (!beats(place, given.event)) return false
      // The same answer was given again later, because the first could not hold.
      if (JSON.stringify(place.value) === JSON.stringify(given.event.value)) return true
      const remote = ofAttempt.find((one) => isSame(one.event, place))
      if (remote === undefined) return false
      return remote.device !== given.device || remote.order > given.order
    })
  }

  /** Answers given before the deadline are scored, however late they arrive. Counts those stored as `after_end`. */
  #calledAfterEnd(attempt: ModelAttempt, ofAttempt: readonly Given[]): number {
    const afterEnd = attempt.events.filter(({ phase }) => phase === 'after_end')
    const wronged = ofAttempt.filter(
      ({ event, at }) => at <= +attempt.deadlineAt! && afterEnd.some((one) => isSame(one, event)),
    )
    for (const given of wronged) this.complaints.push(`called given after the end: ${JSON.stringify(given)}`)
    return wronged.length
  }

  /** A page took an answer while its clock was paused and its paper covered. */
  wasCovered(event: AnswerEvent): void {
    this.#covered += 1
    this.complaints.push(`answered while its clock stands: ${JSON.stringify(event)}`)
  }

  /** Returns 1 unless the exam has two pauses at most, of 150 minutes in sum, none before the server last heard of the exam. */
  #ranTooLong({ id, startedAt, deadlineAt, durationSeconds, pauses, events }: ModelAttempt): number {
    if (startedAt === null || deadlineAt === null) return 0
    const paused = pauses.reduce((sum, { from, to }) => sum + to - from, 0)
    const isBounded = +deadlineAt === +startedAt + durationSeconds * 1000 + paused && paused <= mostPaused
    const isPossible = pauses.every(({ from, toldAt }) =>
      events.every(({ received_at }) => +received_at <= from || +received_at >= toldAt),
    )
    const isRight = isBounded && isPossible && pauses.length <= 2
    if (!isRight) this.complaints.push(`${id} had until ${deadlineAt.toISOString()}: ${JSON.stringify(pauses)}`)
    return isRight ? 0 : 1
  }

  /**
   * Counts pauses that the server should have counted and did not. It counts all pauses of one device before that device submits,
   * two at most. If another device paused or answered as well, the server may have heard of that first, and there was no pause. A
   * pause before the server's start of the exam stops nothing. After somebody sets the device's clock, the next page cannot tell
   * the age of a pause (decision 0133).
   */
  #uncountedPauses(attempt: ModelAttempt, haveSetClocks: readonly boolean[]): number {
    const from = this.submittedFrom.get(attempt.id)
    const { pauses, submission, startedAt, events } = attempt
    if (submission?.closedBy !== 'person' || from === undefined || this.#cleared.has(from)) return 0
    if (haveSetClocks[from] === true || this.#continuedUnstored.has(`${attempt.id}/${from}`)) return 0
    const uncounted = [...this.#pauses.values()].filter(
      ({ name, attemptId, browser, deviceId, seenAt }) =>
        attemptId === attempt.id &&
        browser === from &&
        startedAt !== null &&
        +startedAt < seenAt &&
        events.every((event) => event.device_id === deviceId || +event.received_at <= seenAt) &&
        pauses.length < mostPauses &&
        pauses.every((one) => one.name !== name && one.deviceId === deviceId),
    )
    for (const begun of uncounted) this.complaints.push(`a pause that is not counted: ${JSON.stringify(begun)}`)
    return uncounted.length
  }

  /** Counts answers called saved at the submission that the submission lacks. A later delivery is not graded. */
  #missingInSubmissions(attempt: ModelAttempt, ofAttempt: readonly Given[], disks: readonly Kept[]): number {
    let missing = 0
    disks.forEach(({ submissionRows }, browser) => {
      const rows = submissionRows.filter(({ attemptId }) => attemptId === attempt.id)
      for (const row of rows) {
        const events = row.body.events ?? []
        // After a deletion one attempt may have two rows. Answers of the row that did not close it may arrive by either row.
        const unsubmitted = hasClosed(attempt, row) ? [] : rows.flatMap(({ body }) => body.events ?? [])
        const isDelivered = row.state === 'accepted' || row.state === 'graded'
        const undelivered = isDelivered ? missingIn(attempt, row) : []
        const before = ofAttempt.filter(
          (one) =>
            one.browser === browser && one.onDevice !== null && !one.isBySubmission && !isPutBackAfter(attempt, one),
        )
        const leftOut = before.filter(
          (one) => !this.#isKept(one, [...events, ...unsubmitted, ...attempt.events.filter(isCounted)], ofAttempt),
        )
        missing += undelivered.length + leftOut.length
        if (undelivered.length > 0) this.complaints.push(`settled, but not there: ${JSON.stringify(undelivered)}`)
        if (leftOut.length > 0) this.complaints.push(`left out of the submission: ${JSON.stringify(leftOut)}`)
      }
    })
    return missing
  }

  /** Counts answers called saved that do not hold and that the submitting person was not shown. */
  #countUntold(attempt: ModelAttempt, counts: Counts): void {
    for (const event of this.#untold.get(`${attempt.id}/${this.submittedFrom.get(attempt.id)}`) ?? []) {
      const given = this.#byEvent.get(attempt.id + keyOf(event))?.find((one) => isSame(one.event, event))
      const isAcknowledged = given !== undefined && (given.onDevice !== null || given.onServer !== null)
      const remoteChanges = attempt.events.filter((one) => isCounted(one) && one.question_id === event.question_id)
      // The same person may have given a later answer on the same device (113:954953), also under the name of a later lease
      // (20261128:284883). The dialog asks about the later answer.
      const isTakenBack = remoteChanges.some(
        (one) => takesBack(one, event) || (given !== undefined && this.#isGivenLater(attempt, one, given)),
      )
      if (!isAcknowledged || isTakenBack || isSameValue(best(remoteChanges), event)) continue
      counts.lost += 1
      this.complaints.push(`submitted, and not told: ${JSON.stringify(event)}`)
    }
  }

  #isGivenLater({ id }: ModelAttempt, event: AnswerEvent, { device, order }: Given): boolean {
    const given = this.#byEvent.get(id + keyOf(event))?.find((one) => isSame(one.event, event))
    return given !== undefined && given.device === device && given.order > order
  }

  #foreign(attempt: ModelAttempt): number {
    const owner = attempt.userId.at(-1)
    const foreign = attempt.events.filter(({ value }) => typeof value === 'string' && value[0] !== owner)
    if (foreign.length > 0) this.complaints.push(`${attempt.id} of ${owner} holds ${JSON.stringify(foreign)}`)
    return foreign.length
  }

  /** Counts attempts that nobody asked for: such an attempt is one attempt graded as two. */
  #unasked(attempts: readonly ModelAttempt[]): number {
    let unasked = 0
    for (const purchaseId of new Set(attempts.map((attempt) => attempt.purchaseId))) {
      const opened = attempts.filter((attempt) => attempt.purchaseId === purchaseId).length
      const asked = this.clicks.get(purchaseId) ?? 0
      if (opened > asked) this.complaints.push(`${opened} attempts of ${purchaseId} for ${asked} clicks`)
      unasked += Math.max(0, opened - asked)
    }
    return unasked
  }
}

/**
 * Repeats the rule of contested answers (decision 0025) on purpose, like `beats`: the last answer of a device, if it differs from
 * the answer that holds and arrived later or has no smaller number. Of each question only the latest arrival counts. `here` is
 * what the submitting page answered itself.
 */
function contestedBy(there: readonly StoredEvent[], here: readonly AnswerEvent[]): StoredEvent[] {
  const all = [...there, ...here]
  const contested = there.filter((event) => {
    const remoteChanges = all.filter(({ question_id }) => question_id === event.question_id)
    const own = remoteChanges.filter(({ device_id }) => device_id === event.device_id)
    const holds = best(remoteChanges)
    if (!isSame(best(own), event) || holds.device_id === event.device_id || isSameValue(holds, event)) return false
    const came = there.find((one) => isSame(one, holds))?.received_at
    return event.seq >= holds.seq || (came !== undefined && event.received_at > came)
  })
  return contested.filter((event) =>
    contested.every((other) => other.question_id !== event.question_id || other.received_at <= event.received_at),
  )
}

/** Answers of a submission that the server does not have. */
function missingIn({ events }: ModelAttempt, { body }: SubmissionRow): AnswerEvent[] {
  return (body.events ?? []).filter((one) => !events.some((there) => isSame(there, one)))
}

/** Returns the event that beats all others. Throws for an empty list. */
function best<Event extends AnswerEvent>(events: readonly Event[]): Event {
  return events.reduce((standing, event) => (beats(event, standing) ? event : standing))
}

const isCounted = ({ phase }: ModelAttempt['events'][number]) => phase !== 'after_close' && phase !== 'after_end'

/** After a deletion a page writes its answers again. It may not know yet that another tab has submitted the exam. */
function isPutBackAfter({ submittedAt }: ModelAttempt, { isCleared, onDevice }: Given): boolean {
  return isCleared && submittedAt !== null && beginning + onDevice! > +submittedAt
}

/** Whether this row's events are those with which a person's submission closed the attempt. */
function hasClosed({ submission }: ModelAttempt, { body }: SubmissionRow): boolean {
  if (submission?.closedBy !== 'person') return false
  const { events } = JSON.parse(submission.body) as { events: unknown }
  return JSON.stringify(events) === JSON.stringify(body.events ?? null)
}

/** False during a write: its rows are visible already, and disappear if the commit fails (113:224259). */
function isOnDisk({ attemptId, event }: Given, browser: Browser): boolean {
  if (browser.storage.isWriting) return false
  return eventsOnDisks(attemptId, [keptIn(browser)]).some((one) => isSame(one, event))
}

function savingsOn({ controller, savingOf }: ExamPage) {
  const { state } = controller.view()
  if (state.phase !== 'answering') return []
  return [...state.answers.entries.keys()].map((id) => savingOf(state.answers, id))
}

function eventsOnDisks(attemptId: string, disks: readonly Kept[]): AnswerEvent[] {
  return disks.flatMap(({ attemptRows, answers, submissionRows }) => {
    const open = attemptRows.filter(({ state, frame }) => state === 'open' && frame?.attemptId === attemptId)
    const rows = answers.filter(({ draftId }) => open.some((attemptRow) => attemptRow.draftId === draftId))
    const submissions = submissionRows.filter(
      (row) => row.attemptId === attemptId && ['waiting', 'refused'].includes(row.state),
    )
    return [...rows.flatMap(({ own }) => own ?? []), ...submissions.flatMap(({ body }) => body.events ?? [])]
  })
}
