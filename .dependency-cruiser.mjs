// Who may import whom. Each rule says why in its comment, which is printed with every breach.
// Floors of src: concurrency (0) · engine (1) · delivery, http, storage, ui (2) · session, pwa (3) · features (4) · app (5).

const npm = '^node_modules/'
const rooms = ['contract', 'content', 'src', 'sw', 'server', 'tests', 'benches', 'scripts']
const test = '[.]test[.]tsx?$'

/** The files of `room` may import only `allowed` (paths as regular expressions), beside themselves. */
function only(name, room, allowed, comment) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: `^${room}/`, pathNot: test },
    to: { couldNotResolve: false, pathNot: [`^${room}/`, ...allowed] },
  }
}

function never(name, from, to, comment) {
  return { name, comment, severity: 'error', from, to }
}

const floors = [
  only(
    'contract-stands-on-zod-alone',
    'contract',
    [`${npm}zod/`],
    'The contract is used by window, worker and server; whatever it imported, all three would carry.',
  ),
  only(
    'content-knows-only-the-contract',
    'content',
    ['^contract/', `${npm}zod/`, '^(node:)?crypto$'],
    'Questions and keys are pure rules: with a seed they must come out the same anywhere, so no server, no DOM, and of Node its digest alone.',
  ),
  only(
    'concurrency-knows-nothing',
    'src/concurrency',
    [],
    'The one way to wait, to take turns and to tell each other: any room may stand on it, in the window and the worker.',
  ),
  only(
    'engine-is-pure',
    'src/engine',
    ['^contract/'],
    'The exam as thought: no DOM, no fetch, no clock, no React, so that a test can play 90 polls in a millisecond.',
  ),
  only(
    'storage-keeps-and-nothing-more',
    'src/storage',
    ['^contract/', '^src/(concurrency|engine)/', npm],
    'Storage also runs in the worker and must outlive every screen; it may know the shapes it keeps, not who asks.',
  ),
  only(
    'delivery-is-storage-and-a-given-fetch',
    'src/delivery',
    ['^contract/', '^src/(concurrency|engine|storage)/'],
    'Delivery runs in window and worker alike, so the fetch comes as an argument: that of the window bears the session, which a worker has not.',
  ),
  only(
    'http-speaks-the-contract',
    'src/http',
    ['^contract/', '^src/engine/reply[.]ts$', npm],
    'One fetch, one parse, one typed error, or the failure as a value. What to do about it is decided above.',
  ),
  only(
    'ui-knows-no-product',
    'src/ui',
    [
      '^contract/(draw-)?figure[.]ts$',
      '^src/concurrency/',
      `${npm}(react|react-dom|@types/react|@types/react-dom|csstype)/`,
    ],
    'Basic pieces get their texts and data as props; the figure language of the contract is the one shape they draw.',
  ),
  only(
    'messages-are-sentences',
    'src/messages',
    ['^contract/'],
    'A catalogue of sentences depends on nothing, so that anyone above may speak through it.',
  ),
  only(
    'session-stands-on-floor-two',
    'src/session',
    ['^contract/', '^src/(concurrency|engine|storage|delivery|http|messages)/', '^src/paths[.]ts$', npm],
    'Who is signed in is asked by every feature; if it knew one of them, all would depend on that one.',
  ),
  only(
    'pwa-stands-on-floor-two',
    'src/pwa',
    ['^contract/', '^src/(concurrency|engine|storage|delivery|http|ui|messages)/', '^src/paths[.]ts$', npm],
    'Registering, updating and installing concern every page alike, so they know none of them.',
  ),
  only(
    'cache-stands-on-floor-three',
    'src/cache',
    ['^contract/', '^src/(concurrency|storage|http|ui|messages|session)/', npm],
    'What outlives the page is known by the beginning of its key: every page speaks of it, and it of none.',
  ),
  only(
    'push-stands-on-the-session',
    'src/push',
    ['^contract/', '^src/(storage|http|session)/'],
    'A mailbox belongs to a browser and to who is signed in there; which page asks for it is nothing to it.',
  ),
  only(
    'outbox-stands-on-floor-two',
    'src/outbox',
    [
      '^contract/',
      '^src/(concurrency|engine|storage|delivery|http|ui|messages|session|push)/',
      '^src/paths[.]ts$',
      npm,
    ],
    'What waits to be sent is shown by exam, purchases and results alike, so it knows none of them.',
  ),
  only(
    'sitting-stands-on-floor-three',
    'src/sitting',
    [
      '^contract/',
      '^src/(concurrency|engine|storage|delivery|http|ui|messages|session|outbox)/',
      '^src/paths[.]ts$',
      npm,
    ],
    'An exam and a training are one sitting with and without a clock; what both need knows neither.',
  ),
  only(
    'worker-stays-small',
    'sw',
    ['^contract/', '^src/(concurrency|engine|storage|delivery|http)/', npm],
    'The worker is downloaded beside the product and runs without a window: it shares the stores, the delivery and the call, nothing else.',
  ),
  only(
    'server-knows-contract-and-content',
    'server',
    ['^contract/', '^content/', npm, '^(node:)?[a-z0-9_/]+$'],
    'Server and window meet in the contract only; a shared file beyond it would tie their releases together.',
  ),
]

