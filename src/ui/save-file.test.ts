// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeModal } from './modal/modal-store.ts'
import * as modals from './modal/modal-store.ts'
import { isInApp, printPage, saveFile } from './save-file.ts'

const chrome =
  'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Mobile Safari/537.36'
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const webView =
  'Mozilla/5.0 (Linux; Android 14; SM-A146U Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/122.0.6261.88 Mobile Safari/537.36'

const apps: readonly (readonly [string, string])[] = [
  ['Facebook on Android', `${webView} [FB_IAB/FB4A;FBAV/453.0.0.40.107;]`],
  ['Facebook on iOS', `${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/450.0.0.38.108;FBBV/564431005]`],
  ['Instagram on Android', `${webView} Instagram 316.0.0.38.109 Android`],
  ['Instagram on iOS', `${iPhone} Mobile/21F79 Instagram 334.0.4.32.98 (iPhone14,5; iOS 17_5; uk_UA)`],
  ['any other Android WebView', webView],
  ['any other view on iOS', `${iPhone} Mobile/15E148`],
]
const browsers: readonly (readonly [string, string])[] = [
  ['Chrome on Android', chrome],
  ['Samsung Internet', chrome.replace('Chrome/', 'SamsungBrowser/26.0 Chrome/')],
  ['Firefox on Android', 'Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0'],
  ['Safari on iOS', `${iPhone} Version/17.5 Mobile/15E148 Safari/604.1`],
  ['Chrome on iOS', `${iPhone} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`],
  ['Firefox on iOS', `${iPhone} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`],
  [
    'Safari on macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
  ],
  [
    'Chrome on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  ],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'],
]

const file = new File(['{}'], 'moi-dani.json', { type: 'application/json' })
let given: string[]

beforeEach(() => {
  given = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    given.push(this.download)
  })
})

afterEach(() => {
  closeModal()
  Reflect.deleteProperty(window, 'TelegramWebview')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const runIn = (userAgent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)

it.each(apps)(
  '[C.06] saving a file in a window of %s starts no download and opens a dialog with instructions',
  (_, userAgent) => {
    runIn(userAgent)
    const open = vi.spyOn(modals, 'openModal')
    expect(saveFile(file, true)).toBe(false)
    expect(given).toEqual([])
    expect(open).toHaveBeenCalledWith({ kind: 'keepFile', file, isOnlyHere: true })
  },
)

it.each(browsers)('%s saves a file as a download', (_, userAgent) => {
  runIn(userAgent)
  expect(isInApp()).toBe(false)
  expect(saveFile(file)).toBe(true)
  expect(given).toEqual(['moi-dani.json'])
})

it('Telegram on Android is recognised by its object in the page, and printing there opens a dialog with instructions', () => {
  runIn(chrome)
  Object.assign(window, { TelegramWebview: {} })
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const open = vi.spyOn(modals, 'openModal')
  printPage()
  expect(open).toHaveBeenCalledWith({ kind: 'keepFile' })
  expect(print).not.toHaveBeenCalled()
  expect(saveFile(file)).toBe(false)
})
