import type { Blueprint } from './blueprint.ts'

/** The tests on sale: thirty questions each, spread over the levels that their families can make. */
export const verbalTest: Blueprint = {
  parts: [
    { family: 'verbal-analogy', difficulties: [-2, -1.5, -1.5, -1, -0.5, 0, 0.5, 1] },
    { family: 'verbal-odd-one-out', difficulties: [-2, -1, -0.5, 0, 0.5, 1, 1] },
    {
      family: 'verbal-conclusion',
      difficulties: [-1.5, -1, -1, -0.5, -0.5, 0, 0, 0.5, 0.5, 1, 1, 1.5, 1.5, 2, 2.5],
    },
  ],
}

export const mathTest: Blueprint = {
  parts: [
    {
      family: 'math-series',
      difficulties: [-2, -2, -1, -0.5, -0.5, 0, 0, 0.5, 0.5, 1, 1.5, 2, 2],
    },
    { family: 'math-table', difficulties: [-1.5, -0.5, -0.5, 0.5, 0.5, 0.5, 1, 1, 1.5, 1.5] },
    { family: 'math-letters', difficulties: [-2, -1.5, -1, -0.5, 0, 0.5, 1] },
  ],
}

export const logicTest: Blueprint = {
  parts: [
    {
      family: 'logic-matrix',
      difficulties: [-1.75, -1.25, -1.25, -1, -0.75, -0.5, -0.5, -0.25, 0, 0],
    },
    { family: 'logic-overlay', difficulties: [-0.25, 0, 0.5, 1] },
    { family: 'logic-analogy', difficulties: [-1.5, -1, -0.5, 0, 0, 0.5] },
    { family: 'logic-latin', difficulties: [-2, -1, -0.5, 0, 0.75] },
    { family: 'logic-ordering', difficulties: [-1, 0, 0.5, 1, 1.5] },
  ],
}

/** The free samples: six questions each, enough to see the kinds, too few for a score. */
export const verbalSample: Blueprint = {
  parts: [
    { family: 'verbal-analogy', difficulties: [-1.5, 0.5] },
    { family: 'verbal-odd-one-out', difficulties: [-1, 0.5] },
    { family: 'verbal-conclusion', difficulties: [-1, 0.5] },
  ],
}

export const mathSample: Blueprint = {
  parts: [
    { family: 'math-series', difficulties: [-2, -1] },
    { family: 'math-table', difficulties: [-0.5, 0.5] },
    { family: 'math-letters', difficulties: [-2, -0.5] },
  ],
}

export const logicSample: Blueprint = {
  parts: [
    { family: 'logic-matrix', difficulties: [-1.75, -0.5] },
    { family: 'logic-overlay', difficulties: [-0.75] },
    { family: 'logic-analogy', difficulties: [-1] },
    { family: 'logic-latin', difficulties: [-1.5] },
    { family: 'logic-ordering', difficulties: [-1] },
  ],
}
