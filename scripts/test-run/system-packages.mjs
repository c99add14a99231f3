import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { showProgress } from '../launch/progress.mjs'
import { runQuietly } from '../launch/run-quietly.mjs'
import { findEngines } from './find-engines.mjs'
import { hasPatroni, PATRONI_PACKAGES } from './find-patroni.mjs'
import { findPooler } from './find-pooler.mjs'
import { findPrometheus } from './find-prometheus.mjs'
import { findProxy } from './find-proxy.mjs'
import { onPath } from './on-path.mjs'

const UPDATE_MS = 180_000
const INSTALL_MS = 600_000
/** A machine without a network must not wait for one. */
const PATIENCE = ['http::Timeout=20', 'https::Timeout=20', 'Retries=1'].flatMap((option) => [
  '-o',
  `Acquire::${option}`,
])

/** Reason why the system's package manager cannot be asked, or null. */
export function whyNotBySystem() {
  const isUsable = onPath(['apt-get']).length > 0 && process.getuid?.() === 0
  return isUsable ? null : 'only root can install one, with apt-get'
}

/** Returns whether `packages` are installed. Prints apt-get's last lines if not. Call `whyNotBySystem` first. */
export async function installBySystem(title, packages) {
  const [aptGet] = onPath(['apt-get'])
  const progress = showProgress(`Installing ${title} with apt-get`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // If the update fails, the existing lists may be enough.
  const updated = await runQuietly(aptGet, [...PATIENCE, 'update'], { env, timeoutMs: UPDATE_MS })
  const args = [...PATIENCE, 'install', '-y', '--no-install-recommends', ...packages]
  const installed = await withoutServices(() => runQuietly(aptGet, args, { env, timeoutMs: INSTALL_MS }))
  progress.done(installed.ok ? 'done' : 'failed')
  if (!installed.ok) for (const { ok, output } of [updated, installed]) if (!ok) console.error(lastLines(output))
  return installed.ok
}

/** Debian asks this program before a package starts its service; 101 forbids it (invoke-rc.d(8)). An existing one stays. */
const POLICY = '/usr/sbin/policy-rc.d'

async function withoutServices(install) {
  if (existsSync(POLICY)) return install()
  writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return await install()
  } finally {
    rmSync(POLICY, { force: true })
  }
}

const lastLines = (output) => output.trimEnd().split('\n').slice(-5).join('\n')

/** Installs engines, pooler, proxy, Prometheus and Patroni for long tests. Names the rest, whose tests are SKIPPED. */
export async function installForLongTests(suites) {
  for (const { name, packages } of await missingForLongTests(suites)) {
    const impossible = whyNotBySystem()
    if (impossible) console.log(`${name} is not here: ${impossible}.`)
    else await installBySystem(name, packages.split(' '))
  }
}

async function missingForLongTests(suites) {
  const engines = suites.includes('engines') ? await findEngines() : []
  const ofTests = [
    { name: 'pgbouncer', packages: 'pgbouncer', suites: ['api'], isHere: findPooler() !== null },
    { name: 'Caddy', packages: 'caddy', suites: ['api'], isHere: findProxy() !== null },
    { name: 'Patroni', packages: PATRONI_PACKAGES, suites: ['api'], isHere: hasPatroni() },
    { name: 'Prometheus', packages: 'prometheus', suites: ['api', 'system'], isHere: findPrometheus() !== null },
  ]
  return [
    ...engines.filter(({ env }) => env === null),
    ...ofTests.filter(({ isHere, suites: those }) => !isHere && those.some((suite) => suites.includes(suite))),
  ]
}
