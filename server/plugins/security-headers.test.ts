import { describe, expect, it } from 'vitest'
import { readEnvironment } from '../config/read-environment.ts'
import { pagePolicy } from './security-headers.ts'

const embedded = { databaseUrl: 'postgres://local', authSecret: 'a', paymentSecret: 'b' }
const policyIn = (environment: Record<string, string>) => pagePolicy(readEnvironment(environment, '/project', embedded))

describe('the policy of pages', () => {
  it('the policy of pages lets them call and load pictures from no other origin', () => {
    const policy = policyIn({})
    expect(policy['connect-src']).toEqual(["'self'"])
    expect(policy['img-src']).toEqual(["'self'", 'data:'])
  })

  it('[S7.01] the policy of pages adds the API host of the build to calls and pictures alone', () => {
    const policy = policyIn({ VITE_API_URL: 'https://api.example/' })
    expect(policy['connect-src']).toEqual(["'self'", 'https://api.example'])
    expect(policy['img-src']).toEqual(["'self'", 'data:', 'https://api.example'])
    expect(policy['script-src']).toEqual(["'self'"])
    expect(policy['form-action']).not.toContain('https://api.example')
  })

  it('the policy of pages allows every payment provider as a target of forms, because a cached page outlives a change', () => {
    const everywhere = ["'self'", 'https://www.liqpay.ua', 'https://pay.monobank.ua', 'https://pay.mbnk.biz']
    expect(policyIn({})['form-action']).toEqual(everywhere)
    const liqpay = { PAYMENT_PROVIDER: 'liqpay', LIQPAY_PUBLIC_KEY: 'a', LIQPAY_PRIVATE_KEY: 'b' }
    expect(policyIn(liqpay)['form-action']).toEqual(everywhere)
  })

  it('the policy of pages requires Trusted Types, with no policies but ours', () => {
    expect(policyIn({})).toMatchObject({
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['app-sw', 'dompurify'],
    })
  })
})
