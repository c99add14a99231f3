import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const repository = path.resolve(import.meta.dirname, '..')

/** The feature of the server that owns each table, or a room of the server below the features. */
const ownerOf: Record<string, string> = {
  alarm_turns: 'alarms',
  alarms: 'alarms',
  answer_differences: 'exams',
  answer_events: 'exams',
  answer_watch: 'exams',
  attempt_pauses: 'exams',
  attempts: 'exams',
  built_assets: 'plugins',
  bundle_tests: 'catalog',
  bundles: 'catalog',
  certificates: 'certificates',
  collapsed_answers: 'exams',
  consents: 'legal',
  earned_achievements: 'achievements',
  exam_grants: 'purchases',
  examples: 'examples',
  faq_entries: 'faq',
  feedback_messages: 'feedback',
  first_sittings: 'exams',
  ledger: 'purchases',
  legal_texts: 'legal',
  letter_requests: 'auth',
  mails: 'mail',
  nameless_exams: 'exams',
  notifications: 'notifications',
  one_time_tokens: 'auth',
  operator_actions: 'audit',
  orders: 'purchases',
  paper_exposures: 'exams',
  paper_keys: 'exams',
  papers: 'exams',
  planned_prices: 'catalog',
  promo_codes: 'purchases',
  purchases: 'purchases',
  push_subscriptions: 'push',
  pushes: 'push',
  question_reports: 'question-reports',
  rate_counters: 'load',
  refresh_families: 'auth',
  refunds: 'purchases',
  results: 'exams',
  signing_keys: 'signing',
  site_settings: 'site',
  staff: 'staff',
  staff_looks: 'staff',
  staff_passkeys: 'staff',
  staff_sessions: 'staff',
  staff_tokens: 'staff',
  submissions: 'exams',
  tests: 'catalog',
  users: 'auth',
  waiting_papers: 'exams',
  written_texts: 'operator',
}

/** Features that may read every table: data kept of a person, its duration, operators' work, the first content, the schema. */
const seeEverything = ['account', 'retention', 'operator', 'seed', 'db']

/** Tables by the name that the schema's files export. */
function tableNames(): Map<string, string> {
  const folder = path.join(repository, 'server/db/schema')
  const texts = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'))
  const declared = texts.flatMap((text) => [...text.matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)])
  return new Map(declared.map(([, exported, name]) => [exported!, name!]))
}

/** Tables that a file imports from the schema, or names in its own SQL. */
function tablesIn(text: string, names: ReadonlyMap<string, string>): string[] {
  const imports = [...text.matchAll(/import (?:type )?\{([^}]*)\} from '[./]*\/db\/schema\/[\w-]+\.ts'/g)]
  const imported = imports.flatMap(([, list]) => list!.split(/[,\s]+/)).flatMap((name) => names.get(name) ?? [])
  const asked = [...names.values()].filter((name) => new RegExp(`\\b(from|join|into|update)\\s+${name}\\b`).test(text))
  return [...imported, ...asked]
}

/** Sources of every feature, and of every other room of the server. */
function roomsOfServer(): Map<string, string[]> {
  const folder = path.join(repository, 'server')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
  const rooms = new Map<string, string[]>()
  for (const file of files.filter((each) => each.endsWith('.ts') && !each.endsWith('.test.ts')).sort()) {
    const [first, second] = file.split('/')
    const room = first === 'features' ? second! : file.includes('/') ? first! : '.'
    rooms.set(room, [...(rooms.get(room) ?? []), readFileSync(path.join(folder, file), 'utf8')])
  }
  return rooms
}

function askedOfOthers(): Record<string, string[]> {
  const names = tableNames()
  const found: Record<string, string[]> = {}
  for (const [room, texts] of roomsOfServer()) {
    const tables = texts.flatMap((text) => tablesIn(text, names))
    const foreign = [...new Set(tables)].filter((table) => ownerOf[table] !== room).sort()
    if (foreign.length > 0 && !seeEverything.includes(room)) found[room] = foreign
  }
  return found
}

it('a feature queries its own tables alone, and reads others through a function or SQL of their owner', () => {
  expect(askedOfOthers()).toEqual({})
})

it('every table has an owner, and every owner exists', () => {
  expect([...tableNames().values()].sort()).toEqual(Object.keys(ownerOf).sort())
  const rooms = roomsOfServer()
  expect(rooms.size).toBeGreaterThan(25)
  expect([...new Set(Object.values(ownerOf))].filter((owner) => !rooms.has(owner))).toEqual([])
})

it('the check of table owners finds a table by its import and in SQL', () => {
  const names = new Map([['answerEvents', 'answer_events']])
  expect(tablesIn("import { answerEvents } from '../../db/schema/attempts.ts'", names)).toEqual(['answer_events'])
  expect(tablesIn('select 1 from answer_events e', names)).toEqual(['answer_events'])
  expect(tablesIn('// answer_events are many', names)).toEqual([])
})
