import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { withoutSideEffects } from './shake-router.ts'

const folder = path.resolve(import.meta.dirname, '../../node_modules/react-router/dist/production')

it('withoutSideEffects marks every top-level call and class of the installed router that a bundler would keep unasked', () => {
  const chunks = readdirSync(folder).filter((name) => /^chunk-.*\.mjs$/.test(name))
  const marked = chunks.map((name) => withoutSideEffects(readFileSync(path.join(folder, name), 'utf8'))).join('\n')
  for (const name of ['Form', 'Link', 'NavigationContext', 'RemixErrorBoundary']) {
    expect(marked).toMatch(new RegExp(`^var ${name} = /\\* @__PURE__ \\*/ `, 'm'))
  }
  // Anything unmarked would stay in every page: then the router has changed, and the marks need another look.
  expect(marked).not.toMatch(/^\w+\.displayName = /m)
  expect(marked).not.toMatch(/^var \w+ = (?:React\d*\.\w+\(|class extends React)/m)
})
