import { describe, expect, it } from 'vitest'
import { isRight } from './example-item.tsx'

describe('an answer to an example', () => {
  it('an answer to an example is judged by its content, not by the way in which it was typed', () => {
    expect(isRight(' 1,5 ', '1.5')).toBe(true)
    for (const typed of ['−5', '-5', '- 5', '–5,0']) expect(isRight(typed, '-5'), typed).toBe(true)
    expect(isRight('ДЕРЕВО', 'дерево')).toBe(true)
    expect(isRight('\u202aде\u00adре\u200bво\u202c', 'дерево')).toBe(true)
    expect(isRight('o1', 'o2')).toBe(false)
  })

  it('an answer with several options is right when all and only the right ones are chosen, in any order', () => {
    expect(isRight(['b', 'a'], ['a', 'b'])).toBe(true)
    expect(isRight(['a'], ['a', 'b'])).toBe(false)
    expect(isRight(['a', 'b', 'c'], ['a', 'b'])).toBe(false)
  })
})
