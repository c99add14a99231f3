import { escapeHtml } from '../../html/escape-html.ts'

interface LetterRow {
  subject: string
  /** Plain text; an empty line ends a paragraph. */
  textBody: string
  /** What the button of its link says; null where it has none. */
  action: string | null
}

/**
 * A letter's HTML, made of its text: the same paragraphs in the same order, so neither part says what the other does not.
 * The first paragraph that is nothing but an address becomes a button, with the address written out below it, if the letter
 * has an `action`; every other address stays text, because some letters quote what strangers wrote. Nothing is loaded from
 * anywhere: no picture, no font, no counter. What matters of the look is in `style` attributes, which every mail program
 * reads; the dark colours are in <style>, which some leave out, and are light then.
 */
export function letterHtml({ subject, textBody, action }: LetterRow): string {
  const paragraphs = textBody.split(/\n{2,}/).filter((each) => each.trim() !== '')
  const linkAt = action === null ? -1 : paragraphs.findIndex((each) => /^https?:\/\/\S+$/.test(each))
  const body = paragraphs.map((each, index) => (index === linkAt ? button(each, action!) : paragraph(each)))
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

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${text.split('\n').map(escapeHtml).join('<br>')}</p>`
}

/** Its size is its border: one program for the desk draws no padding around a link. */
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
