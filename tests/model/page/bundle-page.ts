import type { Plugin } from 'vite'
import { bundle } from '../bundle.ts'
import { type Plant, planting } from '../planted/plant.ts'
import { type Halves, hoistStateless } from './hoist-stateless.ts'
import { pageGlobals } from './page-globals.ts'

export interface PageCode {
  /** The page's scripts, run once for each opened page. */
  readonly page: Halves
  /** React Query without React, only for pages that poll: loading it into every page would take most of the time. */
  readonly queries: Halves
  /** Shared modules for the page's `require`, as `modules` by id: the contract keeps no state, and React draws nothing. */
  readonly outside: string
}

/** Bundles the page, perhaps with planted bugs. Throws if a plant finds no place. */
export async function bundlePage(plants: readonly Plant[] = []): Promise<PageCode> {
  const { plugin, missing } = planting(plants)
  const outside = new Set<string>()
  const isOutside = (id: string) => {
    const isContract = id.startsWith('#contract/') && id !== '#contract/answer-merge.ts'
    const isShared = isContract || id === 'react'
    if (isShared) outside.add(id)
    return isShared || id === '@tanstack/react-query'
  }
  const page = await bundle('tests/model/page/page-entry.ts', { plugins: [plugin], isOutside })
  if (missing().length > 0) throw new Error('a planted file is not part of the page')
  const queries = await bundle('node_modules/@tanstack/query-core/build/modern/index.js', { plugins: [plugin] })
  return {
    page: hoistStateless(page, pageGlobals),
    queries: hoistStateless(queries, pageGlobals),
    outside: await bundle(modulesEntry, { plugins: [modulesOf([...outside])] }),
  }
}

const modulesEntry = 'virtual:modules'

/** A module that exports these modules as `modules`, by id. */
function modulesOf(ids: readonly string[]): Plugin {
  const imports = ids.map((id, n) => `import * as module${n} from ${JSON.stringify(id)}`)
  const entries = ids.map((id, n) => `${JSON.stringify(id)}: module${n}`)
  return {
    name: 'modules',
    resolveId: (id) => (id.endsWith(modulesEntry) ? modulesEntry : null),
    load: (id) =>
      id === modulesEntry ? `${imports.join('\n')}\nexport const modules = { ${entries.join(', ')} }` : null,
  }
}
