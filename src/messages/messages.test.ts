import { describe, expect, it } from 'vitest'
import { ApiError } from '../http/api-error.ts'
import { languageOf } from '../ui/sentence.tsx'
import { failureSentence, htmlInsteadOfData, inUkrainian } from './messages.ts'
import { date, expiryDate, lastMoment, money, recentMoment, timeOrDay } from './formats.ts'
import * as account from './account-messages.ts'
import * as feedback from './feedback.ts'
import * as pages from './messages.ts'
import { purchaseTexts } from './purchases.ts'
import { cacheTexts } from './pwa.ts'
import * as tests from './test-messages.ts'

type Sentence = string | ((seconds: number) => string)
type Catalogue = Readonly<Record<string, Sentence>>
const read = (sentence: Sentence) => (typeof sentence === 'string' ? sentence : sentence(7))

/** The specification's Russian and English sentences, and the language of the Russian date. */
const foreign = {
  account: ['passwordResetRequestFailed', 'passwordResetConfirmFailed', 'profileSaveFailed'],
  feedback: Object.keys(feedback.specified),
  pages: ['networkRussian', 'profileLoadFailed', 'availableTestsFailed', 'legalFailed'],
  tests: [
    'ownedTestsFailed',
    'searchFailed',
    'testLoadFailed',
    'testSubmitFailed',
    'testNetwork',
    'examBuildingFailed',
    'examBuildingExpired',
    'examBuildingTimeout',
    'resultsFailed',
    'resultsExpired',
    'resultsTimeout',
    'expiryLocale',
  ],
}

describe.each<[keyof typeof foreign, { specified: Catalogue; uk: Catalogue }]>([
  ['account', account],
  ['feedback', feedback],
  ['pages', pages],
  ['tests', tests],
])('the two catalogues of %s', (name, { specified, uk }) => {
  it('the Ukrainian catalogue has the same keys as the specified one', () => {
    expect(Object.keys(uk).sort()).toEqual(Object.keys(specified).sort())
  })

  it('the Ukrainian catalogue differs from the specified one only in sentences that are not specified in Ukrainian', () => {
    const differing = Object.keys(specified).filter((key) => read(uk[key]!) !== read(specified[key]!))
    expect(differing.sort()).toEqual([...foreign[name]].sort())
  })

  it('every sentence in another language is marked with it, and no Ukrainian sentence is marked', () => {
    const sentences = Object.keys(specified).filter((key) => key !== 'expiryLocale')
    const marked = sentences.filter((key) => languageOf(read(specified[key]!)) !== undefined)
    expect(marked.sort()).toEqual(foreign[name].filter((key) => key !== 'expiryLocale').sort())
    expect(sentences.filter((key) => languageOf(read(uk[key]!)) !== undefined)).toEqual([])
  })
})

describe('the Ukrainian sentence before a sentence in another language', () => {
  const used = {
    account: account.accountMessages,
    feedback: feedback.feedbackMessages,
    pages: pages.messages,
    tests: tests.testMessages,
  } satisfies Record<string, Catalogue>
  const inUse = Object.values<Catalogue>(used).flatMap((catalogue) => Object.values(catalogue).map(read))

  it('every Russian or English sentence of the specification has a Ukrainian one to go before it', () => {
    const sentences = inUse.filter((sentence) => languageOf(sentence) !== undefined && sentence !== 'ru-RU')
    expect(sentences).toHaveLength(Object.values(foreign).flat().length - 1)
    for (const sentence of sentences) {
      expect(inUkrainian(sentence), sentence).toMatch(/^[^ыэёъ]+$/)
      expect(languageOf(inUkrainian(sentence)), sentence).toBeUndefined()
    }
  })

  it('a Ukrainian sentence or an unknown sentence of another server has no Ukrainian one to go before it', () => {
    const sentences = inUse.filter((sentence) => languageOf(sentence) === undefined)
    expect([...sentences, 'Out of order'].map(inUkrainian).filter((line) => line !== undefined)).toEqual([])
  })
})

describe('the sentences of the specification', () => {
  it('[S8.10] [S9.01] [S9.02] the specified sentences of a timeout name its seconds', () => {
    expect(tests.specified.examBuildingTimeout(270)).toBe('Exam building timeout after 270 seconds. Please try again.')
    expect(tests.specified.resultsTimeout(120)).toBe('Results processing timeout after 120 seconds')
  })
})

