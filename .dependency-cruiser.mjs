// Who may import whom. The comment of each rule gives its reason and is printed with every breach.
// In src, each room may import only rooms before it in this list, and of those what its rule allows: concurrency, http, messages,
// storage, ui · attempt/machine · attempt/replica · attempt/sync · session, pwa · push, queries · shop, items · review ·
// attempt/control · attempt/submissions · attempt/screens · features · app. The rules below give the reasons, and a test compares
// them with this list.

const npm = '^node_modules/'
const rooms = [
  'contract',
  'content',
  'src',
  'office',
  'sw',
  'embedded-postgres',
  'server',
  'tests',
  'benches',
  'scripts',
]
const test = '[.]test[.]tsx?$'

/** A path of rooms in src/attempt. */
const attempt = (...rooms) => `^src/attempt/(${rooms.join('|')})/`

/** Files of `room` may import only themselves and `allowed` (paths as regular expressions). */
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
    'http-speaks-the-contract',
    'src/http',
    ['^contract/', '^src/concurrency/', npm],
    'One fetch, one parse, one typed error, or the failure as a value. What to do about it is decided above.',
  ),
  only(
    'storage-keeps-and-nothing-more',
    'src/storage',
    ['^contract/', '^src/concurrency/', npm],
    'What opens a database runs in the window and the worker, whatever is kept there.',
  ),
  only(
    'ui-knows-no-product',
    'src/ui',
    [
      '^contract/((draw-)?figure|bell-path|iq-named|result|pasted-text)[.]ts$',
      '^src/concurrency/',
      '^src/http/api-url[.]ts$',
      `${npm}(react|react-dom|@types/react|@types/react-dom|csstype|zod|dompurify)/`,
    ],
    'Basic pieces get their texts and data as props; the figure language of the contract and the curve of scores are the shapes that they draw, and a form and a formatted text are the same on every page.',
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
    ['^contract/', '^src/(concurrency|storage|http|messages)/', '^src/paths[.]ts$', npm],
    'Who is signed in is asked by every feature; if it knew one of them, all would depend on that one.',
  ),
  only(
    'pwa-stands-on-floor-two',
    'src/pwa',
    [
      '^contract/',
      '^src/(concurrency|storage|http|ui|messages)/',
      '^src/attempt/(replica|sync)/',
      '^src/paths[.]ts$',
      npm,
    ],
    'Registering, updating and installing concern every page alike, so they know none of them.',
  ),
  only(
    'push-stands-on-the-session',
    'src/push',
    ['^contract/', '^src/(concurrency|storage|http|session)/', `${npm}idb/`],
    'A mailbox belongs to a browser and to who is signed in there; which page asks for it is nothing to it.',
  ),
  only(
    'machine-is-pure',
    'src/attempt/machine',
    ['^contract/', '^src/http/reply[.]ts$'],
    'The attempt as thought: no DOM, no fetch, no clock, no React, so that a test can play 90 polls in a millisecond.',
  ),
  only(
    'replica-knows-the-machine-alone',
    'src/attempt/replica',
    ['^contract/', '^src/concurrency/', '^src/storage/connection[.]ts$', attempt('machine'), npm],
    'What this browser keeps of an attempt: read and written in window and worker, whoever asks.',
  ),
  only(
    'sync-runs-without-a-window',
    'src/attempt/sync',
    [
      '^contract/',
      '^src/concurrency/',
      '^src/storage/connection[.]ts$',
      '^src/http/(reply|send)[.]ts$',
      attempt('machine', 'replica'),
    ],
    'It runs in window and worker alike, so the fetch comes as an argument: that of the window bears the session, which a worker has not.',
  ),
  only(
    'control-draws-nothing',
    'src/attempt/control',
    ['^contract/', '^src/(concurrency|http|session)/', attempt('machine', 'replica', 'sync'), npm],
    'Event, state, effects: a test plays a whole attempt without a screen.',
  ),
  only(
    'submissions-know-no-running-attempt',
    'src/attempt/submissions',
    [
      '^contract/',
      '^src/(concurrency|storage|http|ui|messages|session|push|queries)/',
      '^src/paths[.]ts$',
      attempt('machine', 'replica', 'sync'),
      npm,
    ],
    'What waits to be sent is shown by purchases, profile and results alike, long after its attempt was left.',
  ),
  only(
    'screens-know-no-feature',
    'src/attempt/screens',
    ['^contract/', '^src/(concurrency|http|ui|messages|session)/', '^src/paths[.]ts$', '^src/attempt/', npm],
    'An exam and a training are one attempt with and without a clock; what both show knows neither.',
  ),
  only(
    'queries-are-asked-not-shown',
    'src/queries',
    ['^contract/', '^src/(concurrency|storage|http|ui|messages|session)/', npm],
    'What the server said is asked for by many pages under one key, and kept by the beginning of that key; a query that knew a page would be asked by that one alone.',
  ),
  only(
    'shop-knows-no-feature',
    'src/shop',
    ['^contract/', '^src/(messages|ui|session|queries|http)/', '^src/paths[.]ts$', npm],
    'A card of a test, and the order of one, is shown by catalog, landing, results and profile alike.',
  ),
  only(
    'items-know-no-feature',
    'src/items',
    ['^contract/', '^src/(messages|ui)/', npm],
    'An item to be solved, with its verdict, is shown by examples and the landing page alike.',
  ),
  only(
    'review-knows-no-feature',
    'src/review',
    ['^contract/', '^src/(messages|ui|items)/', npm],
    'What was asked, given and right, and why, is shown by trainings, results and a guest’s trial alike; who solves an example needs none of it.',
  ),
  only(
    'worker-stays-small',
    'sw',
    [
      '^contract/',
      '^src/(concurrency|storage|http)/',
      '^src/(session/(session-db|deliver-revocations)|push/push-db|pwa/worker-messages)[.]ts$',
      attempt('machine', 'replica', 'sync'),
      npm,
    ],
    'The worker is downloaded beside the product and runs without a window: it shares the stores, the delivery and the call, nothing else.',
  ),
  only(
    'office-draws-with-the-pieces-alone',
    'office',
    ['^contract/', '^src/(concurrency|http|ui)/', '^src/messages/(ui-texts|messages|site)[.]ts$', npm],
    'The back office is another application: what it took of the visitors’ pages would change with them.',
  ),
  only(
    'embedded-postgres-knows-node-alone',
    'embedded-postgres',
    [npm, '^(node:)?[a-z0-9_/]+$'],
    'A PostgreSQL that is begun and ended with its owner: whose it is, server, test or bench, is nothing to it.',
  ),
  only(
    'server-knows-contract-and-content',
    'server',
    ['^contract/', '^content/', '^embedded-postgres/', npm, '^(node:)?[a-z0-9_/]+$'],
    'Server and window meet in the contract only; a shared file beyond it would tie their releases together.',
  ),
]

