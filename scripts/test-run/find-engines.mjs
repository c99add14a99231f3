import { runQuietly } from '../launch/run-quietly.mjs'
import { onPath } from './on-path.mjs'

// The library that our own browser of WebKitGTK is written against; only the system's python has it.
const HAS_WEBKIT = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"

/** The engines beside Chromium that stories are played in, and Debian's packages that bring each. */
const ENGINES = [
  { name: 'Firefox', file: 'tests/engines/firefox.test.ts', packages: 'firefox-esr', find: findFirefox },
  {
    name: 'WebKitGTK',
    file: 'tests/engines/webkit.test.ts',
    packages: 'webkit2gtk-driver xvfb xauth dbus python3-gi python3-gi-cairo gir1.2-gtk-3.0 gir1.2-webkit2-4.1',
    find: findWebKit,
  },
]

/** Every engine with its test file; `env` is what that file needs to know, null where the engine is not installed. */
export function findEngines() {
  return Promise.all(ENGINES.map(async ({ find, ...engine }) => ({ ...engine, env: await find() })))
}

async function findFirefox() {
  for (const candidate of [process.env.FIREFOX_PATH, ...onPath(['firefox-esr', 'firefox'])].filter(Boolean)) {
    const { ok } = await runQuietly(candidate, ['--version'])
    if (ok) return { FIREFOX_PATH: candidate }
  }
  return null
}

async function findWebKit() {
  const [driver] = onPath(['WebKitWebDriver'])
  if (!driver || onPath(['Xvfb']).length === 0) return null
  const { ok } = await runQuietly('/usr/bin/python3', ['-c', HAS_WEBKIT])
  return ok ? { WEBKIT_DRIVER_PATH: driver } : null
}
