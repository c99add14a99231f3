// For a fresh machine, before `npm test` (.ci/run): installs the system's Chromium if there is none and root may. `npm test`
// alone would first take a headless shell from the npm registry, and a shell cannot play every story. Needs no packages of npm.
import { onPath } from './on-path.mjs'
import { CHROMIUM_NAMES } from './find-chromium.mjs'
import { installBySystem, whyNotBySystem } from './system-packages.mjs'

const isThere = process.env.CHROMIUM_PATH || onPath(CHROMIUM_NAMES).length > 0
const mayInstall = !isThere && whyNotBySystem() === null
if (mayInstall && !(await installBySystem('Chromium', ['chromium']))) process.exitCode = 1
