// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FollowNavigation } from './follow-navigation.tsx'

const scrollTo = vi.fn()
let router: ReturnType<typeof createMemoryRouter>

beforeEach(() => {
  scrollTo.mockClear()
  vi.stubGlobal('scrollTo', scrollTo)
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(path: string): void {
  router = createMemoryRouter([{ path: '*', Component: FollowNavigation }], { initialEntries: [path] })
  render(<RouterProvider router={router} />)
}
const go = (to: string, options?: { replace: boolean }) => act(() => router.navigate(to, options))

describe('scrolling after a navigation', () => {
  it('a new page starts at its top, even if it replaces the history entry of another', async () => {
    open('/')
    await go('/tests')
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0)
    await go('/login', { replace: true })
    expect(scrollTo).toHaveBeenCalledTimes(2)
  })

  it('another result of the same purchase starts at the top of the page', async () => {
    open('/logic/test-result/p')
    await go('/logic/test-result/p?attempt=a')
    await go('/logic/test-result/p?attempt=b')
    expect(scrollTo).toHaveBeenCalledTimes(2)
  })

  it('a filter does not scroll the page to its top, neither the first nor a later one', async () => {
    open('/')
    await go('/tests')
    scrollTo.mockClear()
    await go('/tests?type=logic', { replace: true })
    await go('/tests?type=verbal', { replace: true })
    expect(scrollTo).not.toHaveBeenCalled()
  })

  it('going back in the history does not scroll the page to its top', async () => {
    open('/')
    await go('/tests')
    await go('/tests?type=logic', { replace: true })
    scrollTo.mockClear()
    await act(() => router.navigate(-1))
    expect(scrollTo).not.toHaveBeenCalled()
  })
})
