import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const project = path.resolve(import.meta.dirname, '..')

/** The client's style sheets, by path below src. */
function styleSheets(): (readonly [string, string])[] {
  const files = readdirSync(path.join(project, 'src'), { recursive: true, encoding: 'utf8' })
  const sheets = files.filter((file) => file.endsWith('.css'))
  expect(sheets.length).toBeGreaterThan(50)
  return sheets.map((sheet) => [sheet, readFileSync(path.join(project, 'src', sheet), 'utf8')])
}

/** `:hover` outside of a hover query, which a touch screen keeps after a tap; fine if the rule also applies without it. */
function bareHovers(css: string): string[] {
  const found: string[] = []
  const around: string[] = []
  for (const [, prelude = '', mark] of css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]*)([{};])/g)) {
    if (mark === '}') around.pop()
    if (mark !== '{') continue
    const isGuarded = around.some((query) => /^@media\b.*\(\s*hover\s*:\s*hover\s*\)/.test(query))
    const selectors = prelude.split(',').map((selector) => selector.trim())
    const hovered = prelude.trim().startsWith('@') ? [] : selectors.filter((selector) => selector.includes(':hover'))
    if (!isGuarded) found.push(...hovered.filter((selector) => !selectors.includes(selector.replaceAll(':hover', ''))))
    around.push(prelude.trim())
  }
  return found
}

