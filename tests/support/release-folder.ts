import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const project = path.resolve(import.meta.dirname, '../..')

/** Writes the migrations of a release and nothing else of it: one for each text of SQL, named by its place. */
export function writeMigrations(release: string, texts: readonly string[]): void {
  const folder = path.join(release, 'server/db/migrations')
  mkdirSync(path.join(folder, 'meta'), { recursive: true })
  const entries = texts.map((_, idx) => ({
    idx,
    version: '7',
    when: idx + 1,
    tag: `000${idx}_of_test`,
    breakpoints: true,
  }))
  writeFileSync(path.join(folder, 'meta/_journal.json'), JSON.stringify({ dialect: 'postgresql', entries }))
  texts.forEach((text, idx) => writeFileSync(path.join(folder, `000${idx}_of_test.sql`), text))
}

/** Makes a folder that a server can serve as the next release: it has one more migration. */
export function nextRelease(migration: string): string {
  const release = mkdtempSync(path.join(tmpdir(), 'iq-next-release-'))
  for (const part of ['content', 'dist']) symlinkSync(path.join(project, part), path.join(release, part))
  const folder = path.join(release, 'server/db/migrations')
  cpSync(path.join(project, 'server/db/migrations'), folder, { recursive: true })
  const journalFile = path.join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as { entries: { when: number }[] }
  const last = journal.entries.at(-1)!
  journal.entries.push({ ...last, tag: '9999_next', when: last.when + 1 } as (typeof journal.entries)[0])
  writeFileSync(journalFile, JSON.stringify(journal))
  writeFileSync(path.join(folder, '9999_next.sql'), migration)
  return release
}
