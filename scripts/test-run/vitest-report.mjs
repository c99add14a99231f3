import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../launch/project.mjs'

/**
 * A reporter of Vitest for `suites.mjs`: writes `{ files: [{ file, seconds }], tests: [{ suite, project, title, status, detail
 * }], broken: [detail] }` into the file of TEST_REPORT. Vitest's own JSON leaves out failures outside of tests: next to a failed
 * test, a failed hook or an uncaught error would be hidden.
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

/** Title for the hooks of a file or a describe block, which are reported only if they fail. */
const HOOKS = 'what runs before and after the tests'

const fileOf = (module) => path.relative(projectRoot, module.moduleId)
const secondsOf = ({ collectDuration, duration }) => (collectDuration + duration) / 1000
const detailOf = (errors) => errors.map(({ stack, message }) => stack || message).join('\n')

/** A file without tests, because it could not be loaded. */
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
