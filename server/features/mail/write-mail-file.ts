import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { automatic, type MailToSend, messageIdOf } from './mail-to-send.ts'

/** Writes a UTF-8 .eml file (RFC 6532) that only its owner may read: letters carry reset links. A second try replaces it. */
export async function writeMailFile(folder: string, mail: MailToSend): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `${mail.createdAt.toISOString().replaceAll(':', '-')}-${mail.id}.eml`
  const unfinished = join(folder, `.${name}.part`)
  await writeFile(unfinished, asMessage(mail), { mode: 0o600 })
  await rename(unfinished, join(folder, name))
}

function asMessage(mail: MailToSend): string {
  const { id, from, to, subject, text, html, replyTo, createdAt } = mail
  const headers = [
    `From: ${oneLine(from)}`,
    `To: ${oneLine(to)}`,
    ...(replyTo === null ? [] : [`Reply-To: ${oneLine(replyTo)}`]),
    `Subject: ${oneLine(subject)}`,
    `Date: ${createdAt.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${messageIdOf(mail)}`,
    ...Object.entries(automatic).map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${id}"`,
  ]
  const parts = [`--${id}`, ...part('text/plain', text), `--${id}`, ...part('text/html', html), `--${id}--`]
  return `${[...headers, '', ...parts].join('\r\n')}\r\n`
}

/** One form of the letter. The best form comes last (RFC 2046). */
function part(type: string, content: string): string[] {
  const headers = [`Content-Type: ${type}; charset=utf-8`, 'Content-Transfer-Encoding: 8bit']
  return [...headers, '', content.replaceAll(/\r?\n/g, '\r\n')]
}

/** A line break in a header would begin another header. */
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\0]+/g, ' ')
}