describe('the sentence of a failed call', () => {
  const error = (kind: ApiError['kind'], detail?: string) => new ApiError({ kind, status_code: 500, detail })

  it('[S8.02] a failed call shows the server’s sentence, or else the fallback of the call', () => {
    expect(failureSentence(error('reply', 'Зайнято'), 'запасне')).toBe('Зайнято')
    expect(failureSentence(error('reply'), 'запасне')).toBe('запасне')
    expect(failureSentence(error('contract'), 'запасне')).toBe('запасне')
    expect(failureSentence(new TypeError('x is undefined'), 'запасне')).toBe('запасне')
  })

  it('[S8.02] [S8.03] a lost network has its own sentence, in Russian if the specification gives it in Russian', () => {
    expect(failureSentence(error('network'), 'запасне')).toBe('Помилка мережі')
    expect(failureSentence(error('network'), 'запасне', pages.specified.networkRussian)).toBe('Ошибка сети')
  })

  it('[S8.10] a failed call says that a page came in place of data', () => {
    expect(failureSentence(error('html'), 'запасне')).toBe(htmlInsteadOfData)
  })
})

describe('numbers and days', () => {
  it('an amount is written in hryvnias, and the amount 0 as free of charge', () => {
    expect(money(14900).replace(/\s/g, ' ')).toBe('149 ₴')
    expect(money(14950).replace(/\s/g, ' ')).toBe('149,50 ₴')
    expect(money(0)).toBe('Безкоштовно')
  })

  it.each([5, 50, 99, 100, 99_999, 100_000, 114_950, 123_456_700, 1_234_567_805])(
    '%i kopiykas are written as browsers write them',
    (kopiykas) => {
      const asBrowsersDo = new Intl.NumberFormat('uk-UA', {
        style: 'currency',
        currency: 'UAH',
        currencyDisplay: 'narrowSymbol',
        minimumFractionDigits: kopiykas % 100 === 0 ? 0 : 2,
      })
      expect(money(kopiykas)).toBe(asBrowsersDo.format(kopiykas / 100))
    },
  )

  it('a paid order that cost nothing is called free of charge, not paid', () => {
    expect(purchaseTexts.status('paid', 0)).toBe('Безкоштовно')
    expect(purchaseTexts.status('paid', 14900)).toBe('Оплачено')
    expect(purchaseTexts.status('paid', null)).toBe('Оплачено')
    expect(purchaseTexts.status('expired', 0)).toBe('Строк дії минув')
  })

  it('a moment of today or yesterday is named by that word, and an older moment by its day', () => {
    const now = new Date(2026, 2, 1, 0, 30).getTime()
    const said = (...at: [number, number, number, number, number]) => recentMoment(new Date(...at).getTime(), now)
    expect(said(2026, 2, 1, 0, 5)).toBe('сьогодні о 00:05')
    expect(said(2026, 1, 28, 23, 59)).toBe('вчора о 23:59')
    expect(said(2026, 1, 28, 0, 0)).toBe('вчора о 00:00')
    expect(said(2026, 1, 27, 14, 5).replace(/\s/g, ' ')).toBe('27 лютого о 14:05')
    expect(recentMoment(Number.NaN, now)).toBe('')
  })

  it('a saved page names the time of its data by the hour of today, or else by the day', () => {
    const now = new Date(2026, 2, 1, 0, 30).getTime()
    const said = (...at: [number, number, number, number, number]) =>
      cacheTexts.savedAt(timeOrDay(new Date(...at).getTime(), now), 'network').replace(/\s/g, ' ')
    expect(said(2026, 2, 1, 0, 5)).toBe('Без мережі · дані на 00:05')
    expect(said(2026, 1, 28, 23, 59)).toBe('Без мережі · дані на 28 лютого')
    expect(said(2025, 2, 1, 0, 5)).toBe('Без мережі · дані на 1 березня')
  })

  it('[S3.11] the day on which a purchase expired is written out in Russian', () => {
    expect(expiryDate('2025-03-05T12:00:00.000Z').replace(/\s/g, ' ')).toBe('5 марта 2025 г.')
  })

  it('[S3.11] a day without a time is written as that day even west of Greenwich, and a text that is no date as it came', () => {
    const zone = process.env.TZ
    process.env.TZ = 'America/New_York'
    try {
      expect(new Intl.DateTimeFormat('ru', { day: 'numeric' }).format(new Date('2025-03-05'))).toBe('4')
      expect(expiryDate('2025-03-05').replace(/\s/g, ' ')).toBe('5 марта 2025 г.')
      expect(lastMoment('2025-03-05').replace(/\s/g, ' ')).toBe('5 березня 2025 р. включно')
    } finally {
      process.env.TZ = zone
    }
    for (const write of [date, expiryDate, lastMoment]) expect(write('скоро')).toBe('скоро')
  })

  it('a day is written out in Ukrainian', () => {
    expect(date('2026-03-05T12:00:00.000Z').replace(/\s/g, ' ')).toBe('5 березня 2026 р.')
  })
})
