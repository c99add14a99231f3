import { createSign, generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMonobankSignature } from './monobank-signature.ts'
import { PaymentUnavailable } from './payment-provider.ts'

const pair = () => generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
const bank = pair()
const stranger = pair()
const replyOf = ({ publicKey }: KeyPairKeyObjectResult) => ({
  key: Buffer.from(publicKey.export({ type: 'spki', format: 'pem' })).toString('base64'),
})
const body = Buffer.from('{"status":"success"}')
const signedBy = ({ privateKey }: KeyPairKeyObjectResult) =>
  createSign('SHA256').update(body).sign(privateKey, 'base64')

const minute = 60_000
let asked: number
let answer: () => Promise<unknown>
let isSigned: ReturnType<typeof createMonobankSignature>
const by = (signer: KeyPairKeyObjectResult) => isSigned(body, signedBy(signer))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  asked = 0
  answer = async () => replyOf(bank)
  isSigned = createMonobankSignature(() => {
    asked += 1
    return answer()
  })
})
afterEach(() => void vi.useRealTimers())
const wait = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

describe('the key of the bank', () => {
  it('simultaneous callbacks, forged ones too, ask the bank for its key once, and once more after a minute', async () => {
    expect(await Promise.all([by(bank), by(stranger), by(bank)])).toEqual([true, false, true])
    expect(asked).toBe(1)
    wait(minute)
    expect(await Promise.all(Array.from({ length: 25 }, () => by(stranger)))).toEqual(Array(25).fill(false))
    expect(asked).toBe(2)
    expect(await Promise.all([by(stranger), by(bank)])).toEqual([false, true])
    expect(asked).toBe(2)
  })

  it('the server asks a silent bank for its key at most once a minute, and lets its callbacks be sent again meanwhile', async () => {
    answer = () => Promise.reject(new PaymentUnavailable('the bank is away'))
    for (let callback = 0; callback < 5; callback += 1) await expect(by(bank)).rejects.toThrow('the bank is away')
    expect(asked).toBe(1)
    answer = async () => replyOf(bank)
    wait(minute)
    expect(await by(bank)).toBe(true)
    expect(asked).toBe(2)
  })

  it('while the bank is away, the server accepts callbacks that its cached key verifies, and lets others be sent again', async () => {
    await by(bank)
    wait(minute)
    answer = () => Promise.reject(new PaymentUnavailable('the bank is away'))
    await Promise.all([by(stranger), by(stranger)].map((sent) => expect(sent).rejects.toThrow(PaymentUnavailable)))
    expect(await by(bank)).toBe(true)
    expect(asked).toBe(2)
  })

  it('the server learns a changed key of the bank after a minute, and then accepts signatures of the new key alone', async () => {
    await by(bank)
    const next = pair()
    answer = async () => replyOf(next)
    wait(minute)
    expect(await by(next)).toBe(true)
    expect([await by(bank), await by(next)]).toEqual([false, true])
    expect(asked).toBe(2)
  })
})
