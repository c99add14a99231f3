import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { newcomer, password, type Person } from '../support/person.ts'

const script = path.resolve(import.meta.dirname, '../../scripts/check-site.mjs')
let server: TestServer
let person: Person
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  person = await newcomer(server)
  folder = mkdtempSync(path.join(tmpdir(), 'check-site-'))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const textfile = () => path.join(folder, 'check.prom')
function check(args: string[], account: { email?: string; password?: string } = {}) {
  const { PATH } = process.env
  const env = {
    PATH,
    CHECK_EMAIL: account.email ?? person.email!,
    CHECK_PASSWORD: account.password ?? password,
    CHECK_TEXTFILE: textfile(),
  }
  return new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr })
    })
  })
}

describe('the site check, which takes a sample exam', () => {
  it('the site check takes a sample exam from log-in to result, repeatedly, and leaves no session behind @full', async () => {
    const well = await check([server.origin])
    expect([well.code, well.said.split('\n').at(-2)]).toEqual([
      0,
      expect.stringContaining('nothing that was called saved is missing'),
    ])
    expect(readFileSync(textfile(), 'utf8')).toMatch(/^iq_check_site_success 1$/m)
    await server.services.pool.query('update purchases set exam_attempts = 1')
    const { code, said } = await check([server.origin])
    expect([code, said]).toEqual([2, expect.stringContaining('This account has no exam left')])
    // More exams, as docs/operations.md gives them.
    await server.services.pool.query('update purchases set exam_attempts = 1000000')
    expect((await check([server.origin])).code).toBe(0)
    expect((await person.get('/api/auth/sessions/')).body.results ?? []).toHaveLength(1)
  })

  it('the site check fails and names the question when an answer that was called saved is gone', async () => {
    const run = (text: string) => server.services.pool.query(text)
    await run(`create function forget() returns trigger language plpgsql as $$ begin
      delete from answer_events where attempt_id = new.attempt_id and question_id = 'q2'; return null; end $$`)
    await run('alter table answer_events disable trigger user')
    await run('create trigger forget after insert on submissions for each row execute function forget()')
    const { code, said } = await check([server.origin])
    await run('drop function forget cascade')
    await run('alter table answer_events enable trigger user')
    expect([code, said]).toEqual([1, expect.stringContaining('✗ nothing that was called saved is missing: LOST: q2')])
    expect(readFileSync(textfile(), 'utf8')).toMatch(/^iq_check_site_success 0$/m)
  })

  it('the site check fails if the log-in is refused or the site does not answer, and prints no password', async () => {
    const refused = await check([server.origin], { password: 'not this one' })
    expect([refused.code, refused.said]).toEqual([
      1,
      expect.stringContaining('✗ log-in: POST /api/auth/login/ answered 400 invalid_credentials'),
    ])
    expect(refused.said).not.toContain('not this one')
    const silent = await check([`http://127.0.0.1:${await freePort()}`])
    expect([silent.code, silent.said]).toEqual([1, expect.stringContaining('✗ the site answers')])
  })

  it('the site check exits with 2 without an address or an account, and --help names its variables', async () => {
    expect((await check([])).code).toBe(2)
    expect((await check([server.origin], { email: '' })).code).toBe(2)
    expect((await check(['--help'])).said).toContain('CHECK_EMAIL')
  })
})
