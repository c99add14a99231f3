import type { PageCode } from './bundle-page.ts'
import type { ExamPage } from './page-entry.ts'

export type OpenExamPage = (ownerId: string, purchaseId: string) => ExamPage
/** Runs the page's scripts from the beginning among the globals given, as a load of the page does. */
export type PageLoader = (scope: Record<string, unknown>) => OpenExamPage

const globals = [
  'globalThis',
  'window',
  'self',
  'document',
  'navigator',
  'localStorage',
  'location',
  'indexedDB',
  'IDBCursor',
  'IDBDatabase',
  'IDBIndex',
  'IDBKeyRange',
  'IDBObjectStore',
  'IDBRequest',
  'IDBTransaction',
  'BroadcastChannel',
  'fetch',
  'AbortSignal',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'Date',
  'Math',
  'performance',
  'crypto',
  'reportError',
]

/** Compiles what `bundlePage` made. */
export async function loadPage({ page, queries }: PageCode): Promise<PageLoader> {
  const shared = new Map<string, unknown>()
  for (const [, id] of page.matchAll(/require\("(#contract\/[^"]+)"\)/g)) {
    if (!shared.has(id!)) shared.set(id!, await import(id!))
  }
  // A function made once and called once a simulated page: a module's state would outlive the page's crash.
  // oxlint-disable-next-line typescript/no-implied-eval
  const runPage = new Function('exports', 'require', ...globals, page)
  // oxlint-disable-next-line typescript/no-implied-eval
  const runQueries = new Function('exports', 'require', ...globals, queries)
  return (scope) => {
    const values = globals.map((name) => scope[name])
    const require = (id: string) => shared.get(id) ?? lateModule(() => execute(runQueries, values))
    return execute<{ openExamPage: OpenExamPage }>(runPage, values, require).openExamPage
  }
}

function execute<Exports extends object>(
  code: Function,
  values: unknown[],
  require?: (id: string) => unknown,
): Exports {
  const exports = {}
  code(exports, require, ...values)
  return exports as Exports
}

/** React Query's module, loaded into the page when the first poll begins. */
function lateModule(load: () => Record<string, unknown>) {
  let loaded: Record<string, unknown> | null = null
  const part = (name: string) => (loaded ??= load())[name]
  return {
    get QueryClient() {
      return part('QueryClient')
    },
    get QueryObserver() {
      return part('QueryObserver')
    },
  }
}
