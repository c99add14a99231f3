import { readFileSync } from 'node:fs'
import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take long, the longest first: `npm test` prints the ten slowest. A fresh clone has no memory of earlier runs. */
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
 * Begins with the long files and then follows Vitest, which knows only how many bytes a file has. A file that runs for a
 * minute and begins last would keep the whole run waiting, with the other cores idle. The other files come project by
 * project, and within a shared worker those without a document first: a worker that has loaded the server's code ends where a
 * file of another project or environment is next.
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
