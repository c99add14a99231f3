import { describe, expect, it } from 'vitest'
import { sanitiseStoredHtml } from './sanitise-stored-html.ts'

const escapeOnce = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

describe('stored HTML', () => {
  it('sanitiseStoredHtml keeps plain formatting and Ukrainian text as they are', () => {
    const html = '<h2>Пам\'ять і «увага»</h2><p><strong>Так</strong><br />і ні</p><ol start="2"><li>раз</li></ol>'
    expect(sanitiseStoredHtml(html)).toBe(html)
  })

  it.each([0, 1, 2, 3])('[S2.24] sanitiseStoredHtml drops script and handlers that are escaped %i times', (times) => {
    let html =
      '<p onclick="steal()">текст</p><script>steal()</script><img src="x" onerror="steal()"><svg/onload=steal()>'
    for (let round = 0; round < times; round++) html = escapeOnce(html)
    expect(sanitiseStoredHtml(html)).toBe('<p>текст</p>')
  })

  it('sanitiseStoredHtml refuses HTML that is escaped four times', () => {
    expect(() => sanitiseStoredHtml('&amp;amp;amp;lt;p&amp;amp;amp;gt;')).toThrow(RangeError)
  })

  it.each([
    'javascript:steal()',
    ' java\tscript:steal()',
    'java&Tab;script:steal()',
    'data:text/html,x',
    '//evil.example',
  ])('[S36] sanitiseStoredHtml takes the address %j from a link', (href) => {
    expect(sanitiseStoredHtml(`<a href="${href}">далі</a>`)).toBe('<a rel="noopener">далі</a>')
  })

  it('sanitiseStoredHtml gives every link rel="noopener"', () => {
    expect(sanitiseStoredHtml('<a href="https://zakon.rada.gov.ua" rel="opener">закон</a>')).toBe(
      '<a href="https://zakon.rada.gov.ua" rel="noopener">закон</a>',
    )
  })

  it('[S7.41] [S36] sanitiseStoredHtml keeps images of /media/ and no others', () => {
    expect(sanitiseStoredHtml('<img src="/media/verbal.png" alt="зразок" />')).toBe(
      '<img src="/media/verbal.png" alt="зразок" />',
    )
    for (const src of [
      'https://evil.example/a.png',
      '//evil.example/a.png',
      '/media/../a.png',
      '/media//evil',
      'data:image/png;base64,AA',
      '/other/a.png',
    ]) {
      expect(sanitiseStoredHtml(`<img src="${src}">`)).toBe('')
    }
  })
})
