import { describe, expect, it } from 'vitest'
import { assembleExam } from '#content/assemble-exam.ts'
import { logicSample, mathSample, verbalSample } from '#content/blueprints.ts'
import type { PaperItem } from '../exams/paper/paper-store.ts'
import { drawReport } from './draw-report.ts'

const draw = (item: PaperItem, words = 'Дві відповіді') =>
  drawReport({ id: 'r1', number: 1, words, item, mode: 'exam', seed: 'seed', createdAt: new Date(0) })

describe('a report as a page', () => {
  it.each(Object.entries({ logicSample, mathSample, verbalSample }))(
    'the page of a report draws every item of %s with each of its figures, options and the key',
    (_name, blueprint) => {
      for (const { question, key, ...made } of assembleExam({ blueprint, seed: 'drawn', partition: 'exam' })) {
        const page = draw({ question, key, question_id: question.id, ...made })
        const figures = [
          question.figure,
          key.explanation_figure,
          ...(question.options ?? []).map(({ figure }) => figure),
        ]
        const drawn = figures.filter((figure) => figure != null)
        expect(page.match(/<svg /g) ?? []).toHaveLength(drawn.length)
        const shapes = drawn.reduce((sum, { shapes: all }) => sum + all.length, 0)
        const patterns = page.match(/<pattern .*?<\/pattern>/g) ?? []
        const marks = (page.match(/<(circle|rect|polygon|line|text) /g) ?? []).length - patterns.length
        expect(marks).toBe(shapes)
        const defined = patterns.map((pattern) => /id="([^"]*)"/.exec(pattern)?.[1])
        const used = Array.from(page.matchAll(/fill="url\(#([^)]*)\)"/g), ([, id]) => id)
        expect(new Set(defined).size).toBe(defined.length)
        expect(new Set(used)).toEqual(new Set(defined))
        expect(page.match(/<li[ >]/g) ?? []).toHaveLength(question.options?.length ?? 0)
        expect(page.match(/<li class="right"/g) ?? []).toHaveLength(question.options ? 1 : 0)
        const place = (question.options ?? []).findIndex(({ id }) => id === key.right)
        expect(page).toContain(place === -1 ? `<p>${key.right as string}</p>` : `<p>${place + 1}. `)
        expect(page).not.toMatch(/undefined|NaN|\[object/)
      }
    },
  )

  it('the page of a report escapes markup in the words of its writer', () => {
    const [item] = assembleExam({ blueprint: verbalSample, seed: 'drawn', partition: 'exam' })
    const page = draw({ ...item!, question_id: 'q1' }, '</blockquote><script src="//evil.example"></script>')
    expect(page).toContain('&lt;/blockquote&gt;&lt;script src=&quot;//evil.example&quot;&gt;')
    expect(page).not.toContain('<script')
  })
})
