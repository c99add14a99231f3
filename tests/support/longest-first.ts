import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take long, the longest first: `npm test` prints the ten slowest at its end. Exact places do not matter. A stated list
 * and no memory of earlier runs: a fresh clone has none.
 */
export const longFiles = [
  'tests/api/money-model.test.ts',
  'tests/model/faults.test.ts',
  'tests/api/exam.test.ts',
  'tests/api/races.test.ts',
  'tests/api/push.test.ts',
  'tests/api/sigkill.test.ts',
  'tests/start.test.ts',
  'tests/api/rules-in-sql.test.ts',
  'tests/test-run.test.ts',
  'tests/api/attempt-protocol.test.ts',
  'tests/api/admission.test.ts',
]

/**
 * Begins with the long files, then continues as Vitest does, which knows only how many bytes a file has: one that plays for a
 * minute and begins as the last one keeps the whole run waiting, with the other cores idle.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    return (await super.sort(files)).toSorted((one, other) => place(root, one) - place(root, other))
  }
}

function place(root: string, { moduleId }: TestSpecification): number {
  const index = longFiles.indexOf(path.relative(root, moduleId).replaceAll(path.sep, '/'))
  return index === -1 ? longFiles.length : index
}
