import type { attempts } from '../../db/schema/attempts.ts'

export type Attempt = typeof attempts.$inferSelect
export type AttemptMode = 'exam' | 'training'

/**
 * The mode of a training that is taken one question at a time (decision 0055). Whatever looks for an exam or for the
 * specification's training finds none of these: they are kept by `features/practice`.
 */
export const practiceMode = 'practice'

/** The mode of any attempt. */
export type AnyMode = AttemptMode | typeof practiceMode

/** Why an attempt ended without a grade. By our fault each gives the attempt back by itself; a practice was `left` unanswered. */
export type AttemptFailure = 'build_failed' | 'build_expired' | 'results_failed' | 'results_expired' | 'left'
