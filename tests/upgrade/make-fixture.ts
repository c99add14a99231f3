/**
 * `npm run fixtures:release -- NAME`: keeps data of this release for the upgrade tests of later ones. Made once for each release,
 * from its own commit, and never again: a fixture is what people's devices hold. Fixtures older than 90 days may be deleted, as
 * the last browsers with such data are gone.
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
process.exit(0)
