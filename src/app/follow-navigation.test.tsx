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

describe('the top of the page', () => {
  it('is where a new page starts, also one that takes the place of another', async () => {
    open('/')
    await go('/tests')
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0)
    await go('/login', { replace: true })
    expect(scrollTo).toHaveBeenCalledTimes(2)
  })

  it('is where another result of the same purchase starts', async () => {
    open('/logic/test-result/p')
    await go('/logic/test-result/p?attempt=a')
    await go('/logic/test-result/p?attempt=b')
    expect(scrollTo).toHaveBeenCalledTimes(2)
  })

  it('is not gone back to by a filter, neither the first nor a later one', async () => {
    open('/')
    await go('/tests')
    scrollTo.mockClear()
    await go('/tests?type=logic', { replace: true })
    await go('/tests?type=verbal', { replace: true })
    expect(scrollTo).not.toHaveBeenCalled()
  })

  it('is not gone to on the way back', async () => {
    open('/')
    await go('/tests')
    await go('/tests?type=logic', { replace: true })
    scrollTo.mockClear()
    await act(() => router.navigate(-1))
    expect(scrollTo).not.toHaveBeenCalled()
  })
})
