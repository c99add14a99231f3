import { describe, expect, it } from 'vitest'
import { examTexts } from './exam.ts'

describe('the extra minutes of an exam', () => {
  it.each([
    [1, '1 додаткова'],
    [2, '2 додаткові'],
    [5, '5 додаткових'],
    [11, '11 додаткових'],
    [21, '21 додаткова'],
  ])('the adjective after %i extra minutes has the right Ukrainian ending', (extra, words) => {
    expect(examTexts.extraTime(60, extra).replaceAll('\u00a0', ' ')).toBe(`Ваш час: 60 хв, з них ${words}.`)
  })
})
