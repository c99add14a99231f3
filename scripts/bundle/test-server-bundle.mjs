import { inProject } from '../launch/project.mjs'
import { serverBundle, workers } from './server-bundle.mjs'

const outDir = inProject('build/test-server')

/** The process that tests kill and restart, as plain JavaScript: from sources each start would compile it again. */
export const testServerEntry = inProject('build/test-server/server-process.js')

export const testServerBundle = {
  ...serverBundle,
  build: {
    ...serverBundle.build,
    outDir,
    emptyOutDir: true,
    rolldownOptions: {
      ...serverBundle.build.rolldownOptions,
      input: { 'server-process': 'tests/support/server-process.ts', ...workers },
    },
  },
}
