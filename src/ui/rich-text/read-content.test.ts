import { describe, expect, it } from 'vitest'
import { decodeEntities, readContent } from './read-content.ts'

describe('a text from the server', () => {
  it('[S2.24] is markup when it holds tags, and then its escapes stay', () => {
    expect(readContent('<p>1 &lt; 2</p>')).toEqual({ form: 'html', html: '<p>1 &lt; 2</p>' })
  })

  it.each([
    ['once', '&lt;p&gt;так&lt;/p&gt;'],
    ['twice', '&amp;lt;p&amp;gt;так&amp;lt;/p&amp;gt;'],
    ['three times', '&amp;amp;lt;p&amp;amp;gt;так&amp;amp;lt;/p&amp;amp;gt;'],
    ['by numbers', '&#60;p&#62;так&#x3C;/p&#x3e;'],
  ])('[S2.24] is markup when its tags are escaped %s', (_, raw) => {
    expect(readContent(raw)).toEqual({ form: 'html', html: '<p>так</p>' })
  })

  it('[S2.24] is markup to its last tag when some are escaped and some are not', () => {
    expect(readContent('&lt;p&gt;так <b>і</b> ні&lt;/p&gt;')).toEqual({ form: 'html', html: '<p>так <b>і</b> ні</p>' })
    expect(readContent('<p>&amp;lt;i&amp;gt;так&amp;lt;/i&amp;gt;</p>')).toEqual({
      form: 'html',
      html: '<p><i>так</i></p>',
    })
  })

  it('[S2.24] stays text when it was escaped more often than anybody does by accident', () => {
    expect(readContent('&amp;amp;amp;lt;b&amp;amp;amp;gt;').form).toBe('text')
  })

  it('[S2.24] is text without tags, with its line breaks normalised', () => {
    expect(readContent('Перший\r\nдругий\rтретій \n\n\n\nчетвертий\u2028п’ятий\n')).toEqual({
      form: 'text',
      text: 'Перший\nдругий\nтретій\n\nчетвертий\nп’ятий',
    })
    expect(readContent('1 < 2 і 3 > 2')).toEqual({ form: 'text', text: '1 < 2 і 3 > 2' })
    expect(readContent('AT&amp;T')).toEqual({ form: 'text', text: 'AT&T' })
  })

  it('is decoded one level at a time', () => {
    expect(decodeEntities('&amp;lt; &quot;&#39; &unknown; &#0; &#x110000;')).toBe(`&lt; "' &unknown; &#0; &#x110000;`)
  })
})
