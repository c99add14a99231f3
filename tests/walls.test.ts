import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findBreaches } from '../scripts/check-walls.mjs'

// Through a variable, so that TypeScript does not follow the import: dependency-cruiser needs untyped JavaScript.
const configuration = '../.dependency-cruiser.mjs'
const { default: walls } = (await import(configuration)) as { default: { forbidden: Wall[] } }

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

/** Breaches of a project in which `from` imports `to` by `statement`. */
async function breachOf(from: string, to: string, statement = (address: string) => `import '${address}'`) {
  const relative = path.relative(path.dirname(from), to)
  write(to, 'export const nothing = 0\n')
  write(from, `${statement(relative.startsWith('.') ? relative : `./${relative}`)}\n`)
  return (await findBreaches(project)).lines.join('\n')
}

describe('a wall names itself and its reason when it is breached @full', () => {
  it.each([
    ['contract-stands-on-zod-alone', 'contract/a.ts', 'src/http/b.ts'],
    ['content-knows-only-the-contract', 'content/a.ts', 'server/b.ts'],
    ['machine-is-pure', 'src/attempt/machine/a.ts', 'src/http/b.ts'],
    ['replica-knows-the-machine-alone', 'src/attempt/replica/a.ts', 'src/attempt/sync/b.ts'],
    ['sync-runs-without-a-window', 'src/attempt/sync/a.ts', 'src/http/b.ts'],
    ['sync-runs-without-a-window', 'src/attempt/sync/a.ts', 'src/attempt/control/b.ts'],
    ['control-draws-nothing', 'src/attempt/control/a.ts', 'src/attempt/screens/b.tsx'],
    ['submissions-know-no-running-attempt', 'src/attempt/submissions/a.ts', 'src/attempt/control/b.ts'],
    ['screens-know-no-feature', 'src/attempt/screens/a.tsx', 'src/features/take-exam/b.ts'],
    ['tables-are-read-in-the-replica', 'src/attempt/sync/a.ts', 'src/attempt/replica/database.ts'],
    ['context-knows-no-part', 'src/attempt/control/context.ts', 'src/attempt/control/perform.ts'],
    ['storage-keeps-and-nothing-more', 'src/storage/a.ts', 'src/http/b.ts'],
    ['queries-are-asked-not-shown', 'src/queries/a.ts', 'src/features/catalog/b.ts'],
    ['shop-knows-no-feature', 'src/shop/a.tsx', 'src/features/catalog/b.ts'],
    ['items-know-no-feature', 'src/items/a.tsx', 'src/shop/b.ts'],
    ['running-exam-reads-and-asks-nobody', 'src/attempt/submissions/running-exam.ts', 'src/http/b.ts'],
    ['http-speaks-the-contract', 'src/http/a.ts', 'src/storage/b.ts'],
    ['ui-knows-no-product', 'src/ui/a.tsx', 'src/messages/b.ts'],
    ['ui-knows-no-product', 'src/ui/form.ts', 'src/session/b.ts'],
    ['messages-are-sentences', 'src/messages/a.ts', 'src/ui/b.tsx'],
    ['session-stands-on-floor-two', 'src/session/a.ts', 'src/pwa/b.ts'],
    ['pwa-stands-on-floor-two', 'src/pwa/a.ts', 'src/session/b.ts'],
    ['worker-stays-small', 'sw/a.ts', 'src/session/b.ts'],
    ['kill-switch-imports-nothing', 'sw/kill-switch.ts', 'sw/b.ts'],
    ['server-knows-contract-and-content', 'server/a.ts', 'src/attempt/machine/b.ts'],
    ['embedded-postgres-knows-node-alone', 'embedded-postgres/a.ts', 'server/b.ts'],
    ['who-starts-brings-the-database', 'server/db/a.ts', 'embedded-postgres/b.ts'],
    ['no-content-in-the-window', 'src/app/a.ts', 'content/b.ts'],
    ['no-server-in-the-window', 'src/features/exam/a.ts', 'server/b.ts'],
    ['features-do-not-see-each-other', 'src/features/exam/a.ts', 'src/features/auth/b.ts'],
    ['nobody-below-imports-the-roof', 'src/features/exam/a.ts', 'src/app/b.ts'],
    ['nobody-imports-tests-benches-scripts', 'server/a.ts', 'tests/support/b.ts'],
    ['server-catalog-looks-down-only', 'server/features/catalog/a.ts', 'server/features/exams/b.ts'],
    ['server-exams-looks-down-only', 'server/features/exams/a.ts', 'server/features/practice/b.ts'],
    ['server-audit-mail-notifications-looks-down-only', 'server/features/mail/a.ts', 'server/features/auth/b.ts'],
    ['exams-root-lies-below-its-rooms', 'server/features/exams/attempt.ts', 'server/features/exams/paper/b.ts'],
    ['exams-paper', 'server/features/exams/paper/a.ts', 'server/features/exams/answers/b.ts'],
    ['exams-answers', 'server/features/exams/answers/a.ts', 'server/features/exams/close/b.ts'],
    ['exams-result', 'server/features/exams/result/a.ts', 'server/features/exams/close/b.ts'],
    ['exams-close', 'server/features/exams/close/a.ts', 'server/features/exams/open/b.ts'],
    ['exams-open', 'server/features/exams/open/a.ts', 'server/features/exams/answer/b.ts'],
    ['exams-answer', 'server/features/exams/answer/a.ts', 'server/features/exams/routes.ts'],
    ['exams-operator-acts', 'server/features/exams/operator-acts/a.ts', 'server/features/exams/open/b.ts'],
    [
      'purchases-root-lies-below-its-rooms',
      'server/features/purchases/locked-order.ts',
      'server/features/purchases/order/b.ts',
    ],
    ['purchases-books', 'server/features/purchases/books/a.ts', 'server/features/purchases/expire/b.ts'],
    ['purchases-expire', 'server/features/purchases/expire/a.ts', 'server/features/purchases/refund/b.ts'],
    ['purchases-refund', 'server/features/purchases/refund/a.ts', 'server/features/purchases/rounds/b.ts'],
    ['purchases-pay', 'server/features/purchases/pay/a.ts', 'server/features/purchases/order/b.ts'],
    ['purchases-order', 'server/features/purchases/order/a.ts', 'server/features/purchases/rounds/b.ts'],
    ['purchases-rounds', 'server/features/purchases/rounds/a.ts', 'server/features/purchases/order/b.ts'],
    ['purchases-shelf', 'server/features/purchases/shelf/a.ts', 'server/features/purchases/books/b.ts'],
    ['server-examples-reads-little', 'server/features/examples/a.ts', 'server/features/catalog/b.ts'],
    ['server-faq-reads-little', 'server/features/faq/a.ts', 'server/features/site/b.ts'],
    ['server-feedback-reads-little', 'server/features/feedback/a.ts', 'server/features/profile/b.ts'],
    ['server-retention-reads-little', 'server/features/retention/a.ts', 'server/features/exams/b.ts'],
    ['server-site-reads-little', 'server/features/site/a.ts', 'server/features/auth/b.ts'],
    ['server-leaves-are-joined-in-app', 'server/features/exams/a.ts', 'server/features/retention/b.ts'],
    ['legal-texts-know-no-feature', 'server/features/legal/routes.ts', 'server/features/purchases/b.ts'],
    ['server-room-plugins', 'server/plugins/a.ts', 'server/features/auth/b.ts'],
    ['server-room-metrics', 'server/metrics/gauges.ts', 'server/features/operator/b.ts'],
    ['server-room-services', 'server/services.ts', 'server/features/exams/b.ts'],
    ['server-room-failure', 'server/failure.ts', 'server/load/b.ts'],
    ['server-room-load', 'server/load/a.ts', 'server/config/b.ts'],
    ['server-room-config', 'server/config/a.ts', 'server/http/b.ts'],
    ['server-room-start', 'server/start/a.ts', 'server/metrics/b.ts'],
    ['server-room-http', 'server/http/a.ts', 'server/plugins/b.ts'],
    ['server-room-jobs', 'server/jobs/a.ts', 'server/plugins/b.ts'],
    ['server-room-db', 'server/db/a.ts', 'server/failure.ts'],
    ['server-room-signing', 'server/signing/a.ts', 'server/features/certificates/b.ts'],
    ['server-room-log', 'server/log/a.ts', 'server/db/b.ts'],
    [
      'server-achievements-question-reports-looks-down-only',
      'server/features/achievements/a.ts',
      'server/features/operator/b.ts',
    ],
    ['the-roof-of-the-server-joins', 'server/features/exams/a.ts', 'server/seed/b.ts'],
    ['operators-stand-on-top', 'server/features/exams/a.ts', 'server/features/operator/b.ts'],
    ['the-record-of-operators-lies-below', 'server/features/audit/a.ts', 'server/features/auth/b.ts'],
    ['commands-parse-and-print', 'server/admin/a.ts', 'server/db/schema/b.ts'],
  ])('a breach of the wall %s names it and its reason', async (wall, from, to) => {
    expect(await breachOf(from, to)).toMatch(new RegExp(`${wall}: [A-Z].{30}`))
  })

  it('a circle of imports breaches the wall no-cycles', async () => {
    write('src/attempt/machine/b.ts', `import './a.ts'\n`)
    write('src/attempt/machine/a.ts', `import './b.ts'\n`)
    expect((await findBreaches(project)).lines.join('\n')).toContain('no-cycles')
  })

  it('an import that leads nowhere breaches the wall nothing-unresolved', async () => {
    write('src/attempt/machine/a.ts', `import './gone.ts'\n`)
    expect((await findBreaches(project)).lines.join('\n')).toContain('nothing-unresolved')
  })
})

