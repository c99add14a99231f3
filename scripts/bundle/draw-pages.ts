import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { build, type Plugin, type Rolldown } from 'vite'
import { withLinkPreview } from '../../server/html/link-preview.ts'

const drawProcess = path.join(import.meta.dirname, 'draw-process.mjs')

/**
 * The pages that open with their words in them, before any script: their addresses, the module of each, and what search
 * engines and previews of a link say of it.
 */
const DRAWN: { at: string; file: string; module: string; pieces?: string[]; about: string }[] = [
  {
    at: '/',
    file: 'index.html',
    module: 'src/features/landing/landing-page.tsx',
    // Drawn with the page, and fetched after it.
    pieces: ['src/items/example-item.tsx', 'src/features/landing/landing-rest.tsx'],
    about:
      'Вербальні, математичні та логічні тести українською. Розв’яжіть приклад без реєстрації, купіть тест і складіть екзамен.',
  },
  {
    at: '/examples',
    file: 'examples.html',
    module: 'src/features/examples/examples-page.tsx',
    about: 'Вербальні, математичні й логічні завдання з поясненнями: розв’яжіть їх просто тут, без реєстрації.',
  },
  {
    at: '/login',
    file: 'login.html',
    module: 'src/features/auth/login-page.tsx',
    about: 'Вхід до кабінету: ваші тести, екзамени, тренування й результати.',
  },
]

/**
 * Draws the public pages beside shell.html: their markup in the root, their styles in one <style> (a stylesheet of its
 * own costs half a second of first paint on a slow network), their chunks named for loading. It runs when the client is
 * written and before the worker lists what it keeps.
 */
export function drawPages(): Plugin {
  let dist = ''
  let root = ''
  return {
    name: 'draw-pages',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(config) {
      root = config.root
      dist = path.resolve(root, config.build.outDir)
    },
    writeBundle: {
      sequential: true,
      async handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
        const shell = readFileSync(path.join(dist, 'shell.html'), 'utf8')
        const drawings = await drawAll(root)
        drawings.forEach((drawing, index) => {
          const { at, file, module, pieces = [], about } = DRAWN[index]!
          const head = headOf(dist, partsOf(chunks, module, pieces))
          writeFileSync(path.join(dist, file), furnish(shell, at, drawing, about, head))
        })
      },
    },
  }
}

interface Drawing {
  /** What the root contains, a <title> before it. */
  markup: string
  /** What the page was drawn with, by the keys of its queries. */
  replies: Record<string, unknown>
}

/** Every page. Built by the client's own configuration: the names of its classes must be the client's. */
async function drawAll(root: string): Promise<Drawing[]> {
  const outDir = mkdtempSync(path.join(tmpdir(), 'draw-pages-'))
  try {
    await build({
      root,
      logLevel: 'warn',
      publicDir: false,
      // Everything is joined in: React must be there once.
      ssr: { noExternal: true },
      build: {
        ssr: true,
        outDir,
        emptyOutDir: true,
        target: 'node20',
        minify: false,
        rolldownOptions: {
          input: ['src/app/draw-page.tsx', 'scripts/bundle/drawn-replies.ts'],
          output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
        },
      },
    })
    const args = [drawProcess, outDir, ...DRAWN.map(({ at }) => at)]
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      timeout: 60_000,
      maxBuffer: 16 * 1024 * 1024,
    })
    return JSON.parse(stdout) as Drawing[]
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

/** Names of files in dist/. */
interface Parts {
  scripts: string[]
  styles: string[]
}

/**
 * The chunks and stylesheets that a page needs: those of the entry, its own, and all that these import. Of the pieces that
 * are drawn with it, the styles only: their code comes after the page.
 */
function partsOf(chunks: Rolldown.OutputChunk[], module: string, pieces: string[]): Parts {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const chunkOf = (end: string) => chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(end)))
  // By its module: a chunk that a group has made does not call itself an entry.
  const entry = chunkOf('src/main.tsx')
  const page = chunkOf(module)
  if (!entry || !page) throw new Error(`The build has no chunk of ${module}`)
  const ofEntry = withImports(entry, byName)
  const all = new Set([...ofEntry, ...withImports(page, byName)])
  const drawn = new Set(all)
  for (const piece of pieces) {
    const chunk = chunkOf(piece)
    if (!chunk) throw new Error(`The build has no chunk of ${piece}`)
    withImports(chunk, byName, drawn)
  }
  return {
    scripts: [...all].filter((chunk) => !ofEntry.has(chunk)).map(({ fileName }) => fileName),
    styles: [...new Set([...drawn].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))],
  }
}

/** A chunk after all that it imports, in the order in which they run. */
function withImports(
  chunk: Rolldown.OutputChunk,
  byName: Map<string, Rolldown.OutputChunk>,
  found = new Set<Rolldown.OutputChunk>(),
): Set<Rolldown.OutputChunk> {
  if (found.has(chunk)) return found
  for (const name of chunk.imports) {
    const imported = byName.get(name)
    if (imported) withImports(imported, byName, found)
  }
  return found.add(chunk)
}

function headOf(dist: string, { scripts, styles }: Parts): string {
  const css = styles.map((name) => readFileSync(path.join(dist, name), 'utf8')).join('')
  return [
    `<style>${css}</style>`,
    // Not loaded, yet there: the loader of chunks sees that these styles need not be asked for.
    ...styles.map((name) => `<link rel="stylesheet" href="/${name}" disabled>`),
    ...scripts.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
  ].join('\n    ')
}

/**
 * The shell with a page in it, which says whose markup it is: a static host answers every address with one file. What the
 * policy of pages would refuse must not be in the markup.
 */
function furnish(shell: string, at: string, { markup, replies }: Drawing, about: string, head: string): string {
  const [title = '', name = ''] = /^<title>(.*?)<\/title>/.exec(markup) ?? []
  const body = markup.slice(title.length)
  const refused = /<script|\sstyle="|\son\w+="/.exec(body)
  if (!title || refused) throw new Error(refused ? `Markup with ${refused[0]}` : 'A page without a title')
  const bare = withLinkPreview(shell, { title: name, about })
    .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
    .replace('</head>', () => `  ${head}\n  </head>`)
  const drawn = bare.replace(
    '<div id="root"></div>',
    () => `<div id="root" data-page="${at}">${body}</div>${dataOf(replies)}`,
  )
  if (drawn === bare) throw new Error('The shell has no empty root')
  return drawn
}

/** As a block of data, which no policy forbids: it is never run. `src/queries/prerendered-queries.ts` reads it. */
function dataOf(replies: Drawing['replies']): string {
  if (Object.keys(replies).length === 0) return ''
  return `<script type="application/json" id="drawn-replies">${JSON.stringify(replies).replaceAll('<', '\\u003c')}</script>`
}
