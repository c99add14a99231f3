/** An answer's phase as its owner reads it. Only we distinguish `late_whole` from `late` (decision 0119, `attempt-clock.ts`). */
export const publicPhase = (phase: string): string => (phase === 'late_whole' ? 'late' : phase)
