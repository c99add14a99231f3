/** An answer's phase as its owner reads it: whether a late call brought all of its device is internal (decision 0119). */
export const publicPhase = (phase: string): string => (phase === 'late_whole' ? 'late' : phase)
