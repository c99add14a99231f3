import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

// Imported by a variable: Babel brings no types, and TypeScript 7 offers no parser to other programs.
const babelName = '@babel/core'
const { parseSync, traverse, types: t } = (await import(babelName)) as Babel

const sources = path.resolve(import.meta.dirname, '..')
const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /(?<!\.test)\.tsx$/.test(name),
)

/*
 * A browser's translation replaces text nodes. React still holds the old ones: to remove one, or to insert before it, throws
 * (the error page, in the middle of an exam); to change one changes nothing on the screen. If the text is an element's only
 * child, React replaces the element's whole content, whatever is in it.
 */
it('every component gives a text that changes, or whose neighbour comes and goes, an element of its own', () => {
  expect(files.length).toBeGreaterThan(150)
  const found = files.flatMap((name) =>
    bareTexts(readFileSync(path.join(sources, name), 'utf8')).map((line) => `${name}:${line}`),
  )
  expect(found).toEqual([])
})

it.each([
  ['a text that comes and goes', 'const A = ({ on }) => <p><b />{on && texts.on}</p>'],
  ['a text that changes', 'const A = ({ n }) => <p><b />{texts.of(n)}</p>'],
  ['a part of a text that may be missing', 'const A = ({ at }) => <p>{texts[at]}<b /></p>'],
  ['words next to an element that comes and goes', 'const A = ({ on }) => <p>{on && <b />} words</p>'],
  ['words next to a part whose component may put something else there', 'const A = () => <Button><b /> words</Button>'],
  ['a text without an element', 'const A = ({ on }) => on ? <b /> : <>words</>'],
  [
    'a property that is a string',
    'interface P { name: string }\nfunction A({ name }: P) { return <p><b />{name}</p> }',
  ],
])('the check finds %s', (_kind, code) => {
  expect(bareTexts(code)).toEqual([code.includes('\n') ? 2 : 1])
})

it.each([
  ['a text alone', 'const A = ({ on }) => <p>{on ? texts.on : "off"}</p>'],
  [
    'words that stay next to an element that stays',
    'import { texts } from "t"\nconst A = () => <p>{texts.lead} <a /> words.</p>',
  ],
  ['elements that come and go', 'const A = ({ on, all }) => <p>{on && <b />}{all.map(() => <i />)}</p>'],
  [
    'parts that the caller gives',
    'interface P { part: ReactNode }\nfunction A({ part }: P) { return <p><b />{part}</p> }',
  ],
  ['an element in a constant', 'function A() { const b = <b />; return <p><i />{b}</p> }'],
])('the check accepts %s', (_kind, code) => {
  expect(bareTexts(code)).toEqual([])
})

/** The lines of elements with a bare text among their children. */
function bareTexts(code: string): number[] {
  const lines: number[] = []
  const ast = parseSync(code, {
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: ['typescript', 'jsx'], sourceType: 'module' },
  })
  traverse(ast, {
    'JSXElement|JSXFragment': (element) => {
      const children = t.react.buildChildren(element.node)
      const kinds = children.flatMap((child) => kindsOf(child, element.scope))
      const isBare = t.isJSXFragment(element.node)
        ? kinds.some((kind) => kind === 'words' || kind === 'text')
        : children.length > 1 && isMixed(kinds, isOwnElement(element.node))
      if (isBare) lines.push(element.node.loc.start.line)
    },
  })
  return lines
}

/** words: always there and unchanged · text: any other, or a possible text · part: an element, or a caller's child. */
type Kind = 'words' | 'text' | 'part' | 'nothing'

function isMixed(kinds: readonly Kind[], isOwn: boolean): boolean {
  if (kinds.includes('text')) return true
  return kinds.includes('words') && (kinds.includes('nothing') || !isOwn)
}

/** Components that are one element with a look. Any other component may put its children anywhere. */
const looks = ['Text', 'Link', 'NavLink', 'Checkbox', 'InlineButton']