const walls = [
  never(
    'tables-are-read-in-storage',
    { path: '^src/(pwa|app|features|outbox|delivery|session)/', pathNot: test },
    { path: '^src/storage/exam-db[.]ts$' },
    'Who reads a table by itself repeats what its rows mean; the functions of storage say it once.',
  ),
  never(
    'no-content-in-the-window',
    { path: '^(src|sw)/', pathNot: test },
    { path: '^content/' },
    'The answer keys live in content: one import, and they travel to every browser.',
  ),
  never(
    'no-server-in-the-window',
    { path: '^(src|sw)/', pathNot: test },
    { path: '^server/' },
    'Server code holds secrets and Node; the window knows the server by the contract only.',
  ),
  never(
    'features-do-not-see-each-other',
    { path: '^src/features/([^/]+)/' },
    { path: '^src/features/', pathNot: '^src/features/$1/' },
    'A feature can be read, changed and deleted alone. What two of them need has a room of its own, or is joined in app.',
  ),
  never(
    'nobody-below-imports-the-roof',
    { path: '^src/', pathNot: '^src/(app/|main[.]tsx?$)' },
    { path: '^src/app/' },
    'The roof joins the features; one that knew it would know all the others. Addresses come from src/paths.ts, below.',
  ),
  never(
    'operators-stand-on-top',
    { path: '^server/features/(?!operator/)', pathNot: test },
    { path: '^server/features/operator/' },
    'What an operator may do is made of the features; a feature that called it could do it for anybody.',
  ),
  never(
    'the-record-of-operators-lies-below',
    { path: '^server/features/audit/', pathNot: test },
    { path: '^server/features/(?!audit/)' },
    'Every feature may have acts that are written down with it, so it knows none of them.',
  ),
  never(
    'commands-parse-and-print',
    { path: '^server/admin/' },
    { path: '^server/db/schema/|^(src|content)/' },
    'A back office will call the same functions: what a command did by itself with a table, it would have to do again.',
  ),
  never(
    'nobody-imports-tests-benches-scripts',
    { pathNot: `^(tests|benches|scripts)/|${test}|^[^/]+$` },
    { path: `^(tests|benches|scripts)/|${test}` },
    'What serves the developer must not reach the product.',
  ),
  never(
    'nobody-imports-the-gallery',
    { pathNot: '^src/gallery/' },
    { path: '^src/gallery/' },
    'The gallery shows the pieces to developers; one import, and every visitor would carry it.',
  ),
  never('no-cycles', {}, { circular: true }, 'Files in a circle can only be understood, tested and moved together.'),
  never(
    'nothing-unresolved',
    {},
    { couldNotResolve: true, pathNot: '^virtual:|[.](css|svg|png|woff2)' },
    'An import that leads nowhere is checked by no other wall.',
  ),
]

/** A server feature reads another only if that one stands before it here; the rest knows no other feature. */
const serverOrder = [
  'auth',
  'account',
  'profile',
  'catalog',
  'purchases',
  'exams',
  'certificates',
  'practice',
  'results',
  '(achievements|notifications|question-reports)',
]
const serverWalls = serverOrder
  .slice(0, -1)
  .map((feature, index) =>
    never(
      `server-${feature}-looks-down-only`,
      { path: `^server/features/${feature}/`, pathNot: test },
      { path: `^server/features/(${serverOrder.slice(index + 1).join('|')})/` },
      `Server features read each other in one direction only (${serverOrder.join(' ← ')}), before a circle can begin.`,
    ),
  )

export default {
  forbidden: [...floors, ...walls, ...serverWalls],
  options: {
    doNotFollow: { path: '^node_modules/' },
    exclude: { path: '(^|/)(dist|build|test-results)/' },
    builtInModules: { add: [] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.d.ts'],
    },
  },
}

export { rooms }