describe('no way of importing goes unseen @full', () => {
  it.each([
    ['a type', (address: string) => `import type { x } from '${address}'`],
    ['a re-export', (address: string) => `export { nothing } from '${address}'`],
    ['a re-export of all', (address: string) => `export * from '${address}'`],
    ['a dynamic import', (address: string) => `export const later = () => import('${address}')`],
    ['a type in place', (address: string) => `export type X = typeof import('${address}')`],
    ['a file with JSX', (address: string) => `import '${address}'\nexport const x = <p>{1 as number}</p>`],
  ])('the walls see an import by %s', async (_way, statement) => {
    expect(await breachOf('src/features/exam/a.tsx', 'content/b.ts', statement)).toContain('no-content-in-the-window')
  })

  it('the walls see an import by the alias of another room', async () => {
    write('content/b.ts', 'export const nothing = 0\n')
    write('src/app/a.ts', `import '#content/b.ts'\n`)
    expect((await findBreaches(project)).lines.join('\n')).toContain('no-content-in-the-window')
  })
})

describe('the order of the floors, at the head of the walls', () => {
  const source = readFileSync(path.join(import.meta.dirname, '../.dependency-cruiser.mjs'), 'utf8')
  const head = /allows: ([^.]*)[.] The rules/.exec(source.replaceAll('\n// ', ' '))?.[1] ?? ''
  const order = head.split(/[,·]/).map((room) => room.trim())
  const roomsOf = (patterns: string | string[]) =>
    order.filter((room) => [patterns].flat().some((pattern) => new RegExp(pattern).test(`src/${room}/any.ts`)))
  const floors = walls.forbidden.flatMap(({ name, from, to }) => {
    if (to.couldNotResolve !== false || from.path?.startsWith('^src/') !== true) return []
    // One rule may hold for several rooms, which may then import each other.
    const own = roomsOf(from.path)
    const allowed = roomsOf(to.pathNot ?? []).filter((room) => !own.includes(room))
    return own.map((room) => ({ name, room, allowed }))
  })

  it('the rules allow no import upwards in the order of the floors', () => {
    expect(floors.length).toBeGreaterThan(15)
    const upwards = floors.flatMap(({ name, room, allowed }) =>
      allowed
        .filter((below) => order.indexOf(below) > order.indexOf(room))
        .map((below) => `${name}: ${room} reads ${below}`),
    )
    expect(upwards).toEqual([])
  })

  it('the order of the floors names every room of src but those that serve no page', () => {
    const rooms = readdirSync(path.join(import.meta.dirname, '../src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .flatMap((name) =>
        name === 'attempt'
          ? ['machine', 'replica', 'sync', 'control', 'submissions', 'screens'].map((room) => `attempt/${room}`)
          : [name],
      )
    const unnamed = rooms.filter((room) => !order.includes(room))
    const unruled = order.filter(
      (room) => !['features', 'app'].includes(room) && !floors.some((floor) => floor.room === room),
    )
    expect([unnamed, unruled]).toEqual([['gallery'], []])
  })
})

interface Wall {
  name: string
  from: { path?: string }
  to: { couldNotResolve?: boolean; pathNot?: string[] }
}

describe('imports that the floors allow', () => {
  it.each([
    ['server/features/feedback/a.ts', 'server/features/mail/b.ts'],
    ['src/features/exam/a.tsx', 'src/ui/b.tsx'],
    ['src/attempt/sync/a.ts', 'src/attempt/replica/b.ts'],
    ['sw/a.ts', 'src/attempt/sync/b.ts'],
    ['server/features/practice/a.ts', 'server/features/exams/b.ts'],
    ['server/features/exams/exam-jobs.ts', 'server/features/exams/close/b.ts'],
    ['server/features/exams/close/a.ts', 'server/features/exams/attempt.ts'],
    ['tests/a.test.ts', 'server/b.ts'],
  ])('%s may import %s', async (from, to) => {
    expect(await breachOf(from, to)).toBe('')
  })
})
