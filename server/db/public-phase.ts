/**
 * The phase of a stored answer as its owner reads it: whether a late call brought all that its device had is the server's own matter
 * (decision 0119).
 */
export const publicPhase = (phase: string): string => (phase === 'late_whole' ? 'late' : phase)
