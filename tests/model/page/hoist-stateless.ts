import { parseAst } from 'vite'

/** A bundle in two parts: code shared by all pages, and code that each page runs again. */
export interface Halves {
  readonly shared: string
  readonly own: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [part: string]: unknown
}

/** A function or a class at the top of the bundle, with the names that it mentions. */
interface Candidate {
  readonly name: string
  readonly statement: Node
  readonly mentions: ReadonlySet<string>
}

/**
 * Splits off functions and classes that touch neither the page (`pageNames`) nor state. Made once, they cost a page's load
 * nothing. A class for each page would also keep the whole page in memory until V8's next full collection.
 */
export function hoistStateless(code: string, pageNames: readonly string[]): Halves {
  const statements = parseAst(code).body as unknown as Node[]
  const candidates = new Map(statements.flatMap(candidateOf).map((one) => [one.name, one]))
  for (const name of assignedIn(statements)) candidates.delete(name)
  const bound = new Set([
    ...pageNames,
    'exports',
    'require',
    'module',
    'arguments',
    ...statements.flatMap(namesBoundBy),
  ])
  let isStable = false
  while (!isStable) {
    isStable = true
    for (const { name, mentions } of candidates.values()) {
      if ([...mentions].every((other) => !bound.has(other) || candidates.has(other))) continue
      candidates.delete(name)
      isStable = false
    }
  }
  const hoisted = new Set([...candidates.values()].map(({ statement }) => statement))
  const textOf = ({ start, end }: Node) => code.slice(start, end)
  return {
    shared: statements
      .filter((one) => hoisted.has(one))
      .map(textOf)
      .join('\n'),
    own: statements
      .filter((one) => !hoisted.has(one))
      .map(textOf)
      .join('\n'),
  }
}

function candidateOf(statement: Node): Candidate[] {
  if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') {
    return isStateless(statement) ? [{ name: nameOf(statement.id), statement, mentions: mentionsOf(statement) }] : []
  }
  if (statement.type !== 'VariableDeclaration') return []
  const [declared, ...others] = statement.declarations as Node[]
  const made = declared?.init as Node | null | undefined
  if (declared === undefined || made == null || others.length > 0 || !isStateless(made)) return []
  return [{ name: nameOf(declared.id), statement, mentions: mentionsOf(statement) }]
}

function isStateless({ type, body, regex }: Node): boolean {
  if (type === 'Literal') return regex === undefined
  if (type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression') return true
  if (type !== 'ClassDeclaration' && type !== 'ClassExpression') return false
  // A static member may be state of the class.
  const members = (body as Node).body as Node[]
  return members.every((member) => member.type !== 'StaticBlock' && member.static !== true)
}

const nameOf = (id: unknown) => (id as { name: string }).name

function namesBoundBy(statement: Node): string[] {
  if (statement.type === 'VariableDeclaration') {
    return (statement.declarations as Node[]).flatMap(({ id }) => [...mentionsOf(id)])
  }
  return statement.type.endsWith('Declaration') ? [nameOf(statement.id)] : []
}

/** Names that are assigned somewhere. A bundler writes `var` for both `let` and `const`. */
function assignedIn(part: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(part)) for (const item of part) assignedIn(item, found)
  else if (typeof part === 'object' && part !== null) {
    const { left, argument, type } = part as Partial<Node>
    if (type === 'AssignmentExpression' || type?.startsWith('For')) mentionsOf(left, found)
    if (type === 'UpdateExpression') mentionsOf(argument, found)
    for (const child of Object.values(part)) assignedIn(child, found)
  }
  return found
}

/** All identifiers, rather too many than too few: a function that mentions a local name is not hoisted. */
function mentionsOf(part: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(part)) for (const item of part) mentionsOf(item, found)
  else if (typeof part === 'object' && part !== null) {
    const node = part as Node
    if (node.type === 'Identifier') found.add(nameOf(node))
    const isPlainName = node.computed === false && node.shorthand !== true
    for (const [key, child] of Object.entries(node)) {
      if (isPlainName && (key === 'property' || key === 'key')) continue
      mentionsOf(child, found)
    }
  }
  return found
}
