import type { attempts } from '../../db/schema/attempts.ts'

export type Attempt = typeof attempts.$inferSelect
export type AttemptMode = 'exam' | 'training'

/**
 * The mode of a training that is taken one question at a time (decision 0055). Queries for an exam or the specification's
 * training find none of these: `features/practice` keeps them.
 */
export const practiceMode = 'practice'

export type AnyMode = AttemptMode | typeof practiceMode

/** Why an attempt ended without a grade: by our fault, and it is given back; or a practice was `left` unanswered. */
export type AttemptFailure = 'build_failed' | 'build_expired' | 'results_failed' | 'results_expired' | 'left'
