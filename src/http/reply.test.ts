import { describe, expect, it } from 'vitest'
import { isCut, isMissingReply, isPageInPlace, isPassing, isPassingStatus, type Reply } from './reply.ts'

const refused = (status: number): Reply<never> => ({
  kind: 'refused',
  status,
  code: '',
  message: '',
  resultUrl: null,
  retryAfter: null,
})

describe('a reply after which the same call may work', () => {
  it.each([401, 408, 425, 429, 500, 502, 503, 504, 599])(
    'a call whose reply has the status %i may be retried',
    (status) => {
      expect(isPassingStatus(status)).toBe(true)
      expect(isPassing(refused(status))).toBe(true)
    },
  )

  it.each([400, 402, 403, 404, 407, 409, 410, 422, 424, 426, 428, 430, 499])(
    'a call whose reply has the status %i may not be retried',
    (status) => {
      expect(isPassingStatus(status)).toBe(false)
      expect(isPassing(refused(status))).toBe(false)
    },
  )

  it('a call may be retried after silence or a page in place of JSON with any status, and never after an answer', () => {
    expect(isPassing({ kind: 'silence' })).toBe(true)
    expect(isPassing({ kind: 'unreadable', form: 'html', status: 200 })).toBe(true)
    expect(isPassing({ kind: 'unreadable', form: 'unknown', status: 404 })).toBe(true)
    expect(isPassing({ kind: 'answered', body: {} })).toBe(false)
  })
})

it('[C.06] a call was cut if it was silent for long, or if its reply has the status 408', () => {
  expect(isCut({ kind: 'silence' }, true)).toBe(true)
  expect(isCut({ kind: 'silence' }, false)).toBe(false)
  expect(isCut(refused(408), false)).toBe(true)
  expect(isCut({ kind: 'unreadable', form: 'html', status: 408 }, false)).toBe(true)
  expect(isCut(refused(503), true)).toBe(false)
  expect(isCut({ kind: 'answered', body: {} }, true)).toBe(false)
})

describe('a reply that says “not found”', () => {
  it('isMissingReply is true for a 404 in JSON or as a page, and for no other reply', () => {
    expect(isMissingReply(refused(404))).toBe(true)
    expect(isMissingReply({ kind: 'unreadable', form: 'html', status: 404 })).toBe(true)
    expect(isMissingReply(refused(410))).toBe(false)
    expect(isMissingReply({ kind: 'unreadable', form: 'html', status: 200 })).toBe(false)
    expect(isMissingReply({ kind: 'silence' })).toBe(false)
    expect(isMissingReply({ kind: 'answered', body: { status: 404 } })).toBe(false)
  })
})

it('[S7.03] isPageInPlace is true for an HTML page with any status but 404, and for no other reply', () => {
  expect(isPageInPlace({ kind: 'unreadable', form: 'html', status: 200 })).toBe(true)
  expect(isPageInPlace({ kind: 'unreadable', form: 'html', status: 502 })).toBe(true)
  expect(isPageInPlace({ kind: 'unreadable', form: 'html', status: 404 })).toBe(false)
  expect(isPageInPlace({ kind: 'unreadable', form: 'unknown', status: 200 })).toBe(false)
  // A refusal has no form, so it never counts as a page.
  expect(isPageInPlace({ ...refused(503), form: 'html' } as Reply<unknown>)).toBe(false)
})
