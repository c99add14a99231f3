// `npm run link-picture`: public/link-preview.png, the picture that messengers show with a link to the site, and one for each
// test in public/link-previews. A Chromium draws them from the product's own mark, colours, fonts and examples. The server names
// them (server/html/link-preview.ts).
import { mkdirSync, readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import './require-node.mjs'
import { inProject, orExplain } from './launch/project.mjs'
import { findChromium } from './test-run/find-chromium.mjs'

const size = { width: 1200, height: 630 }
const letters = (subset) => readFileSync(inProject(`src/ui/fonts/onest-${subset}.woff2`)).toString('base64')
const cells = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => ({ x: 1 + column * 10.75, y: 1 + row * 10.75 })))
const mark = cells
  .map(({ x, y }, index) => {
    if (index < 8) return `<rect x="${x}" y="${y}" width="8.5" height="8.5" rx="2.25" fill="#1f3fd0"/>`
    const dashes = 'fill="none" stroke="#ffc83d" stroke-width="1.5" stroke-dasharray="2.4 1.6"'
    return `<rect x="${x + 0.75}" y="${y + 0.75}" width="7" height="7" rx="1.6" ${dashes}/>`
  })
  .join('')

const styles = `
  @font-face { font-family: O; font-weight: 100 900; src: url(data:font/woff2;base64,${letters('cyrillic')}); unicode-range: U+400-52F }
  @font-face { font-family: O; font-weight: 100 900; src: url(data:font/woff2;base64,${letters('latin')}); unicode-range: U+0-3FF, U+2000-206F }
  * { margin: 0 }
  body { width: 1200px; height: 630px; box-sizing: border-box; display: flex; align-items: center; gap: 88px;
    padding: 0 88px; background: #fbfaf6; color: #14171f; font: 34px/1.35 O }
  h1 { font-size: 84px; line-height: 1.08; letter-spacing: -0.02em }
  p { margin-top: 32px; color: #4d5363 }
  body > svg { flex: none; width: 340px; height: 340px }
  .test { gap: 64px; padding: 0 72px }
  .test > div:first-child { flex: 1 }
  .test h1 { font-size: 72px }
  .site { display: flex; align-items: center; gap: 20px; margin: 0 0 44px; color: #14171f; font-size: 32px; font-weight: 700 }
  .site svg { width: 64px; height: 64px }
  .free { display: inline-block; margin-top: 36px; padding: 10px 24px; border-radius: 14px; background: #ffc83d; color: #14171f; font-weight: 700 }
  .item { flex: none; display: grid; place-items: center; align-content: center; gap: 26px; width: 440px; height: 440px;
    box-sizing: border-box; border: 2px solid #e2dfd6; border-radius: 32px; background: #fff; font-weight: 600 }
  .item b { color: #1f3fd0 }
  .words { font-size: 52px; line-height: 1.7; text-align: center }
  .numbers { display: grid; grid-template-columns: repeat(3, 104px); gap: 16px }
  .numbers span { display: grid; place-items: center; height: 104px; border-radius: 18px; background: #e9edfc; font-size: 40px }
  .numbers span:last-child { border: 4px dashed #eda600; background: none; box-sizing: border-box }
  .item > svg { width: 350px; height: 350px }`
const document = (body, kind = '') =>
  `<!doctype html><html lang="uk"><meta charset="utf-8"><style>${styles}</style><body class="${kind}">${body}</body></html>`
const sign = `<svg viewBox="0 0 32 32">${mark}</svg>`

const square = (place) => {
  const [x, y] = [(place % 3) * 100, Math.floor(place / 3) * 100]
  const turn = Math.floor(place / 3) * 90 + (place % 3) * 45
  const arrow = '<path d="M50 14L80 50H62V86H38V50H20Z" fill="#fff" stroke="#14171f" stroke-width="5"/>'
  const content =
    place === 8
      ? '<text x="50" y="70" text-anchor="middle" font-size="60" font-weight="700" fill="#1f3fd0">?</text>'
      : `<g transform="rotate(${turn} 50 50)">${arrow}</g>`
  return `<g transform="translate(${x} ${y})"><rect width="100" height="100" fill="none" stroke="#14171f" stroke-width="4"/>${content}</g>`
}
const items = {
  verbal: '<div class="words">осел — реве<br>лев — <b>?</b></div>',
  math: '<div class="numbers"><span>2</span><span>3</span><span>7</span><span>14</span><span>24</span><span>?</span></div>',
  logic: `<svg viewBox="-3 -3 306 306">${Array.from({ length: 9 }, (_, place) => square(place)).join('')}</svg>`,
}

/** By slug of the seeded shop. A test without its own picture has the site's. */
const tests = [
  { slug: 'verbalnij', kind: 'verbal', title: 'Вербальний тест', line: 'Аналогії, зайве слово, висновки' },
  { slug: 'abstraktnij', kind: 'math', title: 'Математичний тест', line: 'Числові ряди й таблиці' },
  { slug: 'logichnij', kind: 'logic', title: 'Логічний тест', line: 'Матриці фігур і задачі на порядок' },
].flatMap((test) => [test, { ...test, slug: `${test.slug}-proba`, isFree: true }])

const pictures = [
  {
    file: 'link-preview.png',
    page: document(
      `${sign}<div><h1>Тестування IQ</h1><p>Вербальні, математичні та логічні тести українською</p></div>`,
    ),
  },
  ...tests.map(({ slug, kind, title, line, isFree = false }) => ({
    file: `link-previews/${slug}.png`,
    page: document(
      `<div><p class="site">${sign}Тестування IQ</p><h1>${isFree ? title : `${title}&nbsp;IQ`}</h1>${isFree ? '<span class="free">Безкоштовна проба</span>' : `<p>${line}</p>`}</div>
       <div class="item">${items[kind]}</div>`,
      'test',
    ),
  })),
]

process.exitCode = await orExplain(async () => {
  const browser = await chromium.launch({
    executablePath: (await findChromium()).file,
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const tab = await browser.newPage({ viewport: size })
    mkdirSync(inProject('public/link-previews'), { recursive: true })
    for (const { file, page } of pictures) {
      await tab.setContent(page)
      await tab.evaluate(() => globalThis.document.fonts.ready)
      await tab.screenshot({ path: inProject(`public/${file}`) })
    }
  } finally {
    await browser.close()
  }
  return 0
})
