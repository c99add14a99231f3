// `npm run spec`: prints which passing test of the last run proves each promise of the catalogue, and each case of its
// reliability and security. Fails if a whole run has a failed proof, and if long tests were played and a row is not proven. `node
// scripts/spec.mjs FILE` reads the results of another run.
import { existsSync, readFileSync } from 'node:fs'
import { inProject } from './launch/project.mjs'

const summaryFile = process.argv[2] ?? inProject('test-results/summary.json')
if (!existsSync(summaryFile)) {
  console.error('✗ There are no results yet: run npm test first.')
  process.exit(1)
}
const { whole, extent, tests } = JSON.parse(readFileSync(summaryFile, 'utf8'))
if (!whole) console.error('The last run was of some suites only; the others prove nothing here.')
if (extent === 'quick') console.error('The long tests are still to be played: npm run test:full -- --rest.')

const rowsOf = (file, id) =>
  [...readFileSync(inProject('docs/spec', file), 'utf8').matchAll(new RegExp(`^- (${id}) (.+)$`, 'gm'))].map(
    ([, name, text]) => ({ id: name, text }),
  )
const promises = rowsOf('catalogue.md', 'S\\d+\\.\\d+|C\\.\\d+')
const reliability = rowsOf('reliability-cases.md', 'R\\d\\d')
const security = rowsOf('security-cases.md', 'S\\d\\d')
const rows = [...promises, ...reliability, ...security]

/** `[S2.07]`, or several in one pair of brackets: `[S2.07, S4.02]`. S35 is a case, S3.05 a row of the catalogue. */
function idsIn(title) {
  const id = /\b(?:S\d+|C)\.\d+|\b[RS]\d\d\b/g
  return [...title.matchAll(/\[([^\]]+)\]/g)].flatMap(([, inside]) => inside.match(id) ?? [])
}

const known = new Set(rows.map(({ id }) => id))
const proofs = new Map(rows.map(({ id }) => [id, { passed: new Set(), failed: new Set() }]))
for (const { title, status } of tests) {
  for (const id of idsIn(title)) {
    if (!known.has(id)) console.error(`✗ No row ${id} in the catalogue, yet a test claims it: ${title}`)
    else if (status !== 'skipped') proofs.get(id)[status].add(title)
  }
}

const proven = new Set()
for (const { id, text } of rows) {
  const { passed, failed } = proofs.get(id)
  const holds = passed.size > 0 && failed.size === 0
  if (holds) proven.add(id)
  console.log(`${holds ? '✓' : failed.size ? '✗' : '·'} ${id} ${text.length > 100 ? `${text.slice(0, 99)}…` : text}`)
  for (const title of passed) console.log(`    ✓ ${title}`)
  for (const title of failed) console.log(`    ✗ ${title}`)
}
const countOf = (some) => `${some.filter(({ id }) => proven.has(id)).length} of ${some.length}`
console.log(`\n${countOf(promises)} rows proven; R: ${countOf(reliability)}; S: ${countOf(security)}`)
const hasFailed = rows.some(({ id }) => proofs.get(id).failed.size > 0)
const isUnproven = extent !== 'quick' && proven.size < rows.length
if (whole && (hasFailed || isUnproven)) process.exitCode = 1
