import { describe, expect, it } from 'vitest'
import { readEnvironment } from '../config/read-environment.ts'
import { pagePolicy } from './security-headers.ts'

const embedded = { databaseUrl: 'postgres://local', authSecret: 'a', paymentSecret: 'b' }
const policyIn = (environment: Record<string, string>) => pagePolicy(readEnvironment(environment, '/project', embedded))

describe('the policy of pages', () => {
  it('lets pages call and load pictures from nowhere else', () => {
    const policy = policyIn({})
    expect(policy['connect-src']).toEqual(["'self'"])
    expect(policy['img-src']).toEqual(["'self'", 'data:'])
  })

  it('[S7.01] adds the API host that the client was built for to calls and pictures alone', () => {
    const policy = policyIn({ VITE_API_URL: 'https://api.example/' })
    expect(policy['connect-src']).toEqual(["'self'", 'https://api.example'])
    expect(policy['img-src']).toEqual(["'self'", 'data:', 'https://api.example'])
    expect(policy['script-src']).toEqual(["'self'"])
    expect(policy['form-action']).not.toContain('https://api.example')
  })

  it('lets the checkout form be sent to any payment provider: a kept page outlives a change of it', () => {
    const everywhere = ["'self'", 'https://www.liqpay.ua', 'https://pay.monobank.ua', 'https://pay.mbnk.biz']
    expect(policyIn({})['form-action']).toEqual(everywhere)
    const liqpay = { PAYMENT_PROVIDER: 'liqpay', LIQPAY_PUBLIC_KEY: 'a', LIQPAY_PRIVATE_KEY: 'b' }
    expect(policyIn(liqpay)['form-action']).toEqual(everywhere)
  })

  it('asks for Trusted Types, with no policies but ours', () => {
    expect(policyIn({})).toMatchObject({
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['app-sw', 'dompurify'],
    })
  })
})
