/**
 * The made-up score that stands for what a full test gives, on the landing page, on a test's page and after a sample.
 * `tests/score-claims.test.ts` holds it to the scoring and to the words beside it.
 */
export const sampleFigures = { iq: 113, low: 87, high: 139 }
