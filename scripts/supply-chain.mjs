// `npm run supply-chain`: writes the product's components (test-results/sbom.cdx.json, CycloneDX), and asks the registry whether
// it signed these very packages and knows vulnerabilities in those of production. Ends with 1 after findings, and with 2 if the
// registry could not be asked: that is no clean bill.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { inProject, projectRoot } from './launch/project.mjs'

/** A registry without these services may keep silent. */
const timeoutMs = 120_000

function npm(...args) {
  const { status, stdout, error } = spawnSync('npm', args, {
    cwd: projectRoot,
    encoding: 'utf8',
    timeout: timeoutMs,
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  })
  return { code: error === undefined ? status : null, output: stdout ?? '' }
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns 0, 1 or 2, the exit codes of this command. */
function ask(what, args, findings) {
  const { output } = npm(...args, '--json')
  const reply = parsed(output)
  const found = reply === null || reply.error !== undefined ? null : findings(reply)
  if (found === null) console.error(`? ${what}: the registry could not be asked`)
  else if (found.length > 0) console.error(`✗ ${what}: ${found.join(', ')}`)
  else console.log(`✓ ${what}: none`)
  if (found === null) return 2
  return found.length > 0 ? 1 : 0
}

const bill = npm('sbom', '--package-lock-only', '--sbom-format=cyclonedx')
const components = parsed(bill.output)?.components
if (bill.code !== 0 || components === undefined) {
  console.error('✗ npm could not say what package-lock.json is made of')
  process.exit(1)
}
mkdirSync(inProject('test-results'), { recursive: true })
writeFileSync(inProject('test-results/sbom.cdx.json'), bill.output)
console.log(`✓ test-results/sbom.cdx.json names ${components.length} packages`)

const names = (some) => (Array.isArray(some) ? some.map(({ name, version }) => `${name}@${version}`) : null)
const outcomes = [
  ask('packages without a valid signature', ['audit', 'signatures'], ({ invalid, missing }) => {
    const [bad, unsigned] = [names(invalid), names(missing)]
    return bad === null || unsigned === null ? null : [...bad, ...unsigned]
  }),
  ask('known faults of what runs in production', ['audit', '--omit=dev'], ({ vulnerabilities }) =>
    vulnerabilities === undefined ? null : Object.keys(vulnerabilities),
  ),
]
process.exitCode = outcomes.includes(1) ? 1 : Math.max(...outcomes)
