import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { build, type Plugin, type Rolldown } from 'vite'
import { withLinkPreview } from '../../server/html/link-preview.ts'

const drawProcess = path.join(import.meta.dirname, 'draw-process.mjs')

/** Prerendered pages: the address and module of each, and the words for search engines and link previews. */
const DRAWN: { at: string; file: string; module: string; pieces?: string[]; about: string }[] = [
  {
    at: '/',
    file: 'index.html',
    module: 'src/features/landing/landing-page.tsx',
    // The build draws these modules with the page. A browser fetches their code after it.
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
 * Prerenders the public pages, next to shell.html. Each page has its markup in the root and preload links to its chunks. Its
 * styles are in one <style>: a separate stylesheet costs half a second of first paint on a slow network. Runs after Vite has
 * written the client, and before the worker lists the files of its precache.
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
  /** Content of the root, with a <title> before it. */
  markup: string
  /** Replies that the page was drawn with, by query key. */
  replies: Record<string, unknown>
}

/** Draws every page. Uses the client's own configuration, because class names must be the same. */
async function drawAll(root: string): Promise<Drawing[]> {
  const outDir = mkdtempSync(path.join(tmpdir(), 'draw-pages-'))
  try {
    await build({
      root,
      logLevel: 'warn',
      publicDir: false,
      // Bundles everything, so that there is only one React.
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

/** Chunks and styles of the entry, the page and their imports. Pieces add only their styles, because their code comes later. */
function partsOf(chunks: Rolldown.OutputChunk[], module: string, pieces: string[]): Parts {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const chunkOf = (end: string) => chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(end)))
  // Searches by module: a chunk that a group has made is not marked as an entry.
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

/** A chunk and its imports, in the order in which they run. */
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
    // Disabled links: the loader of chunks finds them and does not fetch these styles again.
    ...styles.map((name) => `<link rel="stylesheet" href="/${name}" disabled>`),
    ...scripts.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
  ].join('\n    ')
}

/**
 * The shell with a page in its root, marked with the page's address, because a static host may answer every address with one
 * file. Throws if the markup has something that the pages' policy would refuse.
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

/** Replies as a block of data, which is never run, so the policy allows it. `src/queries/prerendered-queries.ts` reads it. */
function dataOf(replies: Drawing['replies']): string {
  if (Object.keys(replies).length === 0) return ''
  return `<script type="application/json" id="drawn-replies">${JSON.stringify(replies).replaceAll('<', '\\u003c')}</script>`
}
