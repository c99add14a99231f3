// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { searchFaq } from './faq-page.tsx'

const row = (question: string, answer: string, topic = 'Тести') => ({ topic, question, answer })
const rows = [
  row('Що буде без зв’язку?', '<p>Відповіді лишаються на пристрої.</p>'),
  row('Як повернути гроші?', 'Напишіть нам.', 'Покупка'),
]
const found = (term: string) => searchFaq(rows, term).map(({ question }) => question)

describe('the search in questions and answers', () => {
  it('the search of questions and answers finds words in the question, answer and topic, in any case and with any apostrophe', () => {
    expect(found("ЗВ'ЯЗКУ")).toEqual(['Що буде без зв’язку?'])
    expect(found('відповіді пристрої')).toEqual(['Що буде без зв’язку?'])
    expect(found('покупка')).toEqual(['Як повернути гроші?'])
  })

  it('the search of questions and answers requires every word, ignores HTML tags, and shows all questions for an empty term', () => {
    expect(found('гроші зв’язку')).toEqual([])
    expect(found('p')).toEqual([])
    expect(found('  ')).toHaveLength(2)
  })
})
