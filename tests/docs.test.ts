import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const project = path.resolve(import.meta.dirname, '..')
const decisions = path.join(project, 'docs/decisions')
const textOf = (file: string) => readFileSync(path.resolve(project, file), 'utf8')

interface Chapter {
  /** Path below docs/decisions. */
  file: string
  title: string
  /** Numbers of its decisions, ascending. */
  numbers: string[]
}

const numbersIn = (text: string) => text.match(/\b\d{4}\b/g) ?? []
const byFile = (chapters: Chapter[]) => chapters.toSorted((a, b) => a.file.localeCompare(b.file))

function listed(index: string): Chapter[] {
  return [...index.matchAll(/^\| \[(.+)\]\((\S+)\) \| ([\d, ]+) \|$/gm)].map(
    ([, title = '', file = '', numbers = '']) => ({
      file,
      title,
      numbers: numbersIn(numbers),
    }),
  )
}

/** Chapters in the folder, with the numbers under their titles. */
function written(): Chapter[] {
  return readdirSync(decisions)
    .filter((file) => file !== 'README.md')
    .map((file) => {
      const text = readFileSync(path.join(decisions, file), 'utf8')
      const [, title = '', numbers = ''] = /^# (.+)\n\n\*Decisions? ([\d, ]+)\.\*\n/.exec(text) ?? []
      return { file, title, numbers: numbersIn(numbers) }
    })
}

function sources(): string[] {
  const rooms = ['src', 'sw', 'server', 'contract', 'content', 'scripts', 'tests', 'benches', 'deploy', 'docs']
  return rooms.flatMap((room) =>
    readdirSync(path.join(project, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /[.](ts|tsx|mjs|css|md|sql|yml|html)$/.test(entry.name))
      .map((entry) => path.relative(project, path.join(entry.parentPath, entry.name))),
  )
}

/** The anchor that GitHub makes for a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[`*]|\[|\]\([^)]*\)/g, '')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

/** Links that lead nowhere: to a missing file, or to a missing heading. */
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
  it('docs/decisions/README.md lists every chapter by its title, with its numbers', () => {
    expect(byFile(listed(textOf('docs/decisions/README.md')))).toEqual(byFile(written()))
  })

  it('the docs have each number of a decision in one chapter, under a heading that names it', () => {
    const all = written().flatMap(({ numbers }) => numbers)
    expect(all.length).toBeGreaterThan(100)
    expect(all.filter((number, at) => all.indexOf(number) !== at)).toEqual([])
    const unnamed = written().flatMap(({ file, numbers }) => {
      const headings = [...textOf(`docs/decisions/${file}`).matchAll(/^## .*\(([\d, ]+)\)$/gm)]
      const named = new Set(headings.flatMap(([, inHeading = '']) => numbersIn(inHeading)))
      return numbers.filter((number) => !named.has(number)).map((number) => `${file}: ${number}`)
    })
    expect(unnamed).toEqual([])
  })

  it('the docs and the code name no decision that does not exist', () => {
    const known = new Set(written().flatMap(({ numbers }) => numbers))
    const unknown = sources().flatMap((file) =>
      [...textOf(file).matchAll(/\bdecisions? (\d{4}(?:(?:, | and | to )\d{4})*)/gi)]
        .flatMap(([, numbers = '']) => numbers.match(/\d{4}/g) ?? [])
        .filter((number) => !known.has(number))
        .map((number) => `${file}: ${number}`),
    )
    expect(unknown).toEqual([])
  })

  it('the docs have no link that leads nowhere', () => {
    const texts = [
      'README.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'CHANGELOG.md',
      ...sources().filter((file) => file.endsWith('.md')),
    ]
    expect(texts.length).toBeGreaterThan(50)
    expect(texts.flatMap((file) => deadLinks(file, textOf(file)).map((link) => `${file}: ${link}`))).toEqual([])
    // The test finds planted faults.
    const planted =
      'a [file](docs/no-such.md), a [heading](docs/testing.md#no-such-heading), [one](docs/testing.md#budgets)'
    expect(deadLinks('README.md', planted)).toEqual(['docs/no-such.md', 'docs/testing.md#no-such-heading'])
  })
})
