import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findBreaches } from '../scripts/check-walls.mjs'

let project: string

beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), 'walls-'))
  write('package.json', JSON.stringify({ type: 'module', imports: { '#content/*': './content/*' } }))
})

afterEach(() => rmSync(project, { recursive: true, force: true }))

function write(file: string, text: string) {
  mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
  writeFileSync(path.join(project, file), text)
}

/** A project in which `from` imports `to`, in the way that `statement` says. */
async function breachOf(from: string, to: string, statement = (address: string) => `import '${address}'`) {
  const relative = path.relative(path.dirname(from), to)
  write(to, 'export const nothing = 0\n')
  write(from, `${statement(relative.startsWith('.') ? relative : `./${relative}`)}\n`)
  return (await findBreaches(project)).lines.join('\n')
}

describe('a wall names itself and its reason when it is breached', () => {
  it.each([
    ['contract-stands-on-zod-alone', 'contract/a.ts', 'src/http/b.ts'],
    ['content-knows-only-the-contract', 'content/a.ts', 'server/b.ts'],
    ['engine-is-pure', 'src/engine/a.ts', 'src/http/b.ts'],
    ['storage-keeps-and-nothing-more', 'src/storage/a.ts', 'src/delivery/b.ts'],
    ['delivery-is-storage-and-a-given-fetch', 'src/delivery/a.ts', 'src/http/b.ts'],
    ['http-speaks-the-contract', 'src/http/a.ts', 'src/storage/b.ts'],
    ['ui-knows-no-product', 'src/ui/a.tsx', 'src/messages/b.ts'],
    ['messages-are-sentences', 'src/messages/a.ts', 'src/ui/b.tsx'],
    ['session-stands-on-floor-two', 'src/session/a.ts', 'src/pwa/b.ts'],
    ['pwa-stands-on-floor-two', 'src/pwa/a.ts', 'src/session/b.ts'],
    ['outbox-stands-on-floor-two', 'src/outbox/a.ts', 'src/pwa/b.ts'],
    ['worker-stays-small', 'sw/a.ts', 'src/session/b.ts'],
    ['server-knows-contract-and-content', 'server/a.ts', 'src/engine/b.ts'],
    ['no-content-in-the-window', 'src/app/a.ts', 'content/b.ts'],
    ['no-server-in-the-window', 'src/features/exam/a.ts', 'server/b.ts'],
    ['features-do-not-see-each-other', 'src/features/exam/a.ts', 'src/features/auth/b.ts'],
    ['nobody-below-imports-the-roof', 'src/features/exam/a.ts', 'src/app/b.ts'],
    ['nobody-imports-tests-benches-scripts', 'server/a.ts', 'tests/support/b.ts'],
    ['server-catalog-looks-down-only', 'server/features/catalog/a.ts', 'server/features/exams/b.ts'],
    ['server-exams-looks-down-only', 'server/features/exams/a.ts', 'server/features/results/b.ts'],
    ['operators-stand-on-top', 'server/features/exams/a.ts', 'server/features/operator/b.ts'],
    ['the-record-of-operators-lies-below', 'server/features/audit/a.ts', 'server/features/auth/b.ts'],
    ['commands-parse-and-print', 'server/admin/a.ts', 'server/db/schema/b.ts'],
  ])('%s', async (wall, from, to) => {
    expect(await breachOf(from, to)).toMatch(new RegExp(`${wall}: [A-Z].{30}`))
  })

  it('a circle of files', async () => {
    write('src/engine/b.ts', `import './a.ts'\n`)
    write('src/engine/a.ts', `import './b.ts'\n`)
    expect((await findBreaches(project)).lines.join('\n')).toContain('no-cycles')
  })

  it('an import that leads nowhere', async () => {
    write('src/engine/a.ts', `import './gone.ts'\n`)
    expect((await findBreaches(project)).lines.join('\n')).toContain('nothing-unresolved')
  })
})

describe('no way of importing goes unseen', () => {
  it.each([
    ['a type', (address: string) => `import type { x } from '${address}'`],
    ['a re-export', (address: string) => `export { nothing } from '${address}'`],
    ['a re-export of all', (address: string) => `export * from '${address}'`],
    ['a dynamic import', (address: string) => `export const later = () => import('${address}')`],
    ['a type in place', (address: string) => `export type X = typeof import('${address}')`],
    ['JSX beside it', (address: string) => `import '${address}'\nexport const x = <p>{1 as number}</p>`],
  ])('%s', async (_way, statement) => {
    expect(await breachOf('src/features/exam/a.tsx', 'content/b.ts', statement)).toContain('no-content-in-the-window')
  })

  it('the alias of another room', async () => {
    write('content/b.ts', 'export const nothing = 0\n')
    write('src/app/a.ts', `import '#content/b.ts'\n`)
    expect((await findBreaches(project)).lines.join('\n')).toContain('no-content-in-the-window')
  })
})

describe('what the floors allow', () => {
  it.each([
    ['src/features/exam/a.tsx', 'src/ui/b.tsx'],
    ['src/delivery/a.ts', 'src/storage/b.ts'],
    ['sw/a.ts', 'src/delivery/b.ts'],
    ['server/features/results/a.ts', 'server/features/exams/b.ts'],
    ['tests/a.test.ts', 'server/b.ts'],
  ])('%s may import %s', async (from, to) => {
    expect(await breachOf(from, to)).toBe('')
  })
})
