// Finds uses in the client's sources that the oldest supported browsers (scripts/bundle/floor.json) do not have. A compiler
// lowers syntax, but a missing function ends somebody's exam. The browsers' record is MDN's data (@mdn/browser-compat-data). A
// use that is tested first (`'x' in y`, `typeof x`, `?.`) is right; `excused` has the others with their reasons.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, traverse } from '@babel/core'

const rooms = ['src', 'sw', 'contract']
const floor = JSON.parse(readFileSync(path.resolve(import.meta.dirname, 'bundle/floor.json'), 'utf8'))
/** Adds the same engines on telephones. */
const browsers = Object.entries({
  ...floor,
  chrome_android: floor.chrome,
  firefox_android: floor.firefox,
  safari_ios: floor.safari,
})

/** Interfaces of global objects that are used by their own names. */
const instances = {
  window: 'Window',
  self: 'WorkerGlobalScope',
  document: 'Document',
  navigator: 'Navigator',
  performance: 'Performance',
  crypto: 'Crypto',
  history: 'History',
  location: 'Location',
  localStorage: 'Storage',
  sessionStorage: 'Storage',
  caches: 'CacheStorage',
  indexedDB: 'IDBFactory',
  screen: 'Screen',
}

/** Reasons why a use does no harm. The keys are `FILE NAME`. */
const excused = {
  'src/pwa/worker-registration.ts createPolicy': 'of `trustedTypes`, which is asked for first',
  'src/queries/kept/query-store.ts fetch': 'of a query of React Query',
  'src/ui/save-file.ts navigator.share': 'its callers ask first whether it is there, or `canShare`',
}

const data = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../node_modules/@mdn/browser-compat-data/data.json'), 'utf8'),
)

/** Browsers of the floor that lack this entry; none if the record does not know it. */
function missingIn(entry) {
  const support = entry?.__compat?.support
  if (support === undefined) return []
  return browsers.filter(([browser, version]) => !hasSince(support[browser], version)).map(([browser]) => browser)
}

function hasSince(statements, version) {
  if (statements === undefined) return true
  return [statements].flat().some((statement) => {
    const { version_added: added, version_removed: removed, flags, prefix, alternative_name: other } = statement
    if (typeof added !== 'string' || added === 'preview' || flags || prefix || other) return false
    return !isLater(added, version) && (removed === undefined || isLater(removed, version))
  })
}

const isLater = (one, other) => {
  const [a, b] = [one, other].map((version) => version.replace('≤', '').split('.').map(Number))
  return a[0] === b[0] ? (a[1] ?? 0) > (b[1] ?? 0) : a[0] > b[0]
}

/** The record of a global name: an interface, a builtin or a global function. */
const globalOf = (name) => data.api[name] ?? data.javascript.builtins[name] ?? data.api[`${name}_static`]

/** Members of prototypes by name. A call does not name its owner, so all members of that name must be too young. */
const members = new Map()
for (const owner of [...Object.values(data.api), ...Object.values(data.javascript.builtins)]) {
  for (const [name, entry] of Object.entries(owner)) {
    if (name === '__compat' || name.endsWith('_static') || name.endsWith('_event')) continue
    members.set(name, [...(members.get(name) ?? []), entry])
  }
}

/** Browsers that lack a member of this name. A name without members is the program's own. */
function missingMember(name) {
  const known = Object.hasOwn(Object.prototype, name) ? [] : (members.get(name) ?? [])
  const lacks = known.map(missingIn)
  return lacks.length > 0 && lacks.every((some) => some.length > 0) ? lacks[0] : []
}

/** Names of methods that the program declares. */
export const declaredIn = (source) =>
  [...source.matchAll(/^\s*(?:readonly |async )*([a-z_$][\w$]*)(?:\??: |,$|\()|\breturn \{ (.*) \}$/gim)].flatMap(
    ([, name, several = '']) => [name, ...several.split(/[ ,:]+/)],
  )

/** Uses that the floor lacks. Only calls count: a missing property is undefined. `declared`: the program's own methods. */
export function findYoung(file, source, declared = new Set()) {
  const found = []
  const asked = new Set(
    [...source.matchAll(/'([\w$]+)' in |typeof (?:\w+\.)*([\w$]+)|\.([\w$]+) === undefined/g)].map(
      (one) => one[1] ?? one[2] ?? one[3],
    ),
  )
  const note = (name, node, browsers) => {
    if (browsers.length === 0 || asked.has(name.split('.').at(-1)) || Object.hasOwn(excused, `${file} ${name}`)) return
    found.push({ file, line: node.loc.start.line, name, browsers })
  }
  const tree = parseSync(source, {
    filename: file,
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: ['typescript', 'jsx', 'importAttributes'], sourceType: 'module' },
  })
  traverse(tree, {
    // Names of types are not uses of the API.
    TSType: (node) => node.skip(),
    TSInterfaceDeclaration: (node) => node.skip(),
    TSTypeParameterInstantiation: (node) => node.skip(),
    'MemberExpression|OptionalMemberExpression'({ node, parent, scope, key }) {
      if (node.computed || node.property.type !== 'Identifier') return
      const { name } = node.property
      const isAsked = node.optional || (parent.type === 'OptionalCallExpression' && parent.optional)
      const { object } = node
      // A library's members depend on what the library supports.
      if (object.type === 'Identifier' && scope.getBinding(object.name)?.kind === 'module') return
      if (object.type === 'Identifier' && !scope.hasBinding(object.name, true)) {
        const own = globalOf(instances[object.name] ?? object.name)
        const entry = own?.[`${name}_static`] ?? own?.[name]
        if (!isAsked && entry !== undefined) note(`${object.name}.${name}`, node, missingIn(entry))
        if (entry !== undefined) return
      }
      const isCalled = /^(?:Optional)?CallExpression$/.test(parent.type) && key === 'callee'
      if (isCalled && !isAsked && !declared.has(name)) note(name, node, missingMember(name))
    },
    Identifier({ node, parent, scope, key }) {
      const isUse =
        parent.type === 'NewExpression' || parent.type === 'CallExpression' ? key === 'callee' : key === 'object'
      if (isUse && !scope.hasBinding(node.name, true)) note(node.name, node, missingIn(globalOf(node.name)))
    },
  })
  return found
}

const sources = () =>
  rooms.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.(?:test|d)\.tsx?$/.test(name))
      .map((name) => path.join(room, name).replaceAll('\\', '/')),
  )

if (process.argv[1] === import.meta.filename) {
  const files = sources()
  const texts = files.map((file) => readFileSync(file, 'utf8'))
  const declared = new Set(texts.flatMap(declaredIn))
  const found = files.flatMap((file, at) => findYoung(file, texts[at], declared))
  for (const { file, line, name, browsers } of found)
    console.error(`${file}:${line} ${name}: not in ${browsers.join(', ')}`)
  console.log(
    found.length ? `${found.length} uses that the floor has not` : `floor: ${files.length} files use what it has`,
  )
  process.exit(found.length ? 1 : 0)
}
