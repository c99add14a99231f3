import { describe, expect, it } from 'vitest'
import type { Result, Score } from '#contract/result.ts'
import { cardWords, saidInWords } from './card-words.ts'
import { shareableOf } from './shareable.ts'

const score: Score = {
  iq: 118,
  low: 104,
  high: 130,
  theta: 1.2,
  se: 0.4,
  percentile: 88,
  population: 'теорія',
  calibration: 'орієнтовна оцінка',
}
const exam = (more: Partial<Result> = {}): Result => ({
  status: 'completed',
  attempt_id: 'a',
  mode: 'exam',
  test: { id: 't', slug: 'logichnij', type: 'logic', title: 'Логічний тест IQ' },
  score,
  submitted_at: '2026-03-05T10:00:00Z',
  ...more,
})
const wordsOf = (result: Result) => cardWords(shareableOf(result)!, 'iq.example')

describe('the picture of a result', () => {
  it('the picture of a result is never made of a training, of a withheld score, or of a score without its interval', () => {
    expect(shareableOf(exam())).not.toBeNull()
    expect(shareableOf(exam({ mode: 'training' }))).toBeNull()
    expect(shareableOf(exam({ mode: null }))).toBeNull()
    expect(shareableOf(exam({ score: null, score_withheld: { code: 'chance', text: '' } }))).toBeNull()
    for (const bare of [{ low: Number.NaN }, { high: Number.NaN }, { low: 118, high: 118 }, { low: 130, high: 104 }]) {
      expect(shareableOf(exam({ score: { ...score, ...bare } }))).toBeNull()
    }
  })

  it('the picture of a result has the score with its interval, the address of the site, and the lateness of a late exam', () => {
    const words = wordsOf(exam())
    expect(words).toMatchObject({
      testTitle: 'Логічний тест IQ',
      iq: '118',
      interval: 'Імовірний діапазон: від 104 до 130',
      address: 'iq.example',
      notes: ['Точність: орієнтовна оцінка.'],
    })
    const above = wordsOf(exam({ score: { ...score, iq: 130, iq_open: 'above', high_open: true } }))
    expect(above).toMatchObject({ iq: 'понад 130', interval: 'Імовірний діапазон: від 104 і вище' })
    const below = wordsOf(exam({ score: { ...score, iq: 70, low: 55, iq_open: 'below', low_open: true, high: 80 } }))
    expect(below).toMatchObject({ iq: 'до 70', interval: 'Імовірний діапазон: 80 і нижче' })
    expect(wordsOf(exam({ late: { seconds: 60, in_time: 3 } })).notes).toContain('Здано із запізненням.')
  })

  it('the picture of a result warns about a score by our first rules, and not about a score of another server', () => {
    const notesBy = (model: string | null) => wordsOf(exam({ score: { ...score, model } })).notes
    expect(notesBy('1')).toEqual([
      'Точність: орієнтовна оцінка.',
      'За нашими попередніми правилами: діапазон завузький.',
    ])
    expect(notesBy('2')).toEqual(['Точність: орієнтовна оцінка.'])
    expect(notesBy(null)).toEqual(['Точність: орієнтовна оцінка.'])
    expect(saidInWords(wordsOf(exam({ score: { ...score, model: '1' } })))).toContain('діапазон завузький')
  })

  it('the picture of a result has the address of the certificate if the owner gives it', () => {
    const proof = 'https://iq.example/sertyfikat/a.html'
    const words = cardWords(shareableOf(exam())!, 'iq.example', proof)
    expect(words).toMatchObject({ proof, address: 'iq.example' })
    expect(saidInWords(words)).toMatch(new RegExp(`Тестування IQ, ${proof}$`))
  })

  it('the picture of a result has a description in words, with the interval', () => {
    expect(saidInWords(wordsOf(exam()))).toBe(
      'Логічний тест IQ. Оцінка IQ: 118. Імовірний діапазон: від 104 до 130. Близько 88 зі\u00a0100 рівнів на кривій — нижчі. Точність: орієнтовна оцінка. А ви? Тестування IQ, iq.example',
    )
  })
})
