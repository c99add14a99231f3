/**
 * `npm run items:calibrate -- FILE`: estimates items from people's answers, from the export of answers or a CSV (`responses.ts`
 * names its columns). Writes FILE.report.html, FILE.report.json and FILE.parameters.json, a proposal that nothing uses by itself.
 * `--model 2pl` gives each item with 200 answers its own slope, `--all-exams` includes second exams, `--fewest N` (30) is the
 * least number of answers for a separate estimate of an item. Fails, with the reason, if nothing can be estimated.
 */
import { writeFileSync } from 'node:fs'
import { calibrate } from './calibrate.ts'
import { pageOf, proposalOf } from './report.ts'
import { readResponses } from './responses.ts'

const args = process.argv.slice(2)
const valueOf = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
const file = args.find((arg, i) => !arg.startsWith('--') && !['--model', '--fewest'].includes(args[i - 1] ?? ''))
const model = valueOf('--model') ?? 'rasch'
const fewestOfItem = Number(valueOf('--fewest') ?? 30)

try {
  if (file === undefined) throw new Error('Name a file: npm run items:calibrate -- answers.ndjson')
  if (model !== 'rasch' && model !== '2pl') throw new Error('--model is rasch or 2pl.')
  if (!Number.isInteger(fewestOfItem) || fewestOfItem < 5) throw new Error('--fewest takes a whole number from 5 on.')
  const read = await readResponses(file, (lines) => console.error(`read ${lines} lines`))
  for (const { line, why } of read.bad.slice(0, 20)) console.error(`line ${line} is left out: ${why}`)
  if (read.bad.length > 20) console.error(`and ${read.bad.length - 20} more; all are counted in the report`)
  const found = calibrate({
    file,
    ...read,
    model,
    fewestOfItem,
    allExams: args.includes('--all-exams'),
    onProgress: (iteration, logLikelihood) =>
      console.error(`iteration ${iteration}: log likelihood ${logLikelihood.toFixed(1)}`),
  })
  const { fit, effects, noEffects, reliability, transfer, differences } = found
  const parameters = proposalOf(found)
  writeFileSync(`${file}.report.html`, pageOf(found))
  writeFileSync(
    `${file}.report.json`,
    JSON.stringify(
      { ...parameters, reliability, transfer, differences, retests: found.retests, units: found.units },
      null,
      1,
    ),
  )
  writeFileSync(`${file}.parameters.json`, JSON.stringify(parameters, null, 1))
  console.log(
    `${fit.exams.length} exams, ${fit.responses.length} answers, ${read.bad.length} rows left out; ${fit.iterations} iterations`,
  )
  console.log(`slope ${fit.discrimination.toFixed(2)}, reliability ${reliability.toFixed(2)}`)
  if (effects === null) console.log(`no effects: ${noEffects}`)
  for (const { name, effect, error } of effects?.effects ?? [])
    console.log(`  ${name.padEnd(40)} ${effect.toFixed(2)} ± ${error.toFixed(2)}`)
  if (effects !== null) console.log(`  what items of the same features differ by: ${effects.residual.toFixed(2)}`)
  if (transfer !== null)
    console.log(
      `transfer: r ${transfer.correlation.toFixed(2)} of ${transfer.groups.length} groups, ${transfer.verdict}`,
    )
  console.log(`report: ${file}.report.html`)
  if (!fit.converged) throw new Error(`The estimate did not converge in ${fit.iterations} iterations: do not use it.`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
