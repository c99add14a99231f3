import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { iqScore } from '#content/score/iq-score.ts'
import { statementsOf } from '../server/features/certificates/certificate-facts.ts'
import { judgeWords, type Source } from './support/judge-words.ts'
import { type Passage, passagesOf, sitePassages, testTitles } from './support/site-words.ts'
import { wordSources } from './support/word-sources.ts'

const known = {
  titles: testTitles(),
  operations: readFileSync(path.resolve(import.meta.dirname, '../docs/operations.md'), 'utf8'),
}
const passages = sitePassages()
const judge = (texts: readonly Passage[] = passages, sources: readonly Source[] = wordSources, titles = known.titles) =>
  judgeWords(texts, sources, { ...known, titles })

describe('the texts for visitors', () => {
  it('every number and every word without exception in the texts for visitors has a source: the code’s value, a test, or people’s work', () => {
    expect(passages.length).toBeGreaterThan(1200)
    expect(judge()).toEqual([])
  })

  /** Faults of the passages with `old`, if it were replaced by `words`. */
  const rewritten = (old: string, words: string) => {
    const found = passages.filter(({ text }) => text.includes(old))
    expect(judge(found).filter((fault) => fault.startsWith('no source'))).toEqual([])
    return judge(found.map(({ file, text }) => ({ file, text: text.replace(old, words) })))
  }

  it.each([
    ['server/seed/seeded-faq.ts', 'протягом 14 днів від оплати', '14 днів', '30 днів', '30'],
    ['content/legal/offer.uk.html', 'до 60 за добу', '60', '600', '600'],
    ['src/messages/mailed-links.ts', 'або сім днів минуло', 'сім', 'десять', 'десять'],
    ['src/messages/reset.ts', 'Посилання діє годину', 'годину', 'добу', 'діє добу'],
    ['content/legal/privacy.uk.html', '5 років', '5', '6', '6'],
    ['server/seed/test-info.ts', 'складається з 30 запитань', '30', '40', '40'],
  ])('the judge of words refuses a number that is not the code’s: %s, %s', (file, said, right, wrong, named) => {
    const rewording = rewritten(said, said.replace(right, wrong))
    expect(rewording).toContainEqual(expect.stringMatching(new RegExp(`^no source: ${file}: «${named}»`)))
  })

  it('the judge of words refuses a new promise that nothing proves', () => {
    for (const promise of [
      'Підтримка відповідає тричі на день.',
      'Ваші відповіді завжди чекають на вас і за сто років.',
      'Тренуйтеся скільки завгодно, коли вам зручно.',
      'Ваші результати бачите лише ви, і більш ніхто.',
    ]) {
      expect(judge([{ file: 'public/new.html', text: promise }]), promise).toContainEqual(
        expect.stringContaining(`in «${promise}»`),
      )
    }
  })

  it('the judge of words reports a promise whose test, whose line for people, or whose own words are gone', () => {
    for (const { test, people, fragment } of wordSources) {
      if (test !== undefined) {
        const rest = known.titles.filter((title) => !title.includes(test))
        expect(judge([], [{ fragment, test }], rest)).toContain(`no such test: «${test}» of ${fragment.source}`)
      }
      if (people !== undefined) {
        const faults = judgeWords([], [{ fragment, people }], { ...known, operations: '' })
        expect(faults).toContain(`no such line of operations.md: «${people}» of ${fragment.source}`)
      }
    }
    expect(judge([])).toContain(`no such words: ${wordSources[0]!.fragment.source}`)
  })

  it('the judge of words splits pages and sources into blocks, without tags within a line and without the code’s values', () => {
    expect(
      passagesOf('a.html', '<h2>1. Хто</h2><ul><li>до <b>30</b> днів</li><li>рік</li></ul><img alt="Три кола">'),
    ).toEqual(['Хто', 'до 30 днів', 'рік', 'Три кола'].map((text) => ({ file: 'a.html', text })))
    const source =
      "export const t = { a: 'перше', b: (n: number) => `За ${n === 1 ? 'раз' : `${n} рази`} <p>5 днів</p>` }"
    expect(passagesOf('a.ts', source).map(({ text }) => text)).toEqual(
      expect.arrayContaining(['перше', 'За …', '5 днів', 'раз', '… рази']),
    )
  })

  it('the privacy policy names everything that a certificate signs', () => {
    const words: Record<string, string> = {
      iq: 'оцінка з діапазоном',
      interval: 'оцінка з діапазоном',
      correct: 'кількість правильних відповідей',
      'in-time': 'чи вчасно здано роботу',
      pauses: 'паузи екзамену',
      norm: 'за якою кривою',
      precision: 'наскільки точно його пораховано',
      caution: 'наскільки точно його пораховано',
      version: 'версія результату',
      attempt: 'котра це спроба скласти цей тест',
      testTitle: 'назва тесту',
      testSlug: 'назва тесту',
      name: 'ім’я та прізвище з вашого профілю',
      takenAt: 'день і час екзамену',
    }
    const score = { ...iqScore([], 1), model: '1' }
    const facts = { testTitle: 'Тест', testSlug: 'test', name: 'Оксана', score, correct: 20, total: 30, late: null }
    const pauses = [{ cause: 'power', seconds: 60 }]
    const whole = { ...facts, pauses, takenAt: new Date(0), version: 2, place: 2 }
    const {
      score: _score,
      correct: _correct,
      total: _total,
      late: _late,
      pauses: _pauses,
      version: _version,
      place: _place,
      ...beside
    } = whole
    const signed = [...statementsOf(whole).map(({ key }) => key), ...Object.keys(beside)]
    expect(signed.toSorted()).toEqual(Object.keys(words).toSorted())
    const row = passages.find(({ text }) => text.startsWith('Сертифікат, якщо ви його видали'))!.text
    expect(signed.filter((key) => !row.includes(words[key]!))).toEqual([])
  })
})
