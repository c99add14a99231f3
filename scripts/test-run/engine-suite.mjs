import { findEngines } from './find-engines.mjs'
import { runVitest } from './suites.mjs'

export function announceEngines(engines) {
  for (const { name, missing } of engines.filter(({ env }) => env === null)) {
    console.log(`${name}: its stories are SKIPPED, for want of ${missing}.`)
  }
}

/** Plays stories in installed engines, as a run for `withSecondTry`, and names each missing engine and how to get it. */
export async function runEngineSuite({ env, engines }) {
  engines ??= await findEngines()
  const absent = engines
    .filter((engine) => engine.env === null)
    .map(({ name, file, packages, missing }) => ({
      suite: file,
      title: `${name} cannot be driven without ${missing}: apt-get install -y --no-install-recommends ${packages}`,
      status: 'skipped',
      detail: '',
    }))
  const present = engines.filter((engine) => engine.env !== null)
  if (present.length === 0) return { tests: absent }
  const found = Object.assign({}, ...present.map((engine) => engine.env))
  const files = present.map(({ file }) => file)
  const run = await runVitest(['engines'], { extent: 'full', env: { ...env, ...found }, files })
  return { ...run, tests: [...absent, ...run.tests] }
}
