import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logDestination } from './log-destination.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'log-destination-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('the log', () => {
  it('the log writes lines of one moment together, in their order, and loses no line', async () => {
    const file = path.join(folder, 'gathered')
    const fd = openSync(file, 'w')
    const destination = logDestination(fd)
    const lines = Array.from({ length: 5 }, (_, n) => `{"line":${n}}\n`)
    for (const line of lines) destination.write(line)
    expect(readFileSync(file, 'utf8')).toBe('')
    await expect.poll(() => readFileSync(file, 'utf8')).toBe(lines.join(''))
    destination.write('late\n')
    await expect.poll(() => readFileSync(file, 'utf8')).toBe(`${lines.join('')}late\n`)
    closeSync(fd)
  })

  it.each([
    ['ends by itself', ''],
    ['is ended immediately', 'process.exit(0)'],
    ['dies of an error', 'throw new Error("on purpose")'],
  ])('the log has its last line although a process %s', async (_, end) => {
    const module = path.join(import.meta.dirname, 'log-destination.ts')
    const code = `import { logDestination } from ${JSON.stringify(module)}; logDestination().write('last line\\n'); ${end}`
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
      cwd: path.join(import.meta.dirname, '..'),
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let said = ''
    for await (const piece of child.stdout) said += String(piece)
    expect(said).toBe('last line\n')
  })
})
