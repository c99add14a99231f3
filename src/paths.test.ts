import { describe, expect, it } from 'vitest'
import { matchRoutes } from 'react-router-dom'
import { routePatterns } from '#contract/page-patterns.ts'
import { isGuestOnlyPath, isMailedLink, paths } from './paths.ts'

const params = (pattern: string, path: string) => matchRoutes([{ path: pattern }], path)?.[0]?.params

describe('addresses', () => {
  it('[S2.06] an address matches the pattern of its page, whatever characters the ids contain', () => {
    expect(params(routePatterns.test, paths.test('а/б в'))).toEqual({ slug: 'а/б в' })
    expect(params(routePatterns.exam, paths.exam('1', 'p?2'))).toEqual({ testId: '1', purchaseId: 'p?2' })
    expect(params(routePatterns.result, paths.result('verbal', 'p#1'))).toEqual({
      testType: 'verbal',
      purchaseId: 'p#1',
    })
    expect(paths.learning('1', '7')).toBe('/learning/1/7')
    expect(paths.order('a&b')).toBe('/purchases?order=a%26b')
  })

  it('[S2.04] isGuestOnlyPath recognises the pages that are for guests only', () => {
    expect(['/login', '/register', '/reset-password/email', '/reset-password/x/y'].every(isGuestOnlyPath)).toBe(true)
    expect(['/', '/examples', '/profile', '/login/x'].some(isGuestOnlyPath)).toBe(false)
  })

  it('isMailedLink recognises the pages that only a letter opens', () => {
    const opened = ['/auth-callback', '/verify-email/u/t', '/confirm-email/u/t', '/keep-account/u/t']
    expect([...opened, '/reset-password/u/t'].every(isMailedLink)).toBe(true)
    expect(['/', '/profile', '/login', '/reset-password/email', '/tests/verify-email/x'].some(isMailedLink)).toBe(false)
  })
})
