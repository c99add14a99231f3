import type { Plant } from './plant.ts'

/** A bug that the model must catch: its name, its origin, and its change of the product's (or model server's) source. */
export interface PlantedBug {
  readonly name: string
  /** Where such a bug was met in the field; 'ours' for one that is particular to this product. */
  readonly from: string
  readonly plants: readonly Plant[]
  /** The schedule of seed 1 that found the bug last. Only a hint: if it finds nothing, the search begins at the first one. */
  readonly foundBy?: number
}

const plant = (file: string, find: string, replace: string): Plant => ({ file, find, replace })

export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'the store of submissions takes the entry out before it sends, and puts it back when that failed',
    from: 'workbox-background-sync Queue.replayRequests; GoogleChrome/workbox#2599',
    plants: [
      plant(
        'src/attempt/sync/deliver-submission.ts',
        "} from '../replica/submissions.ts'",
        "} from '../replica/submissions.ts'\nimport { withDb } from '../replica/database.ts'",
      ),
      plant(
        'src/attempt/sync/deliver-submission.ts',
        'await noted.change(({ tries }) => ({ tries: tries + 1 }))',
        "await withDb((db) => db.delete('outbox', row.draftId))",
      ),
      plant(
        'src/attempt/sync/deliver-submission.ts',
        'const after = await noted.change((standing)',
        "await withDb((db) => db.put('outbox', row))\n  const after = await noted.change((standing)",
      ),
    ],
  },
  {
    name: 'an answer counts as saved although the browser refused to keep it',
    from: 'ls1intum/Artemis#12948; arthurlockman/gatool-ui#805',
    plants: [
      plant(
        'src/attempt/machine/update.ts',
        "return pausing(withKeeping(page, [event], 'refused'))\n  }",
        "return pausing(withKeeping(page, [event], 'kept'))\n  }",
      ),
    ],
  },
  {
    name: 'saved is said when the write was asked for, not when it is on the disk',
    from: 'every IndexedDB tutorial that awaits the request instead of the transaction',
    plants: [
      plant(
        'src/attempt/replica/persist.ts',
        'await tx.done\n    return attempt === null',
        'tx.done.catch(() => undefined)\n    return attempt === null',
      ),
    ],
  },
  {
    name: "the server's word overwrites what the device kept since",
    from: 'a reply that is taken for the whole truth: ls1intum/Artemis#12948',
    plants: [
      plant(
        'src/attempt/replica/persist.ts',
        'const row = (await answers.get([draftId, questionId])) ?? blankAnswer(draftId, questionId)\n      const event',
        'const row = blankAnswer(draftId, questionId)\n      const event',
      ),
    ],
  },
  {
    name: 'a reload begins with an empty queue, which takes the place of what was kept',
    from: 'TAO (oat-sa), the offline proxy of its test controller: push fills an array that was never read from the storage',
    plants: [
      plant('src/attempt/replica/open-attempt.ts', 'entries: withSubmitted(answers, submission),', 'entries: [],'),
    ],
  },
  {
    name: 'the submission from each tab has a key of its own',
    from: 'enketo/enketo#942',
    plants: [
      plant(
        'src/attempt/machine/submission.ts',
        'submission_key: info.submissionKey,',
        "submission_key: info.submissionKey + '-' + Math.random(),",
      ),
    ],
  },
  {
    name: 'the submission has a key made on the device',
    from: 'formhub#678: one form, ten records',
    plants: [
      plant(
        'src/attempt/machine/submission.ts',
        'submission_key: info.submissionKey,',
        "submission_key: 'key-of-' + answers.deviceId,",
      ),
    ],
  },
  {
    name: 'the body of a submission is made anew for each try',
    from: 'docs.stripe.com/idempotency: same key, other parameters',
    plants: [
      plant(
        'src/attempt/sync/deliver-submission.ts',
        'let reply = await submit(row, sent, sender)',
        'let reply = await submit(row, { ...sent, answers: [...sent.answers, ...sent.answers.slice(0, row.tries)] }, sender)',
      ),
    ],
  },
  {
    name: 'the highest revision wins, whatever device was taken over',
    from: 'last-revision-wins sync; ls1intum/Artemis#1903',
    plants: [
      plant(
        'contract/answer-merge.ts',
        'if (a.epoch !== b.epoch) return a.epoch > b.epoch\n  if (a.seq !== b.seq)',
        'if (a.seq !== b.seq)',
      ),
    ],
  },
  {
    name: 'a captive portal that answers 200 settles the submission',
    from: 'workbox Queue: any HTTP status counts as delivered',
    plants: [
      plant(
        'src/attempt/sync/deliver-submission.ts',
        "if (reply.kind !== 'refused') return",
        "if (reply.kind === 'unreadable' && reply.status === 200) return { verdict: 'accepted', receipt: null }\n  if (reply.kind !== 'refused') return",
      ),
    ],
    foundBy: 278,
  },
  {
    name: 'a final status of a gateway in the place of the server settles the submission',
    from: 'ours; a router or a filter that answers 403, 404 or 421 by itself while the server is away',
    foundBy: 601,
    plants: [plant('src/http/read-reply.ts', 'if (isOurs && !isOurRefusal(raw)) throw', 'if (!raw) throw')],
  },
  {
    name: 'a 401, 429 or 500 settles the submission',
    from: 'workbox Queue: any HTTP status counts as delivered',
    foundBy: 268,
    plants: [
      plant(
        'src/attempt/sync/deliver-submission.ts',
        'if (isPassing(reply)) {',
        "if (isPassing(reply)) return { verdict: 'accepted', receipt: null }\n  if (isPassing(reply)) {",
      ),
    ],
  },
  {
    name: 'any 409 is taken for "graded already"',
    from: 'clients that treat every conflict as success',
    plants: [
      plant(
        'src/attempt/sync/deliver-submission.ts',
        "reply.status === 409 && reply.code === 'already_graded'",
        'reply.status === 409',
      ),
      plant('src/attempt/sync/deliver-submission.ts', "hasCode(reply, 'attempt_not_started') &&", 'false &&'),
    ],
  },
  {
    name: '"graded already" is taken for a refusal',
    from: 'enketo/enketo#1010: a record that can never be submitted',
    plants: [
      plant(
        'src/attempt/sync/deliver-submission.ts',
        "reply.status === 409 && reply.code === 'already_graded'",
        'false',
      ),
    ],
  },
  {
    name: 'a failed server ends the autosave',
    from: 'enketo/enketo#1180: a queue that stays stuck',
    foundBy: 268,
    plants: [plant('src/http/reply.ts', ' || status >= 500', '')],
  },
  {
    name: 'a GET opens an attempt',
    from: 'numbas/numbas-lti-provider#126: a restored page touched the attempt',
    plants: [
      plant(
        'src/attempt/control/calls.ts',
        'const query = startKey === null ? {} : { start_key: startKey }',
        "const query = { start_key: startKey ?? 'fresh-' + crypto.randomUUID() }",
      ),
    ],
  },
  {
    name: "the device's clock ends the exam",
    from: 'numbas/numbas-lti-provider#125; otavanopisto/muikku#7589; ls1intum/Artemis#9938',
    plants: [
      plant('src/attempt/machine/clock.ts', 'now: anchor.server + Math.max(wall, steady, 0),', 'now: device.wall,'),
      plant(
        'src/attempt/machine/clock.ts',
        'trusted: anchor.confirmed && Math.abs(wall - steady) <= toleranceMs,',
        'trusted: true,',
      ),
    ],
  },
  {
    name: 'the last writer wins, with its whole blob of answers',
    from: 'ls1intum/Artemis#1903; whole-state sync of quiz plugins',
    plants: [
      plant(
        'src/attempt/machine/answers.ts',
        'return [...answers.entries.values()].filter((entry) => !isAcknowledged(entry)).flatMap((entry) => entry.own ?? [])',
        `if ([...answers.entries.values()].every(isAcknowledged)) return []
  return [...answers.entries].flatMap(([id, { own, seen }]) => [{ question_id: id, value: answerTo(answers, id), epoch: answers.epoch,
    seq: Math.max(own?.seq ?? 0, (seen?.seq ?? 0) + 1), device_id: answers.deviceId }])`,
      ),
    ],
  },
  {
    name: 'the attempt is deleted at the submission, before its bytes are in the store of submissions',
    from: 'Simon-Initiative/oli-torus#4215: submitted, and blank',
    plants: [
      plant(
        'src/attempt/replica/persist.ts',
        "tx.objectStore('attempts').put({ ...attempt, state: 'closed' }),\n        tx.objectStore('outbox').put(row),\n      ])",
        "tx.objectStore('attempts').delete(draftId),\n        tx.done,\n      ])\n      await db.put('outbox', row)",
      ),
    ],
  },
  {
    name: 'a tab that froze writes without asking whether it still may',
    from: 'numbas/numbas-lti-provider#161: a stale page overwrote the attempt',
    foundBy: 1_659,
    plants: [
      plant('src/attempt/replica/persist.ts', "if (attempt.claim !== lease) throw new NotTheWriter('taken-over')", ''),
    ],
  },
  {
    name: 'the counter of changes begins at 1 again after a reload',
    from: 'revision counters kept in memory only',
    plants: [
      plant('src/attempt/machine/answers.ts', 'export type Keeping =', 'let changes = 0\nexport type Keeping ='),
      plant('src/attempt/machine/answers.ts', 'seq: highest + 1,', 'seq: Math.max(++changes, highest * 0),'),
    ],
  },
  {
    name: 'the acknowledgement of an older change counts for the newer one',
    from: 'boolean "dirty" flags cleared by whatever reply comes',
    plants: [
      plant(
        'src/attempt/machine/acknowledged.ts',
        'untold !== true && mark !== null && !isLater(own, mark)',
        'untold !== true && mark !== null',
      ),
    ],
  },
  {
    name: 'answers count as on the server when they were sent',
    from: 'optimistic "synced": ls1intum/Artemis#12948',
    plants: [
      plant(
        'src/attempt/sync/autosave.ts',
        'const reply = await parts.deliver(events, events.length < pending.length)',
        `if (events.length > 0) parts.onSaved({ marks: Object.fromEntries(events.map((event) => [event.question_id, event])),
          state: 'open', epoch: 0, server_time: '' })
    const reply = await parts.deliver(events, false)`,
      ),
    ],
  },
  {
    name: 'the store of submissions is drained at start-up only',
    from: 'GoogleChrome/workbox#2386: replay without Background Sync',
    foundBy: 6_552,
    plants: [plant('src/attempt/sync/delivery-loop.ts', 'else if (next !== null)\n', 'else if (next === -1)\n')],
  },
  {
    name: 'a round that throws leaves the loop marked as running',
    from: 'enketo/enketo#1180; supabase/supabase-js#2013',
    foundBy: 2_325,
    plants: [plant('src/attempt/sync/delivery-loop.ts', 'next = parts.now() + roundEveryMs', 'return')],
  },
  {
    name: 'a report of the storage breaks the round that makes it',
    from: 'ours: the window calls no method of another object; its reportError threw, and the store of submissions stood still',
    foundBy: 2_325,
    plants: [plant('src/attempt/sync/delivery-loop.ts', '      onError(error)', '      parts.onError(error)')],
  },
  {
    name: 'an entry is leased for an hour before it is sent, also by a tab that dies',
    from: 'graphile-worker#204: a dead holder keeps its lock for hours; TanStack/query#6825',
    plants: [
      plant(
        'src/attempt/sync/deliver-submission.ts',
        '({ tries }) => ({ tries: tries + 1 })',
        '({ tries }) => ({ tries: tries + 1, notBefore: sender.now() + 3_500_000 })',
      ),
    ],
  },
  {
    name: 'a lost storage connection is never opened again',
    from: 'firebase/firebase-js-sdk#4948; Expensify/App#87864',
    plants: [
      plant(
        'src/storage/connection.ts',
        "new Set(['UnknownError', 'InvalidStateError', 'AbortError'])",
        'new Set<string>()',
      ),
    ],
  },
  {
    name: 'a cleared answer is not sent',
    from: 'clients that leave empty values out',
    plants: [
      plant(
        'src/attempt/machine/answers.ts',
        'return [...answers.entries.values()].flatMap((entry) => entry.own ?? [])',
        'return [...answers.entries.values()].flatMap((entry) => entry.own ?? []).filter((event) => event.value !== null)',
      ),
    ],
  },
  {
    name: 'whoever signs in goes on with the attempt of the person before',
    from: 'care_fe#16527; shellhub#6194: caches that cross users',
    plants: [
      plant(
        'src/attempt/replica/attempts.ts',
        "await db.getAllFromIndex('attempts', 'byPurchase', [ownerId, purchaseId])",
        "await db.getAll('attempts')",
      ),
    ],
  },
  {
    name: 'the paper is shown before it is stored',
    from: 'ours',
    plants: [
      plant(
        'src/attempt/replica/persist.ts',
        "clockOffset }),\n          tx.objectStore('papers').put({ format: rowFormat, draftId, questions, test }),",
        'clockOffset }),',
      ),
    ],
    foundBy: 401,
  },
  {
    name: 'what another device answered is not told',
    from: 'ours: whoever submitted was not asked, decision 0025 (real faults 203:0)',
    plants: [
      plant(
        'src/attempt/machine/answers.ts',
        'const contested = new Map(events.filter(isAnswered).map((event) => [event.question_id, event]))',
        'const contested = new Map(events.filter(() => false).map((event) => [event.question_id, event]))',
      ),
    ],
  },
  {
    name: 'a submission does not wait for what the server says of other devices',
    from: 'ours: decision 0025 (real faults 1005:8)',
    foundBy: 364,
    plants: [
      plant(
        'src/attempt/control/controller.ts',
        'return until((now) => !isSaving(now) || isKnown(now), askTimeoutMs)',
        'return Promise.resolve(isKnown(page())).then(() => undefined)',
      ),
    ],
  },
  {
    name: 'who submits is told that another answer holds, and not which',
    from: 'ours: found by the model, 1:355',
    foundBy: 355,
    plants: [
      plant('src/attempt/control/controller.ts', " && remote.at !== 'reading'", ''),
      plant('src/attempt/machine/answers.ts', 'ack.holding ?? []', '[]'),
    ],
  },
  {
    name: 'what a page wants no more goes on all the same',
    from: 'effects of components that return no cleanup: timers and replies outlive what began them',
    foundBy: 862,
    plants: [
      plant('src/attempt/control/reconcile.ts', 'running.delete(key)\n      abort.abort()', 'running.delete(key)'),
    ],
  },
  {
    name: 'what a page has let go of under a key is never begun again under it',
    from: 'ours: the loop that begins and lets go',
    plants: [plant('src/attempt/control/reconcile.ts', 'running.delete(key)\n      abort.abort()', 'abort.abort()')],
  },
  {
    name: 'an answer that the disk refused is offered to it under the same key, and so never again',
    from: 'ours: the loop that begins and lets go',
    foundBy: 381,
    plants: [plant('src/attempt/machine/wanted.ts', "${isRefused ? disk.round : 'first'}`", 'first`')],
  },
  {
    name: 'the pause after a refusal of the disk has no end',
    from: 'ours: an event that nothing follows from',
    foundBy: 381,
    plants: [
      plant(
        'src/attempt/machine/update.ts',
        "case 'disk-pause-over':\n      return offeringAgain(page)",
        "case 'disk-pause-over':\n      return page",
      ),
    ],
  },
  {
    name: 'an attempt that is gone from the disk is not put back',
    from: 'ours: the data of a site that are deleted under an open page',
    foundBy: 281,
    plants: [plant('src/attempt/machine/wanted.ts', '(disk.isMissing || (lease === null', '((lease === null')],
  },
  {
    name: 'the reply to a take-over is heard as one to a beginning',
    from: 'ours: one call for both',
    plants: [
      plant('src/attempt/machine/update.ts', "isTakeOver ? 'taken-over' : 'begun'", "isTakeOver ? 'begun' : 'begun'"),
    ],
  },
  {
    name: 'a reading of the disk that has ended counts as under way',
    from: 'ours: loading flags that the good end does not reset',
    plants: [
      plant(
        'src/attempt/machine/update.ts',
        'const next = afterOpening(idle(page), opened, at)',
        'const next = afterOpening(page, opened, at)',
      ),
    ],
  },
  {
    name: 'strict reuse detection: R(n-1) ends the session, although its reply was lost',
    from: 'nightscout/nocturne#326; Curity default; supabase/auth#466',
    foundBy: 467,
    plants: [
      // Planted into the model's own server, because the original, server/features/auth/sessions.ts, needs a database.
      plant(
        'tests/model/server/model-sessions.ts',
        'presented === family.generation - 1 && !family.isSuccessorUsed',
        'false',
      ),
      plant(
        'tests/model/server/model-sessions.ts',
        "if (isLate(family, presented, renewalId, now)) return 'token_superseded'",
        '',
      ),
    ],
  },
  {
    name: 'a renewal that a dead radio held back ends the session, its successor being in use',
    from: 'ours: six outages of seven, each longer than the page waits for its reply',
    foundBy: 5_035,
    plants: [
      plant(
        'tests/model/server/model-sessions.ts',
        "if (isLate(family, presented, renewalId, now)) return 'token_superseded'",
        '',
      ),
    ],
  },
  {
    name: 'the paper is answered while the clock stands',
    from: 'ours: a covered screen whose machine still listens',
    foundBy: 67,
    plants: [
      plant(
        'src/attempt/machine/transition.ts',
        'mayWrite(state) && !isPaused(state) && hasQuestion',
        'mayWrite(state) && hasQuestion',
      ),
    ],
  },
  {
    name: 'a pause that has ended is told as one that stands',
    from: 'ours: an optional field of a call',
    foundBy: 12,
    plants: [plant('src/attempt/sync/deliver-answers.ts', '...(to !== null && { ended_ago_ms: ago(to) }),', '')],
  },
  {
    name: 'nobody counts how often an exam is paused',
    from: 'ours: a bound that two places know',
    foundBy: 536,
    plants: [
      plant('src/attempt/machine/pauses.ts', 'return pauses.left < 1 || pauses.leftMs', 'return pauses.leftMs'),
      plant(
        'tests/model/server/model-attempt.ts',
        "if (attempt.pauses.length >= mostPauses) return 'too_many_pauses'",
        '',
      ),
    ],
  },
  {
    name: 'the server gives back nothing of a pause that ended early',
    from: 'ours: a deadline that is moved at once by all that a pause may last',
    foundBy: 12,
    plants: [plant('tests/model/server/model-attempt.ts', 'move(attempt, at - current.to)', '')],
  },
  {
    name: 'the server counts a pause from before it had last heard of the exam',
    from: 'ours: a pause without a network is as long as the device says',
    foundBy: 67,
    plants: [
      plant(
        'tests/model/server/model-attempt.ts',
        'const since = Math.max(lastHeard, ...attempt',
        'const since = Math.max(...attempt',
      ),
    ],
  },
  {
    name: 'a submission brings no pause that was made without a network',
    from: 'ours: what the server hears of an exam after its end moves no clock',
    foundBy: 241,
    plants: [
      plant(
        'src/attempt/sync/deliver-submission.ts',
        'const untold = await tellPauses(row, sender)',
        'const untold: Verdict | null = null',
      ),
    ],
  },
]
