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
  it.each([401, 408, 425, 429, 500, 502, 503, 504, 599])('is one with status %i', (status) => {
    expect(isPassingStatus(status)).toBe(true)
    expect(isPassing(refused(status))).toBe(true)
  })

  it.each([400, 402, 403, 404, 407, 409, 410, 422, 424, 426, 428, 430, 499])('is not one with status %i', (status) => {
    expect(isPassingStatus(status)).toBe(false)
    expect(isPassing(refused(status))).toBe(false)
  })

  it('is silence and any page in place of JSON, whatever its status, and never an answer', () => {
    expect(isPassing({ kind: 'silence' })).toBe(true)
    expect(isPassing({ kind: 'unreadable', form: 'html', status: 200 })).toBe(true)
    expect(isPassing({ kind: 'unreadable', form: 'unknown', status: 404 })).toBe(true)
    expect(isPassing({ kind: 'answered', body: {} })).toBe(false)
  })
})

it('[C.06] a call was cut if nothing came of it for long, or if something on its way says so', () => {
  expect(isCut({ kind: 'silence' }, true)).toBe(true)
  expect(isCut({ kind: 'silence' }, false)).toBe(false)
  expect(isCut(refused(408), false)).toBe(true)
  expect(isCut({ kind: 'unreadable', form: 'html', status: 408 }, false)).toBe(true)
  expect(isCut(refused(503), true)).toBe(false)
  expect(isCut({ kind: 'answered', body: {} }, true)).toBe(false)
})

describe('a reply that says: not there', () => {
  it('is 404 in JSON or as a page, and nothing else', () => {
    expect(isMissingReply(refused(404))).toBe(true)
    expect(isMissingReply({ kind: 'unreadable', form: 'html', status: 404 })).toBe(true)
    expect(isMissingReply(refused(410))).toBe(false)
    expect(isMissingReply({ kind: 'unreadable', form: 'html', status: 200 })).toBe(false)
    expect(isMissingReply({ kind: 'silence' })).toBe(false)
    expect(isMissingReply({ kind: 'answered', body: { status: 404 } })).toBe(false)
  })
})

it('[S7.03] a page in place of JSON is one with any status but the 404 of a server that says it so', () => {
  expect(isPageInPlace({ kind: 'unreadable', form: 'html', status: 200 })).toBe(true)
  expect(isPageInPlace({ kind: 'unreadable', form: 'html', status: 502 })).toBe(true)
  expect(isPageInPlace({ kind: 'unreadable', form: 'html', status: 404 })).toBe(false)
  expect(isPageInPlace({ kind: 'unreadable', form: 'unknown', status: 200 })).toBe(false)
  // A refusal has no form, so it never counts as a page.
  expect(isPageInPlace({ ...refused(503), form: 'html' } as Reply<unknown>)).toBe(false)
})
