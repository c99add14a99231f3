// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { followLostStyles, lostStyles } from './load-chunk.ts'

/** A link of the page before the first script runs; `rules` returns the rules of its sheet. */
function link(file: string, { rules, disabled = false }: { rules?: () => unknown[]; disabled?: boolean }) {
  const element = document.createElement('link')
  element.rel = 'stylesheet'
  const sheet = rules === undefined ? null : Object.defineProperty({}, 'cssRules', { get: rules })
  Object.defineProperties(element, {
    href: { value: `${location.origin}/assets/${file}.css` },
    disabled: { value: disabled },
    sheet: { value: sheet },
  })
  document.head.append(element)
  return element
}

it('[S8.24] lostStyles lists the page’s stylesheets that failed before any script ran, and no loaded or disabled one', () => {
  const unreadable = () => {
    throw new DOMException('not loaded', 'InvalidAccessError')
  }
  const lost = [link('none', {}), link('empty', { rules: () => [] }), link('unreadable', { rules: unreadable })]
  const there = [link('whole', { rules: () => [':root {}'] }), link('drawn', { disabled: true })]
  followLostStyles()
  expect(lostStyles()).toEqual(lost.map(({ href }) => href))
  // A lost link is removed for its next fetch.
  expect([...document.querySelectorAll('link')]).toEqual(there)
})
