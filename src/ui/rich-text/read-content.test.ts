import { describe, expect, it } from 'vitest'
import { decodeEntities, readContent } from './read-content.ts'

describe('a text from the server', () => {
  it('[S2.24] a text with tags is markup, and its escapes stay', () => {
    expect(readContent('<p>1 &lt; 2</p>')).toEqual({ form: 'html', html: '<p>1 &lt; 2</p>' })
  })

  it.each([
    ['once', '&lt;p&gt;так&lt;/p&gt;'],
    ['twice', '&amp;lt;p&amp;gt;так&amp;lt;/p&amp;gt;'],
    ['three times', '&amp;amp;lt;p&amp;amp;gt;так&amp;amp;lt;/p&amp;amp;gt;'],
    ['by numbers', '&#60;p&#62;так&#x3C;/p&#x3e;'],
  ])('[S2.24] a text whose tags are escaped %s is markup', (_, raw) => {
    expect(readContent(raw)).toEqual({ form: 'html', html: '<p>так</p>' })
  })

  it('[S2.24] a text with some escaped and some plain tags is markup to its last tag', () => {
    expect(readContent('&lt;p&gt;так <b>і</b> ні&lt;/p&gt;')).toEqual({ form: 'html', html: '<p>так <b>і</b> ні</p>' })
    expect(readContent('<p>&amp;lt;i&amp;gt;так&amp;lt;/i&amp;gt;</p>')).toEqual({
      form: 'html',
      html: '<p><i>так</i></p>',
    })
  })

  it('[S2.24] a text that is escaped four times stays text', () => {
    expect(readContent('&amp;amp;amp;lt;b&amp;amp;amp;gt;').form).toBe('text')
  })

  it('[S2.24] a text without tags stays text, with its line breaks normalised', () => {
    expect(readContent('Перший\r\nдругий\rтретій \n\n\n\nчетвертий\u2028п’ятий\n')).toEqual({
      form: 'text',
      text: 'Перший\nдругий\nтретій\n\nчетвертий\nп’ятий',
    })
    expect(readContent('1 < 2 і 3 > 2')).toEqual({ form: 'text', text: '1 < 2 і 3 > 2' })
    expect(readContent('AT&amp;T')).toEqual({ form: 'text', text: 'AT&T' })
  })

  it('decodeEntities decodes one level at a time, and leaves unknown entities as they are', () => {
    expect(decodeEntities('&amp;lt; &quot;&#39; &unknown; &#0; &#x110000;')).toBe(`&lt; "' &unknown; &#0; &#x110000;`)
  })
})
