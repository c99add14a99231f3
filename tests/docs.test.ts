import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const project = path.resolve(import.meta.dirname, '..')
const decisions = path.join(project, 'docs/decisions')
const textOf = (file: string) => readFileSync(path.resolve(project, file), 'utf8')

interface Decision {
  number: string
  /** Below docs/decisions. */
  file: string
  /** As its line of the index, or the line under its title, names them. */
  replacedBy: string[]
  isReplacedWholly: boolean
}

/** What «Replaced by 0034.» and «In part replaced by 0088, 0103 (the gate, its time).» name. */
function replacement(text: string): Pick<Decision, 'replacedBy' | 'isReplacedWholly'> {
  const [, partly, numbers = ''] = /(In part r|R)eplaced by ((?:\d{4}|[^.\d])+)\./.exec(text) ?? []
  return { replacedBy: numbers.match(/\d{4}/g) ?? [], isReplacedWholly: partly === 'R' }
}

/** What an index lists. */
function listed(index: string): Decision[] {
  return [...index.matchAll(/^- \[(\d{4})\]\((\S+)\) (.+)$/gm)].map(([, number = '', file = '', line = '']) => ({
    number,
    file,
    ...replacement(line),
  }))
}

/** What lies in the folder, as each decision says of itself. */
function written(): Decision[] {
  return ['.', 'archive'].flatMap((folder) =>
    readdirSync(path.join(decisions, folder))
      .filter((name) => name !== 'README.md' && name.endsWith('.md'))
      .map((name) => {
        const text = readFileSync(path.join(decisions, folder, name), 'utf8')
        const [, mark = ''] = /^# .+\n\n\*(.+)\*\n/.exec(text) ?? []
        return {
          number: /^# (\d{4})/.exec(text)?.[1] ?? '(none)',
          file: path.join(folder, name),
          ...replacement(mark),
        }
      }),
  )
}

const byNumber = (found: Decision[]) => found.toSorted((a, b) => a.number.localeCompare(b.number))

/** Every text of ours that may name a decision. */
function sources(): string[] {
  const rooms = ['src', 'sw', 'server', 'contract', 'content', 'scripts', 'tests', 'benches', 'deploy', 'docs']
  return rooms.flatMap((room) =>
    readdirSync(path.join(project, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /[.](ts|tsx|mjs|css|md|sql|yml|html)$/.test(entry.name))
      .map((entry) => path.relative(project, path.join(entry.parentPath, entry.name))),
  )
}

/** As GitHub makes the anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[`*]|\[|\]\([^)]*\)/g, '')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

/** The links of a text that lead nowhere: no such file, or no such heading in it. */
function deadLinks(file: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(([, link, shown]) => link ?? shown!)
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false
    // An address of the site: tests/api/pages.test.ts opens it.
    if (file.startsWith('content/manual/') && link.startsWith('/')) return false
    const [target = '', anchor] = link.split('#')
    const place = target === '' ? path.resolve(project, file) : path.resolve(project, path.dirname(file), target)
    if (!existsSync(place)) return true
    if (anchor === undefined) return false
    return ![...readFileSync(place, 'utf8').matchAll(/^#+ (.+)$/gm)].some(([, head = '']) => anchorOf(head) === anchor)
  })
}

describe('the docs', () => {
  it('list every decision once, with the number that it bears and the decisions that replace it', () => {
    const index = listed(textOf('docs/decisions/README.md'))
    expect(byNumber(index)).toEqual(byNumber(written()))
    expect(index.map(({ number }) => number).filter((number, at, all) => all.indexOf(number) !== at)).toEqual([])
    expect(index.filter(({ file, number }) => !path.basename(file).startsWith(`${number}-`))).toEqual([])
  })

  it('keep a decision in the archive when another one that is in force has replaced it wholly, and only then', () => {
    const all = written()
    const inForce = new Set(all.filter(({ file }) => !file.startsWith('archive')).map(({ number }) => number))
    for (const { number, isReplacedWholly, replacedBy } of all) {
      expect(isReplacedWholly, number).toBe(!inForce.has(number))
      if (isReplacedWholly) expect(replacedBy, number).not.toEqual([])
      expect(
        replacedBy.filter((other) => !inForce.has(other)),
        number,
      ).toEqual([])
    }
  })

  it('and the code name no decision that does not exist', () => {
    const known = new Set(written().map(({ number }) => number))
    const unknown = sources().flatMap((file) =>
      [...textOf(file).matchAll(/\bdecisions? (\d{4}(?:(?:, | and | to )\d{4})*)/gi)]
        .flatMap(([, numbers = '']) => numbers.match(/\d{4}/g) ?? [])
        .filter((number) => !known.has(number))
        .map((number) => `${file}: ${number}`),
    )
    expect(unknown).toEqual([])
  })

  it('have no link that leads nowhere', () => {
    const texts = [
      'README.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'CHANGELOG.md',
      ...sources().filter((file) => file.endsWith('.md')),
    ]
    expect(texts.length).toBeGreaterThan(100)
    expect(texts.flatMap((file) => deadLinks(file, textOf(file)).map((link) => `${file}: ${link}`))).toEqual([])
    // It sees what is gone.
    const planted =
      'a [file](docs/no-such.md), a [heading](docs/testing.md#no-such-heading), [one](docs/testing.md#budgets)'
    expect(deadLinks('README.md', planted)).toEqual(['docs/no-such.md', 'docs/testing.md#no-such-heading'])
  })
})
