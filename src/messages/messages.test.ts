import { describe, expect, it } from 'vitest'
import { ApiError } from '../http/api-error.ts'
import { failureSentence, htmlInsteadOfData } from './failure-sentence.ts'
import { date, expiryDate, money } from './formats.ts'
import { specified } from './specified.ts'
import { uk } from './uk.ts'

const latinOrRussian = /[ыэъё]|[A-Za-z]{3,}/i

describe('the two catalogues', () => {
  it('have the same keys', () => {
    expect(Object.keys(uk).sort()).toEqual(Object.keys(specified).sort())
  })

  it('the Ukrainian one holds no Russian and no English', () => {
    const texts = Object.values(uk).map((text) => (typeof text === 'string' ? text : text(7)))
    expect(texts.filter((text) => latinOrRussian.test(text.replace(/email/gi, '')))).toEqual([])
  })

  it('[S8.10] [S9.01] [S9.02] name the seconds of a time-out', () => {
    expect(specified.examBuildingTimeout(270)).toBe('Exam building timeout after 270 seconds. Please try again.')
    expect(specified.resultsTimeout(120)).toBe('Results processing timeout after 120 seconds')
  })
})

describe('the sentence of a failed call', () => {
  const error = (kind: ApiError['kind'], detail?: string) => new ApiError({ kind, status_code: 500, detail })

  it('[S8.02] is the server’s own, else the fallback of the call', () => {
    expect(failureSentence(error('reply', 'Зайнято'), 'запасне')).toBe('Зайнято')
    expect(failureSentence(error('reply'), 'запасне')).toBe('запасне')
    expect(failureSentence(error('contract'), 'запасне')).toBe('запасне')
    expect(failureSentence(new TypeError('x is undefined'), 'запасне')).toBe('запасне')
  })

  it('[S8.02] [S8.03] is that of a lost network, Russian where the specification has it so', () => {
    expect(failureSentence(error('network'), 'запасне')).toBe('Помилка мережі')
    expect(failureSentence(error('network'), 'запасне', specified.networkRussian)).toBe('Ошибка сети')
  })

  it('[S8.10] names a page in place of data', () => {
    expect(failureSentence(error('html'), 'запасне')).toBe(htmlInsteadOfData)
  })
})

describe('numbers and days', () => {
  it('money is in hryvnias, and nothing is free of charge', () => {
    expect(money(14900).replace(/\s/g, ' ')).toBe('149 ₴')
    expect(money(14950).replace(/\s/g, ' ')).toBe('149,50 ₴')
    expect(money(0)).toBe('Безкоштовно')
  })

  it('[S3.11] the day on which a purchase expired is written out in Russian', () => {
    expect(expiryDate('2025-03-05T12:00:00.000Z').replace(/\s/g, ' ')).toBe('5 марта 2025 г.')
  })

  it('a day is written out', () => {
    expect(date('2026-03-05T12:00:00.000Z').replace(/\s/g, ' ')).toBe('5 березня 2026 р.')
  })
})
