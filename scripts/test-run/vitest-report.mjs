import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../launch/project.mjs'

/**
 * A reporter of Vitest: writes what `suites.mjs` reads into the file that TEST_REPORT names, as
 * `{ files: [{ file, seconds }], tests: [{ suite, project, title, status, detail }], broken: [detail] }`. Vitest's own JSON
 * leaves out what fails outside of a test: with one failed test beside it, a hook or an error that nobody caught would go
 * unseen.
 */
export default class VitestReport {
  onTestRunEnd(modules, unhandledErrors) {
    const report = {
      files: modules.map((module) => ({ file: fileOf(module), seconds: secondsOf(module.diagnostic()) })),
      tests: modules.flatMap((module) => [...ofHooks(module), ...ofTests(module)]),
      broken: [...modules.flatMap(ofLoading), ...unhandledErrors.map((error) => detailOf([error]))],
    }
    writeFileSync(process.env.TEST_REPORT, `${JSON.stringify(report, null, 2)}\n`)
  }
}

/** The title of what runs before and after the tests of a file or of a describe block. It counts where it fails only. */
const HOOKS = 'what runs before and after the tests'

const fileOf = (module) => path.relative(projectRoot, module.moduleId)
const secondsOf = ({ collectDuration, duration }) => (collectDuration + duration) / 1000
const detailOf = (errors) => errors.map(({ stack, message }) => stack || message).join('\n')

/** A file without tests, because it could not be read to its end. */
function ofLoading(module) {
  const isWhole = module.children.size > 0 || module.errors().length === 0
  return isWhole ? [] : [`${fileOf(module)} cannot be loaded: ${detailOf(module.errors())}`]
}

function ofHooks(module) {
  const blocks = module.children.size > 0 ? [module, ...module.children.allSuites()] : []
  return blocks
    .filter((block) => block.errors().length > 0)
    .map((block) => ({
      ...whereIs(module),
      title: [...titlesOf(block), HOOKS].join(' '),
      isHook: true,
      status: 'failed',
      detail: detailOf(block.errors()),
    }))
}

function ofTests(module) {
  return [...module.children.allTests()].map((test) => {
    const { state, errors = [], note = '' } = test.result()
    return {
      ...whereIs(module),
      title: titlesOf(test).join(' '),
      // A test that is still pending at the end was cut off.
      status: { passed: 'passed', skipped: 'skipped' }[state] ?? 'failed',
      detail: detailOf(errors) || note || (state === 'pending' ? 'It did not come to its end.' : ''),
    }
  })
}

const whereIs = (module) => ({ suite: fileOf(module), project: module.project.name })

function titlesOf(entity) {
  return entity.type === 'module' ? [] : [...titlesOf(entity.parent), entity.name]
}
