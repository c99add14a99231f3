import { describe, expect, it } from 'vitest'
import { namesIn } from './nameless-reason.ts'

const person = { firstName: 'Оксана', lastName: 'Коваль', phoneNumber: '+380 44 123-45-67' }

describe('a reason that stays when its person is erased', () => {
  it.each([
    ['лист від oksana@person.example', 'an e-mail address'],
    ['дзвонила з 044 1234567', 'a telephone number'],
    ['дзвонили з +380 (50) 765-43-21', 'a telephone number'],
    ['Оксана просила', 'the person’s name'],
    ['прохання Оксани', 'the person’s name'],
    ['повертаємо КОВАЛЮ', 'the person’s name'],
  ])('may not hold what names them: %s', (text, found) => {
    expect(namesIn(text, person)).toBe(found)
  })

  it.each([
    'лист до підтримки 2026-11-23 05:41, не почали жодного екзамену',
    'payment 2345678901 came twice, order 6f0f0f0e-1111-4222-8333-123456789012',
    'ковані двері',
    '149.00 UAH within 14 days',
  ])('may say what happened: %s', (text) => {
    expect(namesIn(text, person)).toBeNull()
  })

  it('of somebody who gave no name and no number is not refused for that', () => {
    expect(namesIn('a chargeback', { firstName: '', lastName: 'І', phoneNumber: '' })).toBeNull()
  })
})
