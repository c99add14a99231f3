import { describe, expect, it } from 'vitest'
import { giveAnswer, keepingTrouble, noteKeeping, openAnswers, takeMarks } from './answers.ts'

const own = (answers: ReturnType<typeof openAnswers>, id: string) => answers.entries.get(id)!.own!

describe('a browser that does not keep answers', () => {
  const given = giveAnswer(giveAnswer(openAnswers('phone', 0), 'q1', 'a'), 'q2', 'b')
  const refused = noteKeeping(given, own(given, 'q1'), 'refused')

  it('[R18] [R19] a page reports storage trouble from the first answer that the browser refused', () => {
    expect(keepingTrouble(given)).toBe('none')
    expect(keepingTrouble(refused)).toBe('page-only')
  })

  it('a page reports a smaller danger once the server has every answer that the browser refused', () => {
    expect(keepingTrouble(takeMarks(refused, { q2: own(refused, 'q2') }))).toBe('page-only')
    expect(keepingTrouble(takeMarks(refused, { q1: own(refused, 'q1') }))).toBe('server-only')
  })

  it('a page reports no storage trouble once the storage works again', () => {
    expect(keepingTrouble(noteKeeping(refused, own(refused, 'q1'), 'kept'))).toBe('none')
  })
})
