// Reads the client's sources by Babel: imports, functions, variables that change.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, traverse } from '@babel/core'
import { inProject, projectRoot } from '../launch/project.mjs'

const parserOpts = { plugins: ['typescript', 'jsx', 'importAttributes'], sourceType: 'module' }
export const babelConfig = { babelrc: false, configFile: false, parserOpts }

/** Every source file of `folders` that is no test: `{ file, lines, imports, closures, modules, text }`. */
export function readSources(folders) {
  return folders.flatMap((folder) =>
    readdirSync(inProject(folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => readSource(path.relative(projectRoot, path.join(entry.parentPath, entry.name)))),
  )
}

function readSource(file) {
  const text = readFileSync(inProject(file), 'utf8')
  const imports = new Set()
  /** One entry for each variable that a closure keeps and changes. The number names its function. */
  const kept = []
  const keptByModule = []
  traverse(parseSync(text, { ...babelConfig, filename: file }), {
    ImportDeclaration: ({ node }) => void imports.add(node.source.value),
    ExportNamedDeclaration: ({ node }) => void (node.source && imports.add(node.source.value)),
    ExportAllDeclaration: ({ node }) => void imports.add(node.source.value),
    Import: ({ parent }) =>
      void (parent.arguments?.[0]?.type === 'StringLiteral' && imports.add(parent.arguments[0].value)),
    VariableDeclarator(declarator) {
      if (declarator.node.id.type !== 'Identifier') return
      const binding = declarator.scope.getBinding(declarator.node.id.name)
      const owner = declarator.getFunctionParent()
      const changes = isCollection(declarator.node.init)
        ? binding?.referencePaths.filter(changesCollection)
        : binding?.constantViolations
      if (!changes?.some((change) => change.getFunctionParent() !== owner)) return
      if (owner === null) keptByModule.push(declarator.node.id.name)
      else kept.push(owner.node.start)
    },
  })
  const internal = [...imports].filter((name) => /^[.#]/.test(name) && /\.tsx?$/.test(name))
  return {
    file,
    text,
    lines: text.split('\n').length - 1,
    imports: internal.map((name) => targetOf(file, name)),
    closures: new Set(kept).size,
    keptVariables: kept.length,
    keptByModule: keptByModule.length,
  }
}

function isCollection(made) {
  return made?.type === 'NewExpression' && (made.callee.name === 'Map' || made.callee.name === 'Set')
}

function changesCollection({ parent, parentPath }) {
  const isOwn = parent.type === 'MemberExpression' && /^(set|add|delete|clear)$/.test(parent.property.name)
  return isOwn && parentPath.parent.type === 'CallExpression'
}

function targetOf(file, name) {
  return name.startsWith('#') ? name.slice(1) : path.join(path.dirname(file), name)
}
