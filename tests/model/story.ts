import { pauseMinutes } from '#contract/pause.ts'
import { startAfterDeliverySeconds } from '#contract/exam.ts'
import type { AnswerEvent, AnswerValue } from '#contract/question.ts'
import type { SubmissionRow } from '../../src/attempt/machine/rows.ts'
import { type Counts, isSame, keptIn, Ledger, takesBack } from './ledger.ts'
import type { PageLoader } from './page/load-page.ts'
import type { ModelSubmitDialog } from './page/model-submit-dialog.ts'
import type { ExamPage } from './page/page-entry.ts'
import { ticketDaysAfterLate } from '../../server/features/exams/attempt-clock.ts'
import { casts, lateSeconds, questionIds, type Act, type Schedule } from './schedule.ts'
import type { ModelAttempt } from './server/model-attempt.ts'
import { type ModelReply, type ModelRequest, ModelServer } from './server/model-server.ts'
import { beginning, Browser, Tab } from './world/browser.ts'
import { Chance } from './world/chance.ts'
import { longestDelay, Network } from './world/network.ts'
import { play } from './world/play.ts'
import { BrowserStorage, installStorage } from './world/storage.ts'
import { Timeline } from './world/timeline.ts'

/** Virtual milliseconds after the end of the faults within which every submission is graded. */
const convergenceLimit = 90_000
/** Upper bound of tasks in a schedule. A schedule that needs more runs in a circle. */
const mostTasks = 150_000

export interface Outcome {
  readonly counts: Counts
  readonly complaints: readonly string[]
  /** Errors that pages reported to the window's error handler, without those that the faults cause. */
  readonly reports: readonly string[]
}

interface Seat {
  readonly browser: Browser
  readonly person: string
  readonly purchaseId: string
  tab: Tab | null
  page: ExamPage | null
  /** Belongs to the page and is dropped with it. */
  dialog: ModelSubmitDialog | null
  /** Virtual time since which the page waits for the first reply, which has no timeout of its own. */
  opensSince: number | null
}

let world: { timeline: Timeline; chance: Chance } | null = null
let strayed: unknown[] = []
process.on('unhandledRejection', (reason) => strayed.push(reason))

/** One schedule, played from its beginning to the end of all faults, and judged. */
export class Story {
  readonly #schedule: Schedule
  readonly #load: PageLoader
  readonly #reports: unknown[] = []
  readonly #timeline = new Timeline((error) => this.#reports.push(error))
  readonly #chance: Chance
  readonly #ledger = new Ledger()
  readonly #server: ModelServer
  readonly #seats: Seat[]
  readonly #browsers: Browser[]
  #faultsEnded = false
  #calls = 0
  #stamps = 0
  /** Attempts that a page has shown, and attempts in replies to a browser that no longer knows their start. */
  readonly #heardOf = new Set<string>()
  readonly #unheard = new Set<string>()
  /** Attempts submitted with answers that were in no submission row of the browser that sent them. */
  readonly #fromMemory = new Set<string>()
  readonly #log: ((line: string) => void) | null

