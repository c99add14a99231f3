/**
 * `npm run fixtures:release -- NAME`: keeps what this release leaves behind, for the upgrade tests of those after it. Made
 * once for each release, from its own commit, and never again: what a fixture holds is what is on people's devices. One that
 * is older than 90 days may go, with the last browser that could still hold such data.
 */
import { keepFixture } from './fixture.ts'
import { playRelease } from './play-release.ts'

const [release] = process.argv.slice(2)
if (release === undefined || !/^[\w.-]+$/.test(release)) {
  console.error('✗ Say which release this is: npm run fixtures:release -- 2026-11-21-38e4923')
  process.exit(1)
}
const bytes = keepFixture(await playRelease(release))
console.log(`tests/upgrade/fixtures/${release}: ${Math.round(bytes / 1000)} kB`)
// Nothing is left to wait for.
process.exit(0)
