import type { TestProject } from 'vitest/node'
import { startTestServer } from '../support/build-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    site: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer()
  project.provide('site', server.origin)
  return () => server.close()
}
