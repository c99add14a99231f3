import { expect, it } from 'vitest'
import { deviceKind, deviceName } from './user-agent.ts'

const chromium = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0'

it.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${chromium} Mobile Safari/537.36`, 'Chrome, Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari, iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chromium} Safari/537.36 Edg/150.0.0.0`, 'Microsoft Edge, Windows'],
  [
    `Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-G991B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet, Android',
  ],
  ['curl/8.5.0', ''],
  ['', ''],
  [undefined, ''],
  // A name never contains the text that a stranger sent, however long.
  [`${'<b>Mozilla/5.0 (Android '.repeat(4_000)}`, expect.stringMatching(/^[\w, ]{0,80}$/)],
])('deviceName of %.90s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toEqual(name)
})

it.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${chromium} Mobile Safari/537.36`, 'phone'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${chromium} Safari/537.36`, 'tablet'],
  [
    'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Version/12.1 Mobile/15E148 Safari/604.1',
    'tablet',
  ],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chromium} Safari/537.36`, 'computer'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'computer'],
  ['curl/8.5.0', null],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', null],
  [undefined, null],
  ['[['.repeat(40_000), null],
])('an exam from %.90s is taken on a %s', (userAgent, kind) => {
  expect(deviceKind(userAgent)).toBe(kind)
})
