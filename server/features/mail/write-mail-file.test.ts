import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeMailFile } from './write-mail-file.ts'

let folder: string
beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'letters-')), 'mail')
})
afterEach(() => rm(path.dirname(folder), { recursive: true, force: true }))

const mail = {
  id: 'd3b07384-0000-4000-8000-000000000000',
  from: 'Тестування IQ <p@iq.example>',
  to: 'olena@person.example',
  subject: "Пам'ять",
  replyTo: null,
  text: 'Перший рядок\nдругий',
  html: '<!doctype html>\n<p>Перший рядок<br>другий</p>',
  createdAt: new Date('2025-03-05T10:00:00Z'),
}

describe('a letter as a file', () => {
  it('the file of a letter is readable UTF-8 that only its owner may read', async () => {
    await writeMailFile(folder, mail)
    const [name] = await readdir(folder)
    expect(name).toBe(`2025-03-05T10-00-00.000Z-${mail.id}.eml`)
    const file = path.join(folder, name!)
    expect(await readFile(file, 'utf8')).toContain("Subject: Пам'ять\r\n")
    expect(await readFile(file, 'utf8')).toMatch(/\r\n\r\nПерший рядок\r\nдругий\r\n--/)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('the file of a letter names the address for replies, on one line', async () => {
    await writeMailFile(folder, { ...mail, replyTo: 'olena@person.example\r\nBcc: all@person.example' })
    const [name] = await readdir(folder)
    const text = await readFile(path.join(folder, name!), 'utf8')
    expect(text).toContain('\r\nReply-To: olena@person.example Bcc: all@person.example\r\n')
  })

  it('a letter that is written twice makes one file', async () => {
    await writeMailFile(folder, mail)
    await writeMailFile(folder, mail)
    expect(await readdir(folder)).toHaveLength(1)
  })

  it('[S38] no subject and no address of a letter can begin a header of its own', async () => {
    await writeMailFile(folder, { ...mail, subject: 'Тема\r\nBcc: all@person.example', to: 'a@b.example\nX: y' })
    const [name] = await readdir(folder)
    const [headers] = (await readFile(path.join(folder, name!), 'utf8')).split('\r\n\r\n')
    expect(headers!.split('\r\n').map((line) => line.split(':')[0])).toEqual([
      'From',
      'To',
      'Subject',
      'Date',
      'Message-ID',
      'Auto-Submitted',
      'X-Auto-Response-Suppress',
      'MIME-Version',
      'Content-Type',
    ])
  })
})
