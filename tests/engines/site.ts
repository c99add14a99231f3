import type { TestProject } from 'vitest/node'
import { startTestServer } from '../support/build-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The origin of the one server of all engines. */
    site: string
  }
}

/** One real server on a real PostgreSQL for every engine. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer()
  project.provide('site', server.origin)
  return () => server.close()
}
