// `npm run test:nodes`: the unit and API suites on every Node that the product supports, or on the named ones (`-- 26`); with
// `--whole` both commands of the README, each in a fresh clone of the last commit.
import { orExplain } from './launch/project.mjs'

const args = process.argv.slice(2)
const majors = args.filter((word) => !word.startsWith('-'))

if (args.includes('--whole')) {
  const { playBothCommands } = await import('./test-run/both-commands.mjs')
  process.exit(await orExplain(() => playBothCommands(majors)))
}
const { runAll } = await import('./test-run/run-all.mjs')
await runAll(['nodes', ...majors.map((major) => `--node=${major}`)])
