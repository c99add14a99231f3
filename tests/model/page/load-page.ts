import type { PageCode } from './bundle-page.ts'
import type { Halves } from './hoist-stateless.ts'
import type { ExamPage } from './page-entry.ts'
import { pageGlobals } from './page-globals.ts'

export type OpenExamPage = (ownerId: string, purchaseId: string) => ExamPage
/** Runs the page's scripts from the beginning with the given globals, as a page load does. */
export type PageLoader = (scope: Record<string, unknown>) => OpenExamPage

export function loadPage({ page, queries, outside }: PageCode): PageLoader {
  const { modules } = execute<{ modules: Record<string, unknown> }>(compile({ shared: '', own: outside }, []), [])
  const runPage = compile(page)
  const runQueries = compile(queries)
  return (scope) => {
    const values = pageGlobals.map((name) => scope[name])
    const require = (id: string) => modules[id] ?? lateModule(() => execute(runQueries, values))
    return execute<{ openExamPage: OpenExamPage }>(runPage, values, require).openExamPage
  }
}

/** A function that is made once and called once for each simulated page: module state would outlive the page's crash. */
function compile({ shared, own }: Halves, globals: readonly string[] = pageGlobals): Function {
  const parameters = ['exports', 'require', ...globals].join(', ')
  // oxlint-disable-next-line typescript/no-implied-eval
  return new Function(`'use strict'\n${shared}\nreturn function (${parameters}) {\n${own}\n}`)() as Function
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