  constructor(schedule: Schedule, load: PageLoader, log: ((line: string) => void) | null = null) {
    this.#schedule = schedule
    this.#load = load
    this.#log = log
    this.#chance = new Chance(schedule.chance)
    const { jobTakes, durationSeconds } = schedule
    this.#server = new ModelServer({ jobTakes, durationSeconds, lateSeconds, questionIds })
    const places = casts[schedule.cast]
    this.#browsers = [...new Set(places.map(({ browser }) => browser))].map((index) => this.#newBrowser(index))
    this.#seats = places.map(({ browser, person }) => ({
      browser: this.#browsers[browser]!,
      person,
      purchaseId: `purchase-${person}`,
      tab: null,
      page: null,
      dialog: null,
      opensSince: null,
    }))
  }

  async run(): Promise<Outcome> {
    world = { timeline: this.#timeline, chance: this.#chance }
    strayed = []
    installStorage(() => world!)
    this.#sweep()
    // Every schedule begins with a page that is opened and its button pressed.
    this.#act(opening)
    this.#timeline.after(30, () => this.#act(opening))
    let at = this.#schedule.beginsCalmly ? calm : 40
    const { acts, clearings, pauses } = this.#schedule
    for (const [index, act] of acts.entries()) {
      at += act.wait
      this.#timeline.after(at, () => this.#act(act))
      for (const { wait, browser } of clearings.filter((one) => one.act % acts.length === index)) {
        this.#timeline.after(at + wait, () => this.#clear(browser))
      }
      for (const { wait, place, lasts } of pauses.filter((one) => one.act % acts.length === index)) {
        this.#timeline.after(at + wait, () => this.#pause(place))
        this.#timeline.after(at + wait + lasts, () => this.#goOn(place))
      }
    }
    await play(this.#timeline, at + 50, this.#isRunaway)
    if (this.#schedule.staysAway) await this.#stayAway()
    this.#endFaults()
    const stuck = this.#schedule.disksFirst ? await this.#workOffline() : []
    stuck.push(...(await this.#comeBack()))
    for (const tab of this.#browsers.flatMap(({ tabs }) => [...tabs])) tab.crash()
    // Delayed calls arrive before the judgement: they may end a session, or grade an exam again.
    await play(this.#timeline, this.#timeline.now + longestDelay, this.#isRunaway)
    return this.#judge(stuck)
  }

  readonly #isRunaway = () => this.#timeline.tasksRun > mostTasks

  #judge(stuck: readonly string[]): Outcome {
    const counts = this.#ledger.close(
      this.#server.attempts,
      this.#browsers.map(keptIn),
      this.#browsers.map(({ index, skew }) => skew !== this.#schedule.skews[index as 0 | 1] * hour),
    )
    if (stuck.length > 0) counts.notConverged = 1
    const { endedByNobody } = this.#server.sessions
    counts.sessionsEnded = endedByNobody.length
    return {
      counts,
      complaints: [
        ...this.#ledger.complaints,
        ...endedByNobody.map((user) => `nobody ended the session of ${user}: its page showed an old refresh token`),
        ...stuck.map((what) => `not converged: ${what}`),
      ],
      reports: [...this.#reports, ...strayed].filter((error) => !this.#isExpected(error)).map(String),
    }
  }

  /** Whether an error follows from a fault, so that a page rightly reports it. */
  #isExpected(error: unknown): boolean {
    if (error instanceof DOMException) return true
    if (!(error instanceof Error)) return false
    const isOfDeletion = error.name === 'AttemptMissing' && this.#schedule.clearings.length > 0
    return isOfDeletion || ['NotTheWriter', 'ApiError'].includes(error.name)
  }

  #newBrowser(index: number): Browser {
    const { lostAt, skews, network } = this.#schedule
    const strokes = index === 0 ? { fullAt: fullCommits(this.#schedule), lostAt: new Set(lostAt) } : noStrokes
    const nextFault = () => {
      const isCalm = this.#faultsEnded || (this.#schedule.beginsCalmly && this.#timeline.now < calm)
      const fault = isCalm ? 'fine' : (network[this.#calls++] ?? 'fine')
      this.#log?.(`    call ${this.#calls}: ${fault}`)
      return fault
    }
    const way = new Network(this.#timeline, this.#chance, nextFault, (request) => {
      const reply = this.#handle(request, browser)
      this.#log?.(
        `${this.#timeline.now} ${request.method} ${request.url} ${request.body} → ${reply.status} ${reply.body}`,
      )
      return reply
    })
    const storage = new BrowserStorage(strokes)
    const browser = new Browser(index, this.#timeline, storage, way)
    storage.onCommit = () => this.#ledger.lookAtSubmissions(browser, this.#server.attempts)
    browser.skew = skews[index as 0 | 1] * hour
    return browser
  }

  #handle(request: ModelRequest, browser: Browser): ModelReply {
    const notSubmitted = this.#server.attempts.filter(({ submission }) => submission === null)
    const reply = this.#server.handle(request, this.#serverNow())
    const submitted = notSubmitted.filter(({ submission }) => submission?.closedBy === 'person')
    this.#noteUnheard(request, reply, browser)
    for (const attempt of submitted) {
      this.#ledger.submittedFrom.set(attempt.id, browser.index)
      if (!isInSubmissions(browser, attempt)) this.#fromMemory.add(attempt.id)
    }
    return reply
  }

  /**
   * Notes attempts whose start no page may know. The page may be gone when the reply arrives, or have begun another start by
   * then. Its key was deleted (decision 0030), or given up because the device's clock called it old (decision 0002).
   */
  #noteUnheard({ url }: ModelRequest, { body }: ModelReply, browser: Browser): void {
    if (!this.#ledger.isCleared(browser) && !isOfGivenUpStart(browser, url)) return
    // If a job builds the paper, the reply has only the key of the paper's cache.
    for (const { id, examCacheKey } of this.#server.attempts) {
      if (body.includes(`"${id}"`) || body.includes(`"${examCacheKey}"`)) this.#unheard.add(id)
    }
  }

  #serverNow(): Date {
    return new Date(beginning + this.#timeline.now)
  }

  #sweep(): void {
    this.#timeline.after(30_000, () => {
      this.#server.sweep(this.#serverNow())
      this.#sweep()
    })
  }

  #open(seat: Seat): void {
    const { browser, person, purchaseId } = seat
    for (const other of this.#seats) {
      if (other.browser === browser && other.person !== person) this.#shut(other)
    }
    this.#signIn(browser, person)
    const tab = new Tab(browser, this.#timeline, this.#chance, (error) => this.#reports.push(error))
    seat.tab = tab
    this.#timeline.after(
      0,
      () => {
        // The site's data may have been deleted since the tab was opened. The guard then sends the person to the log-in page.
        this.#signIn(browser, person)
        const page = this.#load(tab.scope())(`user-${person}`, purchaseId)
        seat.page = page
        seat.dialog = this.#dialogOf(seat, tab, page)
        page.controller.subscribe(() => {
          if (tab.life.isAlive) this.#look(seat, page)
        })
      },
      tab.life,
    )
  }

  #signIn({ localStorage }: Browser, person: string): void {
    if (localStorage.get('user_id') === `user-${person}`) return
    const { access, refresh, user_id } = this.#server.sessions.open(`user-${person}`)
    localStorage.set('access', access)
    localStorage.set('refresh', refresh)
    localStorage.set('user_id', user_id)
    // A session without a number counts as later than all that the browser's mirror knows.
    localStorage.delete('session_seq')
  }

  #look({ person, browser, purchaseId }: Seat, page: ExamPage): void {
    const { attemptId } = page.controller.view()
    if (attemptId !== null) this.#heardOf.add(attemptId)
    const { attempts } = this.#server
    const world = { attempts, now: this.#timeline.now, serverNow: +this.#serverNow() }
    this.#ledger.look({ person, browser, purchaseId }, page, world)
  }

  #dialogOf({ browser }: Seat, { life }: Tab, page: ExamPage): ModelSubmitDialog {
    let askedAt = 0
    const onSubmit = () => {
      const { state } = page.controller.view()
      const { heard, missed } = browser.network.wordsTo(life)
      const isUnanswered = heard < askedAt && (missed >= askedAt || this.#timeline.now - askedAt >= askTimeoutMs)
      if (state.phase !== 'answering') return
      const attempt = this.#server.attempts.find(({ id }) => id === state.paper.attemptInfo.attemptId)
      if (attempt === undefined) return
      const wordOf = isUnanswered ? null : new Date(beginning + askedAt)
      this.#ledger.handsIn(browser.index, attempt, state.answers, wordOf)
    }
    return page.createSubmitDialog(page.controller, { onAsk: () => (askedAt = this.#timeline.now), onSubmit })
  }

  #shut(seat: Seat): void {
    seat.tab?.crash()
    seat.tab = seat.page = seat.dialog = null
    seat.opensSince = null
  }

  #act({ place, deed, n }: Act): void {
    const seat = this.#seats[place % this.#seats.length]!
    this.#log?.(
      `${this.#timeline.now} seat ${this.#seats.indexOf(seat)} (${seat.person}): ${deed} ${n} [${stageOf(seat)}]`,
    )
    if (actOnBrowser(seat.browser, deed, n, this.#timeline)) return
    if (deed === 'lose the session') return this.#server.sessions.end(seat.browser.localStorage.get('refresh') ?? '')
    if (seat.tab === null || !seat.tab.life.isAlive) return this.#open(seat)
    if (this.#actOnTab(seat, seat.tab, deed, n)) return
    if (seat.page !== null && !seat.tab.life.isFrozen) this.#actOnPage(seat, seat.page, deed, n)
  }

  /** The page at a place, or null if it does not show a running exam to a person. */
  #answeringAt(place: number): ExamPage | null {
    const { tab, page } = this.#seats[place % this.#seats.length]!
    const isThere = page !== null && tab?.life.isAlive === true && !tab.life.isFrozen
    if (!isThere) return null
    const { state, isWriter } = page.controller.view()
    return isWriter && state.phase === 'answering' && state.writer === 'here' ? page : null
  }

  #pause(place: number): void {
    if (this.#faultsEnded) return
    this.#log?.(`${this.#timeline.now} seat ${place}: pause`)
    this.#answeringAt(place)?.controller.pause('power')
  }

  #goOn(place: number): void {
    this.#log?.(`${this.#timeline.now} seat ${place}: goes on`)
    this.#answeringAt(place)?.controller.goOn()
  }

  #clear(index: number): void {
    const browser = this.#browsers[index % this.#browsers.length]!
    if (this.#faultsEnded) return
    if (!browser.clearSiteData()) return void this.#timeline.after(1, () => this.#clear(index))
    this.#log?.(`${this.#timeline.now} the site's data are deleted in browser ${browser.index}`)
    this.#ledger.cleared(browser)
  }

  #actOnTab(seat: Seat, tab: Tab, deed: Act['deed'], n: number): boolean {
    switch (deed) {
      case 'crash':
        this.#crashAfter(seat, tab, n)
        return true
      case 'crash at a commit':
        tab.storage.onCommit = countdown(n % 4, () => this.#crash(seat, tab))
        return true
      case 'reload':
        seat.page?.controller.stop()
        this.#shut(seat)
        this.#open(seat)
        return true
      case 'freeze':
        tab.freeze()
        return true
      case 'thaw':
        tab.thaw()
        tab.fire('visibilitychange')
        return true
      case 'hide':
      case 'show':
        tab.isHidden = deed === 'hide'
        tab.fire('visibilitychange')
        return true
      default:
        return false
    }
  }

  #crashAfter(seat: Seat, tab: Tab, tasks: number): void {
    let left = tasks
    tab.life.beforeTask = () => {
      left -= 1
      if (left < 0) this.#crash(seat, tab)
    }
  }

  #crash(seat: Seat, tab: Tab): void {
    if (tab.storage.opening > 0) return
    this.#log?.(`${this.#timeline.now} the tab dies`)
    tab.crash()
    if (seat.tab === tab) seat.tab = seat.page = seat.dialog = null
  }

  #actOnPage(seat: Seat, page: ExamPage, deed: Act['deed'], n: number): void {
    const { stage, state, isWriter } = page.controller.view()
    if (stage === 'looking') return
    if (deed === 'submit' && stage === 'running') return this.#submit(seat, page)
    // A person who waits for the dialog cannot press anything behind it. Another deed means that the dialog was closed.
    if (seat.dialog!.isPending()) return
    seat.dialog!.close()
    if (!isWriter) return deed === 'go on here' ? page.controller.takeOver() : undefined
    if (stage === 'intro') return this.#start(seat, page)
    switch (deed) {
      case 'answer':
      case 'clear':
        return this.#answer(seat, page, questionIds[n % questionIds.length]!, deed === 'clear')
      case 'look around':
        page.controller.visit(n % questionIds.length)
        return page.controller.toggleFlag(questionIds[n % questionIds.length]!)
      case 'go on here':
        if (state.phase === 'answering') page.controller.takeOver()
        return
      case 'try again':
        return this.#tryAgain(seat, page)
      default:
        // The caller has already handled deeds that affect the tab itself.
        return
    }
  }

  /** Continues an open attempt or starts a new one. The screen offers to start where it does not know of an open attempt. */
  #start(seat: Seat, page: ExamPage): void {
    const isOpen = this.#server.attempts.some((one) => one.purchaseId === seat.purchaseId && one.isOpen)
    const isFresh = !isOpen || this.#chance.next() < 0.5
    if (isFresh) this.#click(seat)
    page.controller.start(isFresh)
  }

  #tryAgain(seat: Seat, page: ExamPage): void {
    const { state } = page.controller.view()
    const isFailed = state.phase === 'failed'
    const isSubmissionInMemory = isFailed && state.failure.kind === 'storage'
    // If the storage failed, the screen has two buttons: try the storage again, and continue without it.
    if (isSubmissionInMemory && this.#chance.next() < 0.7) return page.controller.goOnInMemory()
    if (state.phase === 'no-open-attempt' || (isFailed && page.remedyFor(state.failure) === 'start-again')) {
      this.#click(seat)
    }
    page.controller.tryAgain()
  }

  /** Opens the dialog and submits. A person who is shown a conflict decides it first, or submits without deciding. */
  #submit(seat: Seat, page: ExamPage): void {
    const { state, isWriter } = page.controller.view()
    const dialog = seat.dialog!
    if (state.phase !== 'answering' || state.writer !== 'here' || !isWriter || dialog.isPending()) return
    dialog.open()
    const [differing] = dialog.differing()
    if (differing === undefined || this.#chance.next() < 0.5) return dialog.press()
    dialog.close()
    const questionId = state.paper.questions[differing - 1]!.id
    page.controller.visit(differing - 1)
    const conflict = page.conflictOn(state.answers, questionId)!
    this.#give(seat, page, questionId, this.#chance.next() < 0.5 ? conflict.here : conflict.there)
  }

  #click({ purchaseId }: Seat): void {
    this.#ledger.clicks.set(purchaseId, (this.#ledger.clicks.get(purchaseId) ?? 0) + 1)
  }

  #answer(seat: Seat, page: ExamPage, questionId: string, clears: boolean): void {
    if (page.controller.view().state.phase !== 'answering') return
    this.#give(seat, page, questionId, clears ? null : `${seat.person}${++this.#stamps}`)
  }

  #give({ person, browser }: Seat, page: ExamPage, questionId: string, value: AnswerValue | null): void {
    const before = page.controller.view().state
    page.controller.answer(questionId, value)
    const { state } = page.controller.view()
    if (state === before || state.phase !== 'answering') return
    const own = state.answers.entries.get(questionId)?.own
    if (own == null) return
    if (page.isPaused(state)) this.#ledger.wasCovered(own)
    const device = page.controller.view().isMemoryOnly ? own.device_id : this.#deviceOf(browser, own)
    const attemptId = state.paper.attemptInfo.attemptId ?? ''
    const at = +this.#serverNow()
    this.#ledger.gave({ person, browser: browser.index, device, attemptId, event: own, at })
  }

  /**
   * Puts every device to sleep for days with no call under way, while the server's sweep continues. The clock jumps instead of
   * being played. Otherwise a request still on its way would arrive days late, which no network does (20261120:772). A sleeping
   * device must not wake up before the jump, because it would send such a request (27130:836028).
   */
  async #stayAway(): Promise<void> {
    for (const browser of this.#browsers) {
      for (const tab of browser.tabs) tab.freeze()
      for (const wakeUp of browser.wakeUps) wakeUp.isCancelled = true
    }
    await play(this.#timeline, this.#timeline.now + longestDelay, this.#isRunaway)
    for (const days of [0.1, 1, ticketDaysAfterLate]) {
      this.#timeline.now += days * 24 * hour
      for (const browser of this.#browsers) browser.slept += days * 24 * hour
      this.#server.sweep(this.#serverNow())
    }
    this.#log?.(`${this.#timeline.now} --- everybody was away for days`)
  }

  /** A memory-only page is a separate device (decision 0023). After a deletion a browser is another device (decision 0030). */
  #deviceOf(browser: Browser, { device_id }: AnswerEvent): string {
    return this.#ledger.isCleared(browser) ? device_id.split('~')[0]! : `browser ${browser.index}`
  }

  #endFaults(): void {
    this.#log?.(`${this.#timeline.now} --- the faults end`)
    this.#faultsEnded = true
    for (const browser of this.#browsers) {
      browser.network.isOffline = false
      browser.network.portalUntil = 0
      browser.storage.isFaulty = false
    }
    for (const seat of this.#seats) {
      if (seat.tab === null || !seat.tab.life.isAlive) {
        seat.tab = seat.page = seat.dialog = null
        continue
      }
      seat.tab.life.beforeTask = null
      seat.tab.storage.onCommit = null
      seat.tab.isHidden = false
      if (this.#schedule.comesBackTo === 'a closed browser') this.#shut(seat)
      else {
        seat.tab.thaw()
        seat.tab.fire('visibilitychange')
        seat.tab.fire('online')
      }
    }
  }

  /** Plays a while without a network. Returns complaints about pages whose answers did not reach a working disk. */
  async #workOffline(): Promise<string[]> {
    for (const browser of this.#browsers) browser.network.isOffline = true
    await play(this.#timeline, this.#timeline.now + keptWithin, this.#isRunaway)
    const isUnkept = ({ page }: Seat) => page !== null && mayWrite(page) && Ledger.hasUnkept(page)
    const isHeldUp = ({ browser }: Seat) => keptIn(browser).attemptRows.some(({ state }) => state === 'opening')
    const late = this.#seats.filter(isUnkept)
    const heldUp = late.filter(isHeldUp)
    if (heldUp.length > 0) await play(this.#timeline, this.#timeline.now + startWaitedFor, this.#isRunaway)
    const unkept = late.filter((seat) => !heldUp.includes(seat) || isUnkept(seat))
    this.#log?.(`${this.#timeline.now} --- there is a network`)
    for (const browser of this.#browsers) {
      browser.network.isOffline = false
      for (const tab of browser.tabs) tab.fire('online')
    }
    return unkept.map(({ person }) => `answers of ${person} are on no disk, and it works`)
  }

  /** Lets everybody come back and finish. Returns what did not end in time. */
  async #comeBack(): Promise<string[]> {
    const stuck: string[] = []
    for (const person of new Set(this.#seats.map((seat) => seat.person))) {
      const seats = this.#browsers.flatMap((browser) => this.#mainSeat(browser, person))
      for (const seat of seats) this.#sitDown(seat)
      stuck.push(...(await this.#finish(seats)))
      // A last look: an open page sends now what it still has to deliver.
      for (const { tab } of seats) tab?.fire('visibilitychange')
      await play(this.#timeline, this.#timeline.now + 1_000, this.#isRunaway)
      // Waits for a slow call, and for the round after one that failed.
      const isDelivered =
        this.#isAllDelivered(seats) || (await this.#until(lastRound, () => this.#isAllDelivered(seats)))
      if (!isDelivered) stuck.push(`answers of ${person} stay on the device`)
    }
    for (const browser of this.#browsers) {
      const waiting = keptIn(browser).submissionRows.filter((row) => row.state === 'waiting')
      stuck.push(...waiting.map((row) => `submission of ${row.attemptId} still waits`))
      stuck.push(...this.#refusedForNothing(browser))
    }
    stuck.push(...[...this.#ledger.cutShort].map((id) => `${id} was ended before its deadline`))
    return stuck
  }

  /** A submission may be refused for good only if another device submitted the same attempt, or if the attempt failed. */
  #refusedForNothing(browser: Browser): string[] {
    const refused = keptIn(browser).submissionRows.filter((row) => row.state === 'refused')
    const isRightly = (attemptId: string | null, code: string) => {
      const attempt = this.#server.attempts.find(({ id }) => id === attemptId)
      const others = this.#browsers
        .filter((other) => other !== browser)
        .flatMap((other) => keptIn(other).submissionRows)
      // A memory-only tab submits from memory, and the browser's other tabs cannot know.
      const isFromMemory = this.#fromMemory.has(attemptId ?? '')
      // The row with which the attempt was submitted may have been deleted.
      const isUnknown = isFromMemory || this.#browsers.some((one) => this.#ledger.isCleared(one))
      if (code === 'submission_mismatch') return isUnknown || others.some((row) => row.attemptId === attemptId)
      return code === 'exam_build_failed' && attempt?.state === 'failed'
    }
    return refused
      .filter(({ attemptId, problem }) => !isRightly(attemptId, problem?.code ?? ''))
      .map(({ attemptId, problem }) => `submission of ${attemptId} was refused for ${problem?.code}`)
  }

  #isAllDelivered(seats: readonly Seat[]): boolean {
    return seats.every(({ browser, person }) => {
      const { attemptRows, answers } = keptIn(browser)
      // Another person's answers are delivered by the ticket. After the ticket has ended only their owner delivers them.
      const own = attemptRows.filter(({ ownerId }) => ownerId === `user-${person}`)
      return own.every(({ draftId, frame }) => {
        const attempt = this.#server.attempts.find(({ id }) => id === frame?.attemptId)
        const given = answers.filter((row) => row.draftId === draftId).flatMap(({ own }) => own ?? [])
        // A failed attempt accepts no answers.
        if (attempt === undefined || attempt.state === 'failed') return true
        // After a page has answered again, a full disk may still hold the older answer. The newer one counts.
        const isThere = (one: AnswerEvent) =>
          attempt.events.some((there) => isSame(there, one) || takesBack(there, one))
        return given.every(isThere)
      })
    })
  }

  #mainSeat(browser: Browser, person: string): Seat[] {
    const own = this.#seats.filter((seat) => seat.browser === browser && seat.person === person)
    const open = own.find(({ tab }) => tab?.life.isAlive)
    return [open ?? own[0]].flatMap((seat) => seat ?? [])
  }

  #sitDown(seat: Seat): void {
    const isSignedOut = !seat.browser.localStorage.has('access')
    if (isSignedOut) for (const other of this.#seats) if (other.browser === seat.browser) this.#shut(other)
    if (seat.tab === null || !seat.tab.life.isAlive) this.#open(seat)
  }

  async #finish(seats: readonly Seat[]): Promise<string[]> {
    const { flushesFirst, ends, durationSeconds } = this.#schedule
    const isClocked = ends === 'by the clock' && durationSeconds < 1_000
    if (flushesFirst && !isClocked) {
      const unsent = await this.#until(convergenceLimit, () => seats.every((seat) => this.#isFlushed(seat)))
      if (!unsent)
        return seats.filter((seat) => !this.#isFlushed(seat)).map((seat) => `unsent answers at ${stageOf(seat)}`)
    }
    // If nobody begins an opened exam, the server begins it, and the clock ends it.
    const ofPauses = this.#schedule.pauses.length > 0 ? pauseMinutes * 60 : 0
    const ofClock = startAfterDeliverySeconds + durationSeconds + lateSeconds + 30 + ofPauses
    const limit = convergenceLimit + (isClocked ? 1_000 * ofClock : 0)
    const isOver = await this.#until(limit, () => {
      let isTurn = !isClocked
      for (const seat of seats) {
        this.#moveOn(seat, isTurn)
        if (!isOverAt(seat)) isTurn = false
      }
      return seats.every((seat) => this.#isAtRest(seat))
    })
    if (isOver) return []
    return seats.filter((seat) => !this.#isAtRest(seat)).map((seat) => `${seat.person} is left at ${stageOf(seat)}`)
  }

  /** Checks `isReached` every virtual second, for at most `limit` milliseconds. */
  async #until(limit: number, isReached: () => boolean): Promise<boolean> {
    const end = this.#timeline.now + limit
    await play(this.#timeline, this.#timeline.now + 300, this.#isRunaway)
    while (!isReached()) {
      if (this.#timeline.now >= end || this.#isRunaway()) return false
      await play(this.#timeline, this.#timeline.now + 1_000, this.#isRunaway)
    }
    return true
  }

  #isFlushed(seat: Seat): boolean {
    this.#moveOn(seat, false)
    if (seat.page === null) return false
    const { stage, state } = seat.page.controller.view()
    if (stage === 'looking' || (stage === 'running' && ['opening', 'building', 'ready'].includes(state.phase)))
      return false
    return !Ledger.hasUnsent(seat.page)
  }

  #moveOn(seat: Seat, finishes: boolean): void {
    const { page } = seat
    if (page === null) return
    if (!seat.browser.localStorage.has('access')) return this.#sitDown(seat)
    const { stage, state, isWriter } = page.controller.view()
    if (stage === 'looking') return
    if (!isWriter) return page.controller.takeOver()
    if (state.phase !== 'opening') seat.opensSince = null
    else if (this.#timeline.now - (seat.opensSince ??= this.#timeline.now) > reloadAfterMs) {
      this.#shut(seat)
      return this.#open(seat)
    }
    const own = this.#server.attempts.filter(({ purchaseId }) => purchaseId === seat.purchaseId)
    const isClosed = own.every(({ isOpen }) => !isOpen)
    if (stage === 'intro') return finishes && (own.length === 0 || !isClosed) ? this.#start(seat, page) : undefined
    if (state.phase === 'failed') {
      const remedy = page.remedyFor(state.failure)
      if (remedy === 'same-again') page.controller.tryAgain()
    } else if (state.phase === 'answering') {
      if (isClosed) seat.tab?.fire('visibilitychange')
      // Ends a pause even if nobody submits, because the pause would last for hours.
      else if (page.isPaused(state)) page.controller[state.writer === 'here' ? 'goOn' : 'takeOver']()
      else if (finishes && state.writer !== 'here') page.controller.takeOver()
      else if (finishes) this.#submit(seat, page)
    }
  }

  #isAtRest(seat: Seat): boolean {
    const { browser, person, purchaseId } = seat
    // Another person's submission is sent by its ticket. After the ticket has ended it waits for that person to come back.
    const hasWaiting = keptIn(browser).submissionRows.some(
      (row) => row.state === 'waiting' && row.ownerId === `user-${person}`,
    )
    const own = this.#server.attempts.filter((attempt) => attempt.purchaseId === purchaseId)
    // The network may hold a start back for longer than the exam takes. It then opens an attempt that no page knows. Its paper is
    // never fetched, so the attempt expires and its purchase is given back (20261122:73652).
    const isUnknown = ({ id, deliveredAt }: ModelAttempt) =>
      deliveredAt === null || (this.#unheard.has(id) && !this.#heardOf.has(id))
    const isUnderWay = (one: ModelAttempt) => one.state === 'submitted' || (one.isOpen && !isUnknown(one))
    if (hasWaiting || own.some(isUnderWay)) return false
    return isOverAt(seat)
  }
}

const hour = 3_600_000
/** A calm beginning, after which the exam is open. Virtual milliseconds. */
const calm = 3_600
/** As in exam-saving.ts, in virtual milliseconds. */
const askTimeoutMs = 4_000
/** A page tries a refused write again after 3 s, and a silent disk after 15 s. Virtual milliseconds. */
const keptWithin = 30_000
/** Bound of the wait for another tab's start after a deletion (`fetchingTimeoutMs`; 27127:66058). Virtual milliseconds. */
const startWaitedFor = 120_000
/** Answers of closed exams are delivered in rounds, and a call times out after 15 seconds. Virtual milliseconds. */
const lastRound = 50_000
/** Time for which a person looks at the same waiting page before reloading it. Virtual milliseconds. */
const reloadAfterMs = 20_000
const opening: Act = { wait: 0, place: 0, deed: 'answer', n: 0 }
const noStrokes = { fullAt: new Set<number>(), lostAt: new Set<number>() }

/** Numbers of the commits that find the disk full: single ones, and those within each period. */
function fullCommits({ fullAt, fullFor }: Schedule): Set<number> {
  const whiles = fullFor.flatMap(({ from, commits }) => Array.from({ length: commits }, (_, more) => from + more))
  return new Set([...fullAt, ...whiles])
}

/** Whether the store of submissions has the bytes that closed the attempt. A row is there before its first try, and stays. */
function isInSubmissions(browser: Browser, { id, submission }: ModelAttempt): boolean {
  const { events } = JSON.parse(submission?.body ?? '{}') as { events?: unknown }
  const isIt = (row: SubmissionRow) => JSON.stringify(row.body.events ?? null) === JSON.stringify(events)
  return keptIn(browser).submissionRows.some((row) => row.attemptId === id && isIt(row))
}

/** Whether this call opens the exam of a start that the browser has given up since. */
function isOfGivenUpStart(browser: Browser, url: string): boolean {
  const startKey = new URL(url, 'http://model').searchParams.get('start_key')
  // A call without a key opens nothing. Attempts that were only resumed have no key either.
  if (startKey === null) return false
  return keptIn(browser).attemptRows.some((row) => row.state === 'given-up' && row.startKey === startKey)
}

function mayWrite({ controller }: ExamPage): boolean {
  const { state, isWriter } = controller.view()
  return isWriter && state.phase === 'answering' && state.writer !== 'other-tab'
}

/** Whether nothing is left to do on this page. */
function isOverAt({ page }: Seat): boolean {
  if (page === null) return false
  const { stage, state } = page.controller.view()
  if (stage !== 'running') return stage === 'intro'
  if (state.phase === 'finished' || state.phase === 'no-open-attempt') return true
  return state.phase === 'failed' && page.remedyFor(state.failure) !== 'same-again'
}

function stageOf({ page }: Seat): string {
  if (page === null) return 'no page'
  const { stage, state, isWriter } = page.controller.view()
  const failure = state.phase === 'failed' ? ` ${JSON.stringify(state.failure)}` : ''
  const hand = state.phase === 'answering' ? ` ${state.writer} ${isWriter ? 'writer' : 'reader'}` : ''
  return stage === 'running' ? `${state.phase}${failure}${hand}` : stage
}

function actOnBrowser(browser: Browser, deed: Act['deed'], n: number, timeline: Timeline): boolean {
  switch (deed) {
    case 'go offline':
      browser.network.isOffline = true
      return true
    case 'come online':
      browser.network.isOffline = false
      for (const tab of browser.tabs) tab.fire('online')
      return true
    case 'set the clock':
      browser.skew += (n - 6) * 4 * hour
      return true
    case 'sleep': {
      const length = (n + 1) * 15_000
      const sleepers = [...browser.tabs].filter(({ life }) => !life.isFrozen)
      for (const tab of sleepers) tab.freeze()
      const wakeUp = timeline.after(length, () => {
        browser.slept += length
        for (const tab of sleepers) {
          tab.thaw()
          tab.fire('visibilitychange')
        }
      })
      browser.wakeUps.push(wakeUp)
      return true
    }
    default:
      return false
  }
}

function countdown(times: number, then: () => void): () => void {
  let left = times
  return () => {
    left -= 1
    if (left < 0) then()
  }
}
