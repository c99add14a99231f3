import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Events, SavedAnswers, Ticket } from './exam.ts'
import { mostPauses } from './pause.ts'
import { DeviceId } from './question.ts'
import { IdParams } from './scalars.ts'

/** Milliseconds before the call was sent, as the device measured them; thirty days at most. */
const Ago = z.number().check(z.int(), z.minimum(0), z.maximum(2_592_000_000))
/** What the clock of the device said: kept, and never reckoned with. What is no time is dropped. */
const SaidAt = z.optional(z.string().check(z.maxLength(40)))
const Ending = { device_id: DeviceId, ended_ago_ms: z.optional(Ago), ended_at: SaidAt }

/**
 * A pause as a device has noted it: an alarm, or the person's own word. `name` is drawn by the device: the same name is the same
 * pause, whenever and however often it comes. One without an end stands.
 */
export const PauseEvent = z.object({
  ...Ending,
  name: DeviceId,
  cause: z.enum(['alarm', 'power']),
  began_ago_ms: Ago,
  began_at: SaidAt,
})
export type PauseEvent = z.output<typeof PauseEvent>

/** Answers and `more` as of saveAnswers: they are judged after the pauses. Where a pause is refused, they are stored anyway. */
const delivery = { ticket: z.optional(Ticket), more: z.optional(z.boolean()), events: Events }
const call = { method: 'POST', auth: 'ticket', isOurs: true, repeatable: true, params: IdParams } as const

/**
 * `pauses`: those that no reply has acknowledged, begin or end, oldest first. A device that has any sends its answers by this call and
 * not by saveAnswers, and before it submits: what the server hears of an exam first bounds the pauses that it hears of later.
 */
export const pauseExam = endpoint({
  ...call,
  name: 'pauseExam',
  path: '/api/exam-pause/:id/',
  summary: 'Stop the clock of the exam, or send pauses that it had offline; the same name is the same pause',
  body: z.object({ ...delivery, pauses: z.array(PauseEvent).check(z.minLength(1), z.maxLength(2 * mostPauses)) }),
  response: SavedAnswers,
})

/** `name` left out: the pause that stands; `ended_ago_ms`: now. One that has ended is answered as if it ended now. */
export const resumeExam = endpoint({
  ...call,
  name: 'resumeExam',
  path: '/api/exam-resume/:id/',
  summary: 'Let the clock of the exam run again',
  body: z.object({ ...delivery, ...Ending, name: z.optional(DeviceId) }),
  response: SavedAnswers,
})
