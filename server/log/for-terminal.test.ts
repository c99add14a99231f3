import { describe, expect, it } from 'vitest'
import { harmless, harmlessLine } from './for-terminal.ts'

describe('the text of others in a terminal', () => {
  it('[S37] a text of others commands, turns and hides nothing in a terminal, and keeps its letters and emoji', () => {
    const foreign = '\u001b[2J\u001b]0;x\u0007 \u009b31m \u202eabc\u2069 \u200b\u{e0041} \r done'
    expect(harmless(foreign)).toBe(
      String.raw`\u001b[2J\u001b]0;x\u0007 \u009b31m \u202eabc\u2069 \u200b\udb40\udc41 \u000d done`,
    )
    expect(harmless('Оля 👩‍👧: «так»\n  другий рядок')).toBe('Оля 👩‍👧: «так»\n  другий рядок')
  })

  it('harmlessLine makes one line of a text of several lines', () => {
    expect(harmlessLine('550-5.1.1 no\r\n  550 really\u2028✓ sent')).toBe('550-5.1.1 no 550 really ✓ sent')
  })

  it('JSON that was made harmless for a terminal still parses to the same value', () => {
    const facts = { words: '\u009b31m\u202e\u007f\n\u{e0041}' }
    const text = harmless(JSON.stringify(facts, null, 2))
    expect(text).not.toMatch(/[\u007f-\u009f\u202e]/)
    expect(JSON.parse(text)).toEqual(facts)
  })
})
