// Has a test or a planted bug disappeared?
//   npm run compare:tests -- --list > LIST.json       every title of this tree, long ones too; runs nothing
//   npm run compare:tests -- BEFORE.json [AFTER.json]  fails if AFTER lacks a title of BEFORE
// BEFORE and AFTER are such lists or the test-results/summary.json of whole runs; without AFTER this tree is compared.
// Title and window identify a test: it may move to @full, or to another file or describe block of the same words.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inProject, projectRoot } from './launch/project.mjs'
import { startTestDatabase } from './test-run/test-database.mjs'

const [before, after] = process.argv.slice(2)
if (!before) {
  console.error(
    '✗ Name a list of titles, or the summary.json of a run: npm run compare:tests -- BEFORE.json [AFTER.json]',
  )
  process.exit(1)
}
if (before === '--list') {
  // Standard output may hold only the list, so messages about the database's start go to standard error.
  console.log = console.error
  process.stdout.write(JSON.stringify({ tests: await listTests() }, null, 2) + '\n')
  process.exit(0)
}

const earlier = namesOf(JSON.parse(readFileSync(before, 'utf8')).tests)
const later = namesOf(after ? JSON.parse(readFileSync(after, 'utf8')).tests : await listTests())
const gone = [...earlier].filter((name) => !later.has(name))
const come = [...later].filter((name) => !earlier.has(name))
for (const name of gone) console.log(`- ${name}`)
for (const name of come) console.log(`+ ${name}`)
const planted = (names) => [...names].filter((name) => /\bbug\b/.test(name)).length
console.log(`\n${earlier.size} titles before, ${later.size} after: ${gone.length} gone, ${come.length} new.`)
console.log(`Of planted bugs: ${planted(earlier)} before, ${planted(later)} after.`)
process.exitCode = gone.length ? 1 : 0

function namesOf(tests) {
  const ofSources = tests.filter(({ suite }) => suite !== 'preparation' && suite !== 'check')
  return new Set(ofSources.map(({ suite, title }) => `${/\((\w+)\)$/.exec(suite)?.[1] ?? ''} ${wordsOf(title)}`.trim()))
}

function wordsOf(title) {
  return title.replaceAll('@full', ' ').replaceAll(' > ', ' ').replaceAll(/\s+/g, ' ').trim()
}

async function listTests() {
  // The engines' stories start their server before they can be listed.
  const database = await startTestDatabase()
  const env = { ...process.env, TEST_DATABASE_URL: database.url, TEST_EXTENT: 'full', TEST_FULL: '1' }
  const folder = mkdtempSync(path.join(tmpdir(), 'test-titles-'))
  const tool = (script, args, more = {}) =>
    execFileSync(process.execPath, [inProject('node_modules', script), ...args], {
      cwd: projectRoot,
      env: { ...env, ...more },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  try {
    const units = path.join(folder, 'units.json')
    tool('vitest/vitest.mjs', [
      'list',
      ...['pure', 'unit', 'api', 'system', 'load', 'engines'].flatMap((name) => ['--project', name]),
      `--json=${units}`,
    ])
    const stories = path.join(folder, 'stories.json')
    tool('@playwright/test/cli.js', ['test', '--list', '--reporter=json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: stories })
    return [
      ...JSON.parse(readFileSync(units, 'utf8')).map(({ name, file }) => ({
        suite: path.relative(projectRoot, file),
        title: name,
      })),
      ...JSON.parse(readFileSync(stories, 'utf8')).suites.flatMap((file) => storiesIn(file, [])),
    ]
  } finally {
    rmSync(folder, { recursive: true })
    await database.stop()
  }
}

function storiesIn(node, titles) {
  return [
    ...(node.specs ?? []).flatMap(({ file, title, tests }) =>
      tests.map(({ projectName }) => ({ suite: `${file} (${projectName})`, title: [...titles, title].join(' ') })),
    ),
    ...(node.suites ?? []).flatMap((inner) => storiesIn(inner, [...titles, inner.title])),
  ]
}
