import { runQuietly } from '../launch/run-quietly.mjs'
import { onPath } from './on-path.mjs'

// The library that our own browser of WebKitGTK uses. Only the system's python has it.
const HAS_WEBKIT = `import gi
gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2`

/** The engines besides Chromium that play stories, with the Debian packages of each. */
const ENGINES = [
  { name: 'Firefox', file: 'tests/engines/firefox.test.ts', packages: 'firefox-esr', find: findFirefox },
  {
    name: 'WebKitGTK',
    file: 'tests/engines/webkit.test.ts',
    packages: 'webkit2gtk-driver xvfb xauth dbus python3-gi python3-gi-cairo gir1.2-gtk-3.0 gir1.2-webkit2-4.1',
    find: findWebKit,
  },
]

/** Every engine with its test file. `env` is null if something is `missing`. With an `env` the engine must start. */
export function findEngines() {
  return Promise.all(ENGINES.map(async ({ find, ...engine }) => ({ ...engine, env: null, ...(await find()) })))
}

async function findFirefox() {
  const candidates = [process.env.FIREFOX_PATH, ...onPath(['firefox-esr', 'firefox'])].filter(Boolean)
  // A program that cannot print its version lacks a library, or is a placeholder for a package to come.
  for (const candidate of candidates)
    if (await runs(candidate, ['--version'])) return { env: { FIREFOX_PATH: candidate } }
  return { missing: candidates.length ? `a ${candidates[0]} that tells its version` : 'firefox-esr' }
}

async function findWebKit() {
  const [driver] = onPath(['WebKitWebDriver'])
  if (!driver) return { missing: 'WebKitWebDriver' }
  if (!(await runs(driver, ['--help']))) return { missing: `a ${driver} that runs` }
  if (onPath(['Xvfb']).length === 0) return { missing: 'Xvfb' }
  if (!(await runs('/usr/bin/python3', ['-c', HAS_WEBKIT]))) return { missing: 'WebKit2 4.1 in /usr/bin/python3' }
  return { env: { WEBKIT_DRIVER_PATH: driver } }
}

async function runs(program, args) {
  const { ok } = await runQuietly(program, args)
  return ok
}
