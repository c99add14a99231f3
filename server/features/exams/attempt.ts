import type { attempts } from '../../db/schema/attempts.ts'

export type Attempt = typeof attempts.$inferSelect
export type AttemptMode = 'exam' | 'training'

/** Why an attempt of ours failed; each gives the attempt back by itself. */
export type AttemptFailure = 'build_failed' | 'build_expired' | 'results_failed' | 'results_expired'
