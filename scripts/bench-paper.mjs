// `npm run bench:paper`: what making a paper costs, in the plain JavaScript that a release runs. The sources would be
// measured together with what tsx writes into every function to keep its name.
import { pathToFileURL } from 'node:url'
import './require-node.mjs'
import { build } from 'vite'
import { serverBundle } from './bundle/server-bundle.mjs'
import { inProject } from './launch/project.mjs'

const outDir = inProject('build/bench')
await build({
  ...serverBundle,
  build: {
    ...serverBundle.build,
    outDir,
    emptyOutDir: true,
    rolldownOptions: {
      ...serverBundle.build.rolldownOptions,
      input: { 'build-paper': 'benches/build-paper.ts' },
    },
  },
})
await import(pathToFileURL(inProject('build/bench/build-paper.js')).href)
