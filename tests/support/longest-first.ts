import { readFileSync } from 'node:fs'
import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take long, the longest of a project first: `npm test` prints the ten slowest at its end. Exact places do not matter. A
 * stated list and no memory of earlier runs: a fresh clone has none. The api project comes last and in one piece: its files
 * share the server's code, and a worker that has loaded it ends where a file of another project is next.
 */
export const longFiles = [
  'tests/model/faults.test.ts',
  'tests/api/proxy.test.ts',
  'tests/deploy.test.ts',
  'tests/start.test.ts',
  'tests/test-run.test.ts',
  'tests/api/money-model.test.ts',
  'tests/api/exam.test.ts',
  'tests/api/races.test.ts',
  'tests/api/push.test.ts',
  'tests/api/sigkill.test.ts',
  'tests/api/rules-in-sql.test.ts',
  'tests/api/address-limits.test.ts',
  'tests/api/shelf-rules-in-sql.test.ts',
  'tests/api/late-renewal.test.ts',
  'tests/api/attempt-protocol.test.ts',
  'tests/api/certificates.test.ts',
]

/**
 * Begins with the long files, then continues as Vitest does, which knows only how many bytes a file has: one that plays for a
 * minute and begins as the last one keeps the whole run waiting, with the other cores idle. Files that share a worker and have a
 * document follow those without one, for the same reason.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    const placed = (await super.sort(files)).map((file) => ({
      file,
      place: place(root, file),
      project: file.project.name,
      document: Number(sharesDocument(file)),
    }))
    return placed
      .toSorted(
        (one, other) =>
          one.place - other.place ||
          Number(one.project > other.project) - Number(one.project < other.project) ||
          one.document - other.document,
      )
      .map(({ file }) => file)
  }
}

function place(root: string, { moduleId }: TestSpecification): number {
  const index = longFiles.indexOf(path.relative(root, moduleId).replaceAll(path.sep, '/'))
  return index === -1 ? longFiles.length : index
}

function sharesDocument({ project, moduleId }: TestSpecification): boolean {
  return project.config.isolate === false && readFileSync(moduleId, 'utf8').includes('@vitest-environment')
}
