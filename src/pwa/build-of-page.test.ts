// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { buildOfPage } from './build-of-page.ts'

/** The scripts of a built page in order; those before the last are the same in many builds. */
function builtPage(digest: string): HTMLElement {
  const files = ['rolldown-runtime-XKyaHtl9', 'libraries-D7GFtvRR', `window-${digest}`]
  // The element is outside of a document, so no script is loaded.
  const page = document.createElement('div')
  page.innerHTML = files
    .map((file) => `<script type="module" src="https://iq.example/assets/${file}.js"></script>`)
    .join('')
  return page
}

it('two builds of the app that share their libraries have different names', () => {
  expect(buildOfPage(builtPage('CfuIHDsW'))).not.toBe(buildOfPage(builtPage('BBClnA1a')))
  expect(buildOfPage(builtPage('CfuIHDsW'))).toBe(buildOfPage(builtPage('CfuIHDsW')))
})

it('a page without scripts of a build has no name', () => {
  expect(buildOfPage(document.createElement('div'))).toBe('')
})
