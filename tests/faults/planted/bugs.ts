import type { Plant } from '../../model/planted/plant.ts'

/** A bug that the rig must see, and the schedule (SEED:INDEX) in which it sees it. */
export interface PlantedBug {
  readonly name: string
  readonly into: 'client' | 'server'
  readonly plants: readonly Plant[]
  readonly schedule: readonly [seed: number, index: number]
  readonly complaint: RegExp
}

export const plantedBugs: readonly PlantedBug[] = [
  {
    // There is no network during the answer, and the browser is killed after the page has said «saved».
    name: 'an answer is called saved on this device and is not written',
    into: 'client',
    plants: [
      {
        file: 'src/attempt/control/disk.ts',
        find: 'await withTimeout(persist({ draftId, lease, events: [event], ...withPauses(page(), draftId) }), diskTimeoutMs)',
        replace: 'await Promise.resolve()',
      },
    ],
    schedule: [169, 34],
    complaint: /^lost: .*"saved":"device"/,
  },
  {
    // One device's answer is missing when another device submits.
    name: 'the server acknowledges answers and does not store them',
    into: 'server',
    plants: [
      {
        file: 'server/features/exams/answer/save-answers.ts',
        find: 'const { saved, arrivedAt } = await tryAtOnce(services, purchaseId, body)',
        replace: 'const { saved, arrivedAt } = untouched',
      },
      {
        file: 'server/features/exams/answer/save-answers.ts',
        find: 'const appended = await appendEvents(tx, services.answerShapes, attempt, body.events, now, { isWhole })',
        replace: 'const appended = { attempt, added: 0, unkept: nothingUnkept, storedAnswers: nothingStored }',
      },
      {
        file: 'server/features/exams/answer/save-answers.ts',
        find: 'const winners = sent.length > 0 ? winnersOf(heardInTheOpen(ofSent)) : await allWinners(tx, attempt)',
        replace: 'const winners = body.events',
      },
    ],
    schedule: [127, 32],
    complaint: /^lost: .*"saved":"server"/,
  },
  {
    name: 'what is graded is graded once more',
    into: 'server',
    plants: [
      {
        file: 'server/features/exams/result/grade-attempt.ts',
        find: 'await sendQueued(services.jobs, tx, toSend)',
        replace: `await tx.execute(\`insert into results select again.* from results r,
          jsonb_populate_record(r, jsonb_build_object('version', 2)) again where r.attempt_id = '\${attempt.id}'\`)
        await sendQueued(services.jobs, tx, toSend)`,
      },
    ],
    schedule: [7, 7],
    complaint: /^1 attempts with 2 grades /,
  },
]
