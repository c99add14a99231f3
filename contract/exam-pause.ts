import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Events, SavedAnswers, Ticket } from './exam.ts'
import { mostPauses } from './pause.ts'
import { DeviceId } from './question.ts'
import { IdParams } from './scalars.ts'

/** Milliseconds before the call was sent, by the device's measure; thirty days at most. */
const Ago = z.number().check(z.int(), z.minimum(0), z.maximum(2_592_000_000))
/** What the device's clock said: stored, but never used in calculations. An invalid time is dropped. */
const SaidAt = z.optional(z.string().check(z.maxLength(40)))
const Ending = { device_id: DeviceId, ended_ago_ms: z.optional(Ago), ended_at: SaidAt }

/**
 * A pause as a device noted it: for an alarm, or on the person's own word. The device draws `name`: the same name is the same
 * pause, however often it is sent. A pause without an end still runs.
 */
export const PauseEvent = z.object({
  ...Ending,
  name: DeviceId,
  cause: z.enum(['alarm', 'power']),
  began_ago_ms: Ago,
  began_at: SaidAt,
})
export type PauseEvent = z.output<typeof PauseEvent>

/** Answers and `more` as in saveAnswers, judged after the pauses. They are stored even if a pause is refused. */
const delivery = { ticket: z.optional(Ticket), more: z.optional(z.boolean()), events: Events }
const call = { method: 'POST', auth: 'ticket', isOurs: true, repeatable: true, params: IdParams } as const

/**
 * `pauses`: the pauses whose begin or end no reply has acknowledged, oldest first. A device with such pauses makes this call
 * instead of saveAnswers, and before it submits: any news of an exam bounds the pauses that the server hears of later.
 */
export const pauseExam = endpoint({
  ...call,
  name: 'pauseExam',
  path: '/api/exam-pause/:id/',
  summary: 'Stop the clock of the exam, or send pauses that it had offline; the same name is the same pause',
  body: z.object({ ...delivery, pauses: z.array(PauseEvent).check(z.minLength(1), z.maxLength(2 * mostPauses)) }),
  response: SavedAnswers,
})

/** Without `name` the running pause ends; without `ended_ago_ms` it ends now. For a pause that is over the reply is the same. */
export const resumeExam = endpoint({
  ...call,
  name: 'resumeExam',
  path: '/api/exam-resume/:id/',
  summary: 'Let the clock of the exam run again',
  body: z.object({ ...delivery, ...Ending, name: z.optional(DeviceId) }),
  response: SavedAnswers,
})
