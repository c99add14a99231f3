import { assetNames, readBuilt, sentBytes } from './built.ts'

/** What a page waits for beside the entry of the shell, by the names of its chunks. */
const pages = {
  '/': ['landing-page'],
  '/examples': ['examples-page'],
  '/login': ['login-page'],
  'the first question': ['account-routes', 'take-exam-page', 'start-delivery'],
}

/**
 * Bytes of the scripts without which a page cannot be shown, brotli: the entry, the page's own chunks and all that these
 * import. What is asked for in an idle moment, or beside the page's data, is not among them.
 */
export function initialScripts(): { page: string; bytes: number }[] {
  return Object.entries(pages).map(([page, chunks]) => {
    const bytes = withImports([entry(), ...chunks.map(fileOf)]).reduce(
      (sum, name) => sum + sentBytes(`assets/${name}`),
      0,
    )
    return { page, bytes }
  })
}

function withImports(scripts: string[]): string[] {
  const wanted = [...scripts]
  // It grows while it is walked.
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

const fileOf = (chunk: string) =>
  assetNames().find((name) => name.replace(/-.{8}\.js$/, '') === chunk) ?? missing(`a chunk ${chunk}`)

function missing(what: string): never {
  throw new Error(`The build has no ${what}`)
}
