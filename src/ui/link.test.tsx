// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { MouseEvent, ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { Link, NavLink } from './link.tsx'

afterEach(cleanup)

function Here() {
  const { pathname, state } = useLocation()
  return <output>{`${pathname} ${JSON.stringify(state)}`}</output>
}

const at = (path: string, element: ReactNode) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      {element}
      <Here />
    </MemoryRouter>,
  )

/** Presses the link and returns whether the press was kept from the browser, which itself follows no link here. */
function isTaken(name: string, how: MouseEventInit = {}): boolean {
  let taken = false
  const link = screen.getByRole('link', { name })
  const note = (event: Event) => {
    taken = event.defaultPrevented
    event.preventDefault()
  }
  link.ownerDocument.addEventListener('click', note, { once: true })
  fireEvent.click(link, how)
  return taken
}

it('a link goes to its page with its state, without a page load', () => {
  at(
    '/',
    <Link to="/tests" state={{ from: 'here' }}>
      Тести
    </Link>,
  )
  expect(isTaken('Тести')).toBe(true)
  expect(screen.getByRole('status').textContent).toBe('/tests {"from":"here"}')
})

it('a link does not navigate if its own handler prevents the press', () => {
  const onClick = vi.fn((event: MouseEvent) => event.preventDefault())
  at(
    '/',
    <Link to="/tests" onClick={onClick}>
      Тести
    </Link>,
  )
  expect(isTaken('Тести')).toBe(true)
  expect(onClick).toHaveBeenCalledOnce()
  expect(screen.getByRole('status').textContent).toBe('/ null')
})

it('a link leaves a press with a modifier, and a press on a link with a target, to the browser', () => {
  at('/', <Link to="/tests">Тести</Link>)
  expect(isTaken('Тести', { ctrlKey: true })).toBe(false)
  expect(screen.getByRole('status').textContent).toBe('/ null')
  cleanup()
  at(
    '/',
    <Link to="/offer" target="_blank">
      Умови
    </Link>,
  )
  expect(isTaken('Умови')).toBe(false)
  expect(screen.getByRole('status').textContent).toBe('/ null')
})

it.each([
  ['/tests', 'page'],
  ['/tests/7', 'page'],
  ['/testsuite', null],
  ['/', null],
])('at %s a link of the menu to /tests has aria-current %s', (path, current) => {
  at(path, <NavLink to="/tests">Тести</NavLink>)
  expect(screen.getByRole('link', { name: 'Тести' }).getAttribute('aria-current')).toBe(current)
})