/** Sizes of text in pixels, which a browser's own text size does not change. 0 hides a text. */
function pixelLetters(css: string): string[] {
  const declared = css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .matchAll(/(?<=[\s;{])(?:font|font-size|--size-[\w-]+):\s*([^;}]+)/g)
  return [...declared]
    .filter(([, value = '']) => /(?:^|[\s(,+*-])\d*\.?\d+px\b/.test(value.split('/')[0]!))
    .map(([all]) => all)
}

/** Whether a source declares this name, and does not only mention it. */
function declares(source: string, name: string): boolean {
  return new RegExp(`\\b(function|const|class|interface|type) ${name}\\b`).test(source)
}

/** Arrows of a document's first diagram that has any: «a --> b: why» as [a, b]. */
function arrowsOf(document: string): string[][] {
  const text = readFileSync(path.join(project, document), 'utf8')
  const [, diagram = ''] = /^```mermaid\n([^]*?)^```/m.exec(text) ?? []
  return [...diagram.matchAll(/^ *(\S+) --> ([^\s:]+)/gm)].map(([, from = '', to = '']) => [from, to])
}

/** Imports between rooms of the product, without tests. */
function importsBetween(rooms: string[]): string[] {
  const found = new Set<string>()
  for (const room of rooms) {
    for (const name of readdirSync(path.join(project, room), { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(name) || /\.(?:test|d)\.tsx?$/.test(name)) continue
      const file = path.join(room, name)
      const imports = readFileSync(path.join(project, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)
      for (const [, target = ''] of imports) {
        const place = target.startsWith('#') ? target.slice(1) : path.join(path.dirname(file), target)
        const [other = ''] = place.split('/')
        if (rooms.includes(other) && other !== room) found.add(`${room} --> ${other}`)
      }
    }
  }
  return [...found].sort()
}

describe('the project', () => {
  it('[C.02] the project uses the packages that the specification names', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8'))
    const named = [
      'react',
      'react-dom',
      'react-router-dom',
      'vite',
      'vite-plugin-pwa',
      'workbox-window',
      'idb',
      '@tanstack/react-query',
      '@tanstack/query-persist-client-core',
      'zod',
      'vitest',
      'fake-indexeddb',
    ]
    expect(Object.keys({ ...dependencies, ...devDependencies })).toEqual(expect.arrayContaining(named))
  })

  it('[C.03] the project has at its top level the files and folders that the specification names', () => {
    const named = [
      'package.json',
      'tsconfig.json',
      'vite.config.ts',
      'index.html',
      'src',
      'public',
      'sw',
      'tests',
      'manifest.webmanifest',
    ]
    expect(named.filter((name) => !existsSync(path.join(project, name)))).toEqual([])
  })

  it('docs/architecture.md names every room, and no feature that does not exist', () => {
    const text = readFileSync(path.join(project, 'docs/architecture.md'), 'utf8')
    const foldersOf = (room: string) =>
      readdirSync(path.join(project, room), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const unnamed = ['src', 'server', 'server/features'].flatMap((room) =>
      foldersOf(room)
        .filter(({ name }) => !new RegExp(`(^|[ /*])${name}/`, 'm').test(text))
        .map(({ name }) => `${room}/${name}`),
    )
    expect(unnamed).toEqual([])
    const named = [...text.matchAll(/\bfeatures\/([a-z-]+)/g)].map(([, name]) => `server/features/${name}`)
    expect(named.filter((folder) => !existsSync(path.join(project, folder)))).toEqual([])
  })

  it('docs/architecture.md draws the imports between the rooms, and no others', () => {
    const drawn = arrowsOf('docs/architecture.md')
    const rooms = [...new Set(drawn.flat())]
    expect(rooms.toSorted()).toEqual(['content', 'contract', 'embedded-postgres', 'office', 'server', 'src', 'sw'])
    expect(drawn.map((arrow) => arrow.join(' --> ')).sort()).toEqual(importsBetween(rooms))
  })

  it('docs/one-answer.md draws every state in which the screen may show an answer', () => {
    const source = readFileSync(path.join(project, 'src/attempt/machine/answers.ts'), 'utf8')
    const [, union = ''] = /export type Saving = (.+)/.exec(source) ?? []
    const states = [...union.matchAll(/'(\w+)'/g)].map(([, state]) => state)
    expect(states.length).toBeGreaterThan(3)
    const drawn = new Set(arrowsOf('docs/one-answer.md').flat())
    // A question without an answer has no state to show.
    expect([...drawn].filter((state) => state !== '[*]').sort()).toEqual(
      states.filter((state) => state !== 'none').sort(),
    )
  })

  it('every room of the server has a wall, and docs/architecture.md states the order of the rooms', async () => {
    // Through a variable, so that TypeScript does not follow the import: the walls are JavaScript.
    const configuration = '../.dependency-cruiser.mjs'
    const { default: walls, innerRooms, serverOrder, serverRooms } = (await import(configuration)) as Walls
    const foldersOf = (room: string) =>
      readdirSync(path.join(project, room), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const patterns = walls.forbidden
      .flatMap(({ from, to }) => [from.path, to.path])
      .filter((pattern) => pattern?.startsWith('^server/'))
    const isWalled = (name: string) => patterns.some((pattern) => new RegExp(`[(|/]${name}[)|/]`).test(pattern!))
    const rooms = ['server', 'server/features'].flatMap((room) => foldersOf(room).map(({ name }) => name))
    expect(rooms.length).toBeGreaterThan(30)
    expect(rooms.filter((name) => name !== 'features' && !isWalled(name))).toEqual([])

    const text = readFileSync(path.join(project, 'docs/architecture.md'), 'utf8').replaceAll(/\s+/g, ' ')
    const tiers = serverOrder.map((tier) => tier.replaceAll(/[()]/g, '').replaceAll('|', '/, ').concat('/'))
    expect(text).toContain(tiers.join(' ← '))
    for (const [room, below] of Object.entries(serverRooms)) {
      expect(existsSync(path.join(project, 'server', room)), room).toBe(true)
      const rooms = below.length > 0 ? below.join(', ') : '–'
      expect(text).toContain(`| ${room} | ${rooms} |`)
    }
    for (const [feature, { roof, ...inner }] of Object.entries(innerRooms)) {
      expect(
        foldersOf(`server/features/${feature}`)
          .map(({ name }) => name)
          .sort(),
      ).toEqual(Object.keys(inner).sort())
      for (const file of roof!)
        expect(existsSync(path.join(project, `server/features/${feature}/${file}.ts`))).toBe(true)
      for (const [room, below] of Object.entries(inner)) {
        expect(text).toContain(`| ${feature}/${room} | ${below.join(', ') || '–'} |`)
      }
    }
  })

  it('every :hover is inside a hover query, so that no hover stays after a tap', () => {
    const bare = styleSheets().flatMap(([sheet, css]) => bareHovers(css).map((selector) => `${sheet}: ${selector}`))
    expect(bare).toEqual([])
    const planted =
      '@media (hover: hover) { a:hover { b: c; i:hover { d: e } } } @media print { .x { &:hover { f: g } } }'
    expect(bareHovers(planted)).toEqual(['&:hover'])
  })

  it('no style sheet sets a size of text in pixels, so that text grows with the browser’s own setting', () => {
    const sheets = styleSheets()
    expect(sheets.flatMap(([sheet, css]) => pixelLetters(css).map((place) => `${sheet}: ${place}`))).toEqual([])
    const planted =
      'a { font-size: 13px } b { font: 600 12px/1.2 serif } i { --size-tiny: max(1rem, 9px) } u { font: 1rem/20px x }'
    expect(pixelLetters(planted)).toEqual([
      'font-size: 13px ',
      'font: 600 12px/1.2 serif ',
      '--size-tiny: max(1rem, 9px) ',
    ])
  })

  it('one style sheet alone hides text from view and leaves it to screen readers', () => {
    const hiding = styleSheets().filter(([, css]) => /\bclip(-path)?:\s*(inset\(50%|inset\(100%|rect\(0)/.test(css))
    expect(hiding.map(([sheet]) => sheet)).toEqual(['ui/visually-hidden.module.css'])
  })

  it.each(['one-answer', 'one-request'])(
    'docs/%s.md names files that exist, and declarations that are in them',
    (name) => {
      const text = readFileSync(path.join(project, `docs/${name}.md`), 'utf8')
      const named = [...text.matchAll(/`([a-z]+\/[\w./-]+\.tsx?)`(?:\s+`(\w+)`)?/g)]
      expect(named.length).toBeGreaterThan(20)
      const isWrong = ([, file = '', declared]: string[]) =>
        !existsSync(path.join(project, file)) ||
        (declared !== undefined && !declares(readFileSync(path.join(project, file), 'utf8'), declared))
      expect(named.filter(isWrong).map(([place]) => place)).toEqual([])
      expect(declares('/** As `drain` does. */\nexport const drainHere = 1', 'drain')).toBe(false)
    },
  )

  it('docs/one-request.md names every gate that the server installs, in the order in which it does', () => {
    const text = readFileSync(path.join(project, 'docs/one-request.md'), 'utf8')
    const app = readFileSync(path.join(project, 'server/app.ts'), 'utf8')
    const installed = app.slice(app.indexOf('async function install(')).matchAll(/^ {2}(?:if .*\) )?(\w+)\(app[,)]/gm)
    // Bodies are checked where their parser runs. The log and the form of errors are no gates.
    const isGate = (name: string) =>
      text.includes(`\`${name}\``) && !['installJsonBody', 'installAccessLog', 'installErrors'].includes(name)
    const names = [...installed].map(([, name = '']) => name)
    expect(names[0], 'the log of a refused call has the address without a port').toBe('readForwardedFor')
    const gates = names.filter(isGate)
    // Gates that are installed before Fastify sees a call run in the opposite order.
    expect(gates.splice(0, 3)).toEqual(['beginInTurns', 'serveOneCallOfAConnection', 'boundConnections'])
    expect(gates.length).toBeGreaterThan(6)
    const rows = text.split('\n').filter((line) => line.startsWith('| '))
    const named = rows.flatMap((row) => gates.filter((gate) => row.includes(`\`${gate}\``)))
    expect(named).toEqual(gates)
  })

  it('the way that docs/one-answer.md describes takes fewer than twenty files', () => {
    const text = readFileSync(path.join(project, 'docs/one-answer.md'), 'utf8')
    // A reader who has to open more files than these has lost the way.
    const way = new Set([...text.matchAll(/\*\*`([\w./-]+)`\s+`\w+`\*\*/g)].map(([, file]) => file))
    expect(way.size).toBeGreaterThan(10)
    expect(way.size).toBeLessThan(20)
  })
})

interface Walls {
  default: { forbidden: { from: { path?: string }; to: { path?: string } }[] }
  innerRooms: Record<string, Record<string, string[]>>
  serverOrder: string[]
  serverRooms: Record<string, string[]>
}
