// `npm run faults`: whole exams in a real Chromium against real processes, under seeded faults; ends with one line.
//   --schedules N (default 20)  --seed S (default 1)  --replay SEED:INDEX
//   --paused: each exam is paused twice, among the same faults
//   --planted: puts bugs into a copy of the product and shows that the rig sees each
import './require-node.mjs'
import { helpWhenAsked } from './launch/help.mjs'
import { runInBrowserRig } from './test-run/browser-rig.mjs'

helpWhenAsked(import.meta.filename)

process.exitCode = await runInBrowserRig('tests/faults/run.ts', process.argv.slice(2), { bringsDatabase: true })
