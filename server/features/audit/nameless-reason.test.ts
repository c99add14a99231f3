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
  ])('an operator’s reason may not name the person: %s', (text, found) => {
    expect(namesIn(text, person)).toBe(found)
  })

  it.each([
    'лист до підтримки 2026-11-23 05:41, не почали жодного екзамену',
    'payment 2345678901 came twice, order 6f0f0f0e-1111-4222-8333-123456789012',
    'ковані двері',
    '149.00 UAH within 14 days',
  ])('an operator’s reason may say what happened: %s', (text) => {
    expect(namesIn(text, person)).toBeNull()
  })

  it('an operator’s reason is not refused because the person has no name and no telephone number', () => {
    expect(namesIn('a chargeback', { firstName: '', lastName: 'І', phoneNumber: '' })).toBeNull()
  })
})