function isOwnElement({ openingElement }: Node): boolean {
  const name = openingElement.name.name ?? ''
  return /^[a-z]/.test(name) || looks.includes(name)
}

/** The kinds that a child may be; 'nothing': it may be missing. */
function kindsOf(child: Node, scope: Scope): Kind[] {
  switch (child.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return ['part']
    case 'StringLiteral':
      return ['words']
    case 'NullLiteral':
    case 'BooleanLiteral':
      return ['nothing']
    case 'LogicalExpression':
      return child.operator === '&&'
        ? ['nothing', ...kindsOf(child.right, scope)]
        : [...kindsOf(child.left, scope), ...kindsOf(child.right, scope)]
    case 'ConditionalExpression':
      return varying([kindsOf(child.consequent, scope), kindsOf(child.alternate, scope)])
    case 'ParenthesizedExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return kindsOf(child.expression, scope)
    case 'MemberExpression':
      return [isOfModule(child, scope) ? 'words' : 'text']
    case 'Identifier':
      return kindsOfName(child.name, scope)
    case 'CallExpression':
      return kindsOfCall(child, scope)
    default:
      return ['text']
  }
}

/** The kinds of two cases: words in only one of them are a text that changes. */
function varying(cases: readonly Kind[][]): Kind[] {
  const kinds = cases.flat()
  return kinds.map((kind) => (kind === 'words' ? 'text' : kind))
}

/** `texts.lead`: a constant of a module. */
function isOfModule({ object, computed }: Node, scope: Scope): boolean {
  if (computed) return false
  if (object.type === 'MemberExpression') return isOfModule(object, scope)
  return object.type === 'Identifier' && scope.getBinding(object.name)?.kind === 'module'
}

function kindsOfName(name: string, scope: Scope): Kind[] {
  const binding = scope.getBinding(name)
  if (binding === undefined) return ['text']
  const { node } = binding.path
  if (binding.kind === 'param') return isPartType(typeOfProperty(name, node, scope)) ? ['part'] : ['text']
  return node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init != null
    ? kindsOf(node.init, binding.path.scope)
    : ['text']
}

/** `list.map(() => <li />)`, or a function of this file that returns elements. */
function kindsOfCall({ callee, arguments: given }: Node, scope: Scope): Kind[] {
  const isMap = callee.type === 'MemberExpression' && callee.property.name === 'map'
  const made = isMap ? given[0] : callee.type === 'Identifier' && scope.getBinding(callee.name)?.path.node.init
  if (!made || made.type !== 'ArrowFunctionExpression') return ['text']
  if (isPartType(made.returnType?.typeAnnotation)) return ['part']
  const value =
    made.body.type === 'BlockStatement'
      ? made.body.body.find(({ type }: Node) => type === 'ReturnStatement')?.argument
      : made.body
  return ['nothing', ...(value == null ? ['text' as const] : kindsOf(value, scope))]
}

/** The type of a component's property, from its own annotation or an interface of the file with that name. */
function typeOfProperty(name: string, parameter: Node, scope: Scope): Node {
  const own: Node[] = parameter.typeAnnotation?.typeAnnotation.members ?? []
  const named: Node[] = scope.getProgramParent().path.node.body.flatMap((each: Node) => each.body?.body ?? [])
  return [...own, ...named].find(({ key }) => key?.name === name)?.typeAnnotation?.typeAnnotation
}

const isPartType = (type: Node) => (type?.typeName?.right ?? type?.typeName)?.name === 'ReactNode'

// oxlint-disable-next-line no-explicit-any -- Babel's tree, of which this reads what it asks for
type Node = any

interface Scope {
  getBinding: (name: string) => { kind: string; path: { node: Node; scope: Scope } } | undefined
  getProgramParent: () => { path: { node: Node } }
}

interface Babel {
  parseSync: (code: string, options: object) => object
  traverse: (ast: object, visitor: Record<string, (path: { node: Node; scope: Scope }) => void>) => void
  types: { react: { buildChildren: (node: Node) => Node[] }; isJSXFragment: (node: Node) => boolean }
}
