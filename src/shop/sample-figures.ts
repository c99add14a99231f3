/**
 * The made-up score on the landing page, a test's page and after a sample. `tests/score-claims.test.ts` checks it and its
 * captions.
 */
export const sampleFigures = { iq: 113, low: 87, high: 139 }
