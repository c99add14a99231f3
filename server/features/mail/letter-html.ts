import { namedScale, rangeIn } from '#contract/iq-named.ts'
import { escapeHtml } from '../../html/escape-html.ts'

interface LetterRow {
  subject: string
  /** Plain text; an empty line ends a paragraph. */
  textBody: string
  /** The label of its link's button; null if it has none. */
  action: string | null
}

/**
 * Makes a letter's HTML from its text: the same paragraphs in the same order, so neither part says what the other does not. With
 * an `action`, the first paragraph that is only an address becomes a button, and the address is written below it. Other addresses
 * stay text, because some letters quote strangers. Lines that are all «name: value» become a table; a score, «IQ 112» before such
 * a line, is drawn as on its page. Nothing is loaded from anywhere: no picture, no font, no counter. The important styles are in
 * `style` attributes, which every mail program reads. The dark colours are in <style>: programs without it show light ones.
 */
export function letterHtml({ subject, textBody, action }: LetterRow): string {
  const paragraphs = textBody.split(/\n{2,}/).filter((each) => each.trim() !== '')
  const linkAt = action === null ? -1 : paragraphs.findIndex((each) => /^https?:\/\/\S+$/.test(each))
  const body = paragraphs.map((each, index) => (index === linkAt ? button(each, action!) : partOf(each)))
  return `<!doctype html>
<html lang="uk">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(subject)}</title>
<style>${darkStyles}</style>
</head>
<body class="paper" style="margin:0;padding:24px 12px;background:#fbfaf6">
<div class="card" style="max-width:560px;margin:0 auto;padding:24px 20px 12px;background:#ffffff;border:1px solid #e2dfd6;border-radius:16px;font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:16px;line-height:1.55;color:#14171f;overflow-wrap:break-word;word-break:break-word">
<p style="margin:0 0 24px;font-size:18px;font-weight:600"><span style="padding:2px 7px;background:#ffc83d;color:#14171f;border-radius:6px">IQ</span> Тестування IQ</p>
${body.join('\n')}
</div>
</body>
</html>`
}

function partOf(text: string): string {
  const lines = text.split('\n')
  const [first, ...others] = lines
  const facts = lines.map((line) => /^([^:]{1,40}:) (\S.*)$/.exec(line))
  if (/^IQ \S/.test(first!) && others.length === 1) return score(first!, others[0]!)
  if (lines.length === 1 || facts.some((each) => each === null)) return paragraph(text)
  const rows = facts.map((fact) => {
    const [, name, value] = fact!.map(escapeHtml)
    return `<tr><td class="soft" style="padding:0 16px 6px 0;vertical-align:top;overflow-wrap:normal;word-break:normal;color:#4d5363">${name}</td> <td style="padding:0 0 6px;vertical-align:top">${value}</td></tr>`
  })
  return `<table role="presentation" style="margin:0 0 16px;border-collapse:collapse">${rows.join('')}</table>`
}

/** The number, its range in words, and the range as a bar on the named scale. */
function score(number: string, words: string): string {
  const range = rangeIn(words.slice(words.indexOf(':') + 2))
  const { low, high } = namedScale
  const part = (from: number, to: number, colour: string) => {
    const share = Math.round((100 * (Math.min(to, high) - Math.max(from, low))) / (high - low))
    return share <= 0
      ? ''
      : `<td style="width:${share}%;height:8px;padding:0;background:${colour};font-size:1px;line-height:8px">&nbsp;</td>`
  }
  const bar =
    range === null
      ? ''
      : part(low, range.low, '#4a64dc') + part(range.low, range.high, '#ffc83d') + part(range.high, high, '#4a64dc')
  return `<table role="presentation" style="width:100%;margin:0 0 16px;border-collapse:collapse"><tr><td style="padding:20px;background:#1f3fd0;border-radius:12px;color:#ffffff"><span style="font-size:44px;line-height:1.2;font-weight:700">${escapeHtml(number)}</span><br>${escapeHtml(words)}<table role="presentation" style="width:100%;margin:12px 0 0;border-collapse:collapse"><tr>${bar}</tr></table></td></tr></table>`
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${text.split('\n').map(escapeHtml).join('<br>')}</p>`
}

/** The button gets its size from its borders: one desktop program draws no padding around a link. */
function button(address: string, words: string): string {
  const href = escapeHtml(address)
  return `<p style="margin:24px 0 12px"><a href="${href}" style="display:inline-block;background:#ffc83d;color:#14171f;border:solid #ffc83d;border-width:12px 24px;border-radius:12px;font-weight:600;text-decoration:none">${escapeHtml(words)}</a></p>
<p class="soft" style="margin:0 0 24px;font-size:14px;color:#4d5363">Якщо кнопка не працює, скопіюйте адресу:<br><a class="link" href="${href}" style="color:#1f3fd0;word-break:break-all">${href}</a></p>`
}

const darkStyles = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background:#101217!important}
.card{background:#181b22!important;border-color:#2c303a!important;color:#f1efe8!important}
.soft{color:#b3b7c4!important}
.link{color:#9db0ff!important}
}
`
