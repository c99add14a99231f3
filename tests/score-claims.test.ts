import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { assembleExam } from '#content/assemble-exam.ts'
import { verbalTest } from '#content/blueprints.ts'
import { gradePaper } from '#content/score/grade-paper.ts'
import { landingTexts } from '../src/messages/landing.ts'

const root = path.resolve(import.meta.dirname, '..')
/** Everywhere that words for visitors stand. */
const folders = ['src/messages', 'server/seed', 'content/legal', 'content/score', 'public']
const texts = folders.flatMap((folder) =>
  readdirSync(path.join(root, folder))
    .filter((name) => /\.(ts|html)$/.test(name) && !name.includes('.test.'))
    .map((name) => ({ name: `${folder}/${name}`, text: readFileSync(path.join(root, folder, name), 'utf8') })),
)

describe('what visitors read of the score', () => {
  it('claims no probability, no people behind it and no norm that there is not', () => {
    const claims =
      /95[\s\u00a0]?%|з імовірністю|перевіряються на відповідях|у нормах|вище, ніж у \S+ зі 100|стандартизован|валідован/
    // Comments of the code may name what the model would promise if its own figures were true.
    const said = texts.map(({ name, text }) => ({ name, text: text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '') }))
    expect(said.length).toBeGreaterThan(30)
    expect(said.filter(({ text }) => claims.test(text)).map(({ name }) => name)).toEqual([])
  })

  it('shows on the first page a sample that the scoring of today gives', () => {
    const items = [...assembleExam({ blueprint: verbalTest, seed: 'sample', partition: 'exam' })]
    const right = { 'verbal-analogy': 15, 'verbal-odd-one-out': 9 }
    // The hardest are wrong, but for every second of them: as it is with people.
    const wrong = Object.entries(right).flatMap(([family, count]) => {
      const own = items.filter((item) => item.family === family)
      return own.filter((_, i) => i >= own.length - 2 * (own.length - count) && i % 2 === 1)
    })
    const answers = new Map(items.map((item) => [item.question.id, wrong.includes(item) ? 'x' : item.key.right]))
    const { correct, total, score } = gradePaper({ items, answers })
    const { caption, score: shown, range } = landingTexts.sample
    expect(caption).toContain(`${correct} правильні відповіді з ${total}`)
    expect(Math.abs(score!.iq - Number(shown))).toBeLessThanOrEqual(3)
    const [low, high] = range.match(/\d+/g)!.map(Number)
    expect(Math.abs(score!.low - low!)).toBeLessThanOrEqual(4)
    expect(Math.abs(score!.high - high!)).toBeLessThanOrEqual(4)
  })
})
