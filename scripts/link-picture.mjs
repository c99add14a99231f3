// `npm run link-picture`: public/link-preview.png, the picture that messengers show beside a link to the site. Drawn by a
// Chromium from the product's own mark, colours and letters; the server names it (server/plugins/addressed-pages.ts).
import { readFileSync } from 'node:fs'
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

const page = `<!doctype html><html lang="uk"><meta charset="utf-8"><style>
  @font-face { font-family: O; font-weight: 100 900; src: url(data:font/woff2;base64,${letters('cyrillic')}); unicode-range: U+400-52F }
  @font-face { font-family: O; font-weight: 100 900; src: url(data:font/woff2;base64,${letters('latin')}); unicode-range: U+0-3FF, U+2000-206F }
  * { margin: 0 }
  body { width: 1200px; height: 630px; box-sizing: border-box; display: flex; align-items: center; gap: 88px;
    padding: 0 88px; background: #fbfaf6; color: #14171f; font: 34px/1.35 O }
  h1 { font-size: 84px; line-height: 1.08; letter-spacing: -0.02em }
  p { margin-top: 32px; color: #4d5363 }
  svg { flex: none; width: 340px; height: 340px }
</style><svg viewBox="0 0 32 32">${mark}</svg><div><h1>Тестування IQ</h1>
<p>Вербальні, математичні та логічні тести українською</p></div></html>`

process.exitCode = await orExplain(async () => {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const tab = await browser.newPage({ viewport: size })
    await tab.setContent(page)
    await tab.evaluate(() => document.fonts.ready)
    await tab.screenshot({ path: inProject('public/link-preview.png') })
  } finally {
    await browser.close()
  }
  return 0
})