const walls = [
  never(
    'tables-are-read-in-the-replica',
    {
      path: '^src/(pwa|app|features|attempt/(sync|screens|submissions))/',
      pathNot: test,
    },
    { path: '^src/attempt/replica/database[.]ts$' },
    'Who reads a table by itself repeats what its rows mean; the functions of the replica say it once.',
  ),
  never(
    'running-exam-reads-and-asks-nobody',
    { path: '^src/attempt/submissions/running-exam[.]ts$' },
    { path: '^src/(http|push|storage|attempt/submissions)/' },
    'The strip of an exam whose clock runs stands on every page; it may weigh on none (decision 0059).',
  ),
  never(
    'context-knows-no-part',
    { path: '^src/attempt/control/context[.]ts$' },
    { path: '^src/attempt/control/' },
    'A part that could be called through what all parts share closes a circle that no import shows.',
  ),
  never(
    'kill-switch-imports-nothing',
    { path: '^sw/kill-switch[.]ts$' },
    { path: '.' },
    'It is served on the day on which something of the worker is broken: what it imported would be in it too.',
  ),
  never(
    'no-content-in-the-window',
    { path: '^(src|sw)/', pathNot: test },
    { path: '^content/' },
    'The answer keys live in content: one import, and they travel to every browser.',
  ),
  never(
    'no-office-in-the-window',
    { path: '^(src|sw|content|server)/' },
    { path: '^office/' },
    'What staff see reaches no visitor’s chunk.',
  ),
  never(
    'no-staff-calls-in-the-window',
    { path: '^(src|sw)/' },
    { path: '^contract/staff/' },
    'A visitor’s chunk names no call of the back office.',
  ),
  never(
    'office-joins-what-operators-may',
    { path: '^server/office/', pathNot: test },
    { path: '^server/db/schema/' },
    'The back office calls the functions that the commands call: what it did by itself with a table, they would have to do again.',
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
    'who-starts-brings-the-database',
    { path: '^server/', pathNot: `^server/(main[.]ts|start/|admin/)|${test}` },
    { path: '^embedded-postgres/' },
    'In production the database is somebody else’s: only what begins a process of the server may bring one along.',
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
    'Every feature may have acts that are written down with it, and refuse one, so it knows none of them.',
  ),
  never(
    'commands-parse-and-print',
    { path: '^server/admin/' },
    { path: '^server/db/schema/|^(src|content)/' },
    'A back office will call the same functions: what a command did by itself with a table, it would have to do again.',
  ),
  never(
    'the-roof-of-the-server-joins',
    { path: '^server/(?!(main|app)[.]ts$|admin/|office/|seed/)', pathNot: test },
    { path: '^server/((main|app)[.]ts$|admin/|office/|seed/)' },
    'A process begins, is filled and is worked on from above: what began one itself could be tested in none.',
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

/** By room of the server below its features: the rooms of the server that it may read. A room never reads a later one. */
const serverRooms = {
  db: [],
  dns: [],
  html: [],
  log: [],
  'failure.ts': [],
  load: ['db', 'failure.ts'],
  config: ['db', 'load'],
  start: ['config', 'db'],
  jobs: ['db', 'log'],
  signing: ['db'],
  'web-push': ['db', 'dns', 'signing'],
  metrics: ['config', 'db', 'failure.ts', 'jobs', 'start'],
  'services.ts': ['config', 'db', 'jobs', 'load', 'metrics', 'signing', 'web-push'],
  http: ['config', 'failure.ts', 'load', 'services.ts'],
  plugins: ['config', 'db', 'failure.ts', 'html', 'load', 'metrics', 'services.ts'],
  payments: ['db', 'services.ts'],
  alarms: ['config'],
}
const ofServer = (rooms) => `^server/(${rooms.map((room) => room.replace('.ts', '[.]ts$')).join('|')})`
const roomWalls = Object.entries(serverRooms).map(([room, below]) =>
  never(
    `server-room-${room.replace('.ts', '')}`,
    { path: ofServer([room]), pathNot: test },
    { path: '^server/', pathNot: ofServer([room, ...below]) },
    `Every feature stands on this room: of the server it reads ${below.join(', ') || 'nothing'}, and no feature, or all would be changed with that one.`,
  ),
)

/** A server feature may read only features before it. */
const serverOrder = [
  '(audit|mail|notifications)',
  'auth',
  'push',
  'account',
  'profile',
  'catalog',
  'purchases',
  'exams',
  'certificates',
  'practice',
  '(achievements|question-reports)',
  '(operator|staff)',
]
const serverWalls = serverOrder
  .slice(0, -1)
  .map((feature, index) =>
    never(
      `server-${feature.replaceAll(/[()]/g, '').replaceAll('|', '-')}-looks-down-only`,
      { path: `^server/features/${feature}/`, pathNot: test },
      { path: `^server/features/(${serverOrder.slice(index + 1).join('|')})/` },
      `Server features read each other in one direction only (${serverOrder.join(' ← ')}), before a circle can begin.`,
    ),
  )

/** By feature: its rooms, and the rooms that each may read. Root files are below all rooms, those of `roof` above. */
const innerRooms = {
  exams: {
    roof: ['routes', 'exam-jobs'],
    paper: [],
    answers: ['paper'],
    result: ['answers', 'paper'],
    close: ['answers', 'result'],
    open: ['answers', 'close', 'paper', 'result'],
    answer: ['answers', 'close'],
    'operator-acts': ['answers', 'paper', 'result'],
  },
  purchases: {
    roof: ['routes'],
    books: [],
    expire: ['books'],
    refund: ['books', 'expire'],
    pay: ['books', 'expire', 'refund'],
    order: ['books', 'expire', 'pay'],
    rounds: ['books', 'expire', 'pay'],
    shelf: [],
  },
}
const innerWalls = Object.entries(innerRooms).flatMap(([feature, { roof, ...inner }]) => {
  const folder = `^server/features/${feature}/`
  const roofs = `(${roof.join('|')})[.]ts$`
  const allowed = (below) => `(${below.map((room) => `${room}/|`).join('')}[^/]+[.]ts$)`
  return [
    never(
      `${feature}-root-lies-below-its-rooms`,
      { path: `${folder}(?!${roofs})[^/]+[.]ts$`, pathNot: test },
      { path: `${folder}([^/]+/|${roofs})` },
      'What all rooms of a feature share knows none of them; its calls and its jobs join them.',
    ),
    ...Object.entries(inner).map(([room, below]) =>
      never(
        `${feature}-${room}`,
        { path: `${folder}${room}/`, pathNot: test },
        { path: `${folder}(?!${allowed([room, ...below])})|${folder}${roofs}` },
        `The rooms of ${feature} read each other in one direction only: ${room} reads ${below.join(', ') || 'none'}.`,
      ),
    ),
  ]
})

/** Server features that no other reads, with the features that they may read. */
const serverLeaves = { examples: [], faq: [], feedback: ['auth', 'mail'], retention: [], site: ['legal'] }
const leafWalls = [
  ...Object.entries(serverLeaves).map(([leaf, below]) =>
    never(
      `server-${leaf}-reads-little`,
      { path: `^server/features/${leaf}/`, pathNot: test },
      { path: '^server/features/', pathNot: `^server/features/(${[leaf, ...below].join('|')})/` },
      `It answers by what stands in its own tables${below.length ? ` and by ${below.join(' and ')}` : ''}; whatever else it read could not be changed without it.`,
    ),
  ),
  never(
    'server-leaves-are-joined-in-app',
    { path: '^server/features/([^/]+)/', pathNot: test },
    { path: `^server/features/(${Object.keys(serverLeaves).join('|')})/`, pathNot: '^server/features/$1/' },
    'What answers a page by itself is nobody’s foundation: what two features need of it belongs below both.',
  ),
  never(
    'alarms-know-no-feature',
    { path: '^server/features/alarms/', pathNot: test },
    { path: '^server/features/(?!alarms/)' },
    'Whose exam an alarm concerns is said by the exams, which ask here; app.ts gives the watch what it must know of them.',
  ),
  never(
    'legal-texts-know-no-feature',
    { path: '^server/features/legal/', pathNot: test },
    { path: '^server/features/(?!legal/)' },
    'Registration, orders and refunds go by the editions; what its call says besides of its reader, app.ts gives it.',
  ),
]

export default {
  forbidden: [...floors, ...walls, ...roomWalls, ...serverWalls, ...innerWalls, ...leafWalls],
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

export { rooms, innerRooms, serverOrder, serverRooms }
