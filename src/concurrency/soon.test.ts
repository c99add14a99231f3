import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { soon } from './with-timeout.ts'

/** Calls that a browser may never settle: each needs a limit, or a line that says why it needs none. */
const mayHang = [
  /serviceWorker\s*\.(ready|getRegistrations?\()/,
  /navigator\.storage\?*\.\w+\?*\.?\(/,
  /clipboard\.(write|read)\w*\(/,
  /navigator\.share\(/,
  /navigator\.locks\.(request|query)\(/,
  /permissions\.query\(/,
  /wakeLock\.request\(/,
  /\.requestPermission\(/,
  /document\.fonts\.(load\(|ready)/,
  /\bcaches\.(keys|open|delete|match)\(/,
  /opened\?\.prompt\(/,
  /clients\.claim\(|self\.skipWaiting\(/,
]
const isKept = /\b(soon|withTimeout|withLock|onDisk)\(|No limit:/

/** The parts of push have limits of their own. The kill switch must not change, and the browser limits its activation. */
const isElsewhere = /^(src\/push\/(?!permission)|sw\/(push|kill-switch)\.ts)/

/** Lines of these files that wait for the browser without a limit and without a reason. */
function unlimitedIn(files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.flatMap((line, n) => {
      const isComment = /^\s*(\/\/|\*|\/\*)/.test(line)
      const before = lines.slice(Math.max(0, n - 1), n + 1).join('\n')
      return !isComment && mayHang.some((form) => form.test(line)) && !isKept.test(before) ? [`${file}:${n + 1}`] : []
    })
  })
}

it('no file of src or sw waits for a browser call without a time limit or a reason for its absence', () => {
  const files = ['src', 'sw']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
    )
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !isElsewhere.test(file))
  expect(files.length).toBeGreaterThan(300)
  expect(unlimitedIn(files)).toEqual([])
})

it('soon rejects with a TimeoutError when a browser call stays silent for five seconds', async () => {
  vi.useFakeTimers()
  const silent = soon(new Promise<never>(() => undefined))
  const outcome = expect(silent).rejects.toMatchObject({ name: 'TimeoutError' })
  await vi.advanceTimersByTimeAsync(5_000)
  await outcome
  vi.useRealTimers()
  await expect(soon(Promise.resolve('here'))).resolves.toBe('here')
})
