// Checks every import against the walls of .dependency-cruiser.mjs and prints each breach with its reason. dependency-cruiser
// reads TypeScript through the compiler's JavaScript API, which TypeScript 7 no longer has. So it gets each file through Babel,
// reduced to its imports, those of types included.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { cruise } from 'dependency-cruiser'
import { parseSync, Visitor } from 'vite'
import config, { rooms } from '../.dependency-cruiser.mjs'

/** A Babel plugin: Vite's parser reads a file in an eighth of Babel's time, and Babel gets only its imports. */
function importsOnly({ types: t }) {
  return {
    parserOverride(code, { sourceFileName }) {
      const { program, errors } = parseSync(sourceFileName, code)
      if (errors.length) throw new Error(`${sourceFileName} cannot be read: ${errors[0].message}`)
      const addresses = []
      const take = ({ source }) => void (typeof source?.value === 'string' && addresses.push(source.value))
      new Visitor({
        ImportDeclaration: take,
        ExportAllDeclaration: take,
        ExportNamedDeclaration: take,
        TSImportType: take,
        ImportExpression: take,
      }).visit(program)
      return t.file(t.program(addresses.map((address) => t.importDeclaration([], t.stringLiteral(address)))))
    },
  }
}

const babelConfig = { babelrc: false, configFile: false, plugins: [importsOnly] }

function sourcesIn(projectRoot, room) {
  if (!existsSync(path.join(projectRoot, room))) return []
  return readdirSync(path.join(projectRoot, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => path.relative(projectRoot, path.join(entry.parentPath, entry.name)))
}

/** Checks a project. `lines` has one entry for each breach, with the reason of its wall. */
export async function findBreaches(projectRoot = process.cwd()) {
  const { forbidden, options } = config
  const files = rooms.flatMap((room) => sourcesIn(projectRoot, room))
  const { output } = await cruise(
    files,
    { ...options, baseDir: projectRoot, ruleSet: { forbidden }, validate: true },
    options.enhancedResolveOptions,
    { babelConfig },
  )
  if (output.summary.totalDependenciesCruised === 0) throw new Error('no import was found at all: the parser is blind')
  const reasonOf = new Map(forbidden.map(({ name, comment }) => [name, comment]))
  const lines = output.summary.violations.map(
    ({ rule, from, to, cycle }) =>
      `${from} → ${cycle ? cycle.map((step) => step.name ?? step).join(' → ') : to}\n    ${rule.name}: ${reasonOf.get(rule.name)}`,
  )
  return { lines, files: files.length, imports: output.summary.totalDependenciesCruised }
}

if (process.argv[1] === import.meta.filename) {
  const { lines, files, imports } = await findBreaches()
  for (const line of lines) console.error(line)
  console.log(
    lines.length ? `${lines.length} breaches of the walls` : `walls: ${imports} imports of ${files} files stand`,
  )
  process.exit(lines.length ? 1 : 0)
}
