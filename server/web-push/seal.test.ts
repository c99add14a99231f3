import { createECDH } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { areKeys, seal } from './seal.ts'

const browser = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

describe('a sealed message', () => {
  it('a sealed message is, byte for byte, the example of RFC 8291, appendix A', () => {
    const sender = createECDH('prime256v1')
    sender.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'))
    const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url')
    const sealed = seal('When I grow up, I want to be a watermelon', browser, sender, salt, 0)
    expect(sealed.toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    )
  })

  it('sealed messages of any content have one length, and a text of 4,000 characters is refused', () => {
    const lengths = ['{}', 'Результат готовий'.repeat(20)].map((text) => seal(text, browser).length)
    expect(new Set(lengths).size).toBe(1)
    expect(() => seal('x'.repeat(4000), browser)).toThrow(RangeError)
  })

  it('areKeys accepts only a point of the curve and a secret of the right length', () => {
    expect(areKeys(browser)).toBe(true)
    expect(areKeys({ ...browser, p256dh: `${browser.p256dh.slice(0, -2)}AA` })).toBe(false)
    expect(areKeys({ ...browser, p256dh: Buffer.alloc(65, 4).toString('base64url') })).toBe(false)
    expect(areKeys({ ...browser, auth: 'AAAA' })).toBe(false)
  })
})
