import { expect, it } from 'vitest'
import { type PracticeRequest, searchOf, requestIn } from './practice-request.ts'

it.each<PracticeRequest>([
  { size: 5, only: null },
  { size: 10, only: 'mistakes' },
  { size: 10, only: { kind: 'logic-matrix' } },
])('the request of a practice is read from its address unchanged: %j', (request) => {
  const search = new URLSearchParams(searchOf(request, 'a-start-key'))
  expect(search.get('practice')).toBe('a-start-key')
  expect(requestIn(search)).toEqual(request)
})

it.each(['', '?size=7', '?size=ten&practice=x'])(
  'an address without a valid request (%s) means a practice of five tasks of all kinds',
  (said) => {
    expect(requestIn(new URLSearchParams(said))).toEqual({ size: 5, only: null })
  },
)
