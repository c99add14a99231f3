import { assetNames, readBuilt, sentBytes } from './built.ts'

/** Chunks that a page waits for besides the shell's entry. */
const pages = {
  '/': ['landing-page'],
  '/examples': ['examples-page'],
  '/login': ['login-page'],
  'the first question': ['account-routes', 'attempt', 'answers'],
}

/** Brotli bytes of the scripts that show a page, with their imports. Without scripts that load when idle or with data. */
export function initialScripts(): { page: string; bytes: number; chunks: string[] }[] {
  return Object.entries(pages).map(([page, names]) => {
    const files = withImports([entry(), ...names.map(fileOf)])
    const bytes = files.reduce((sum, name) => sum + sentBytes(`assets/${name}`), 0)
    return { page, bytes, chunks: files.map(chunkOf) }
  })
}

/** Brotli bytes of each chunk of any page's first load, by its name without the hash. */
export function chunksOfFirstLoads(): Map<string, number> {
  const names = new Set(initialScripts().flatMap(({ chunks }) => chunks))
  return new Map([...names].sort().map((name) => [name, sentBytes(`assets/${fileOf(name)}`)]))
}

function withImports(scripts: string[]): string[] {
  const wanted = [...scripts]
  // The list grows during the loop.
  for (const name of wanted) {
    for (const [, imported = ''] of readBuilt(`assets/${name}`).matchAll(
      /(?:from|import)\s*["']\.\/([^"']+\.js)["']/g,
    )) {
      if (!wanted.includes(imported)) wanted.push(imported)
    }
  }
  return wanted
}

const entry = () => /src="\/assets\/([^"]+\.js)"/.exec(readBuilt('shell.html'))?.[1] ?? missing('an entry')

const chunkOf = (file: string) => file.replace(/-.{8}\.js$/, '')

const fileOf = (chunk: string) =>
  assetNames().find((name) => name.endsWith('.js') && chunkOf(name) === chunk) ?? missing(`a chunk ${chunk}`)

function missing(what: string): never {
  throw new Error(`The build has no ${what}`)
}
