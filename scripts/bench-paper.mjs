// `npm run bench:paper`: the cost of making a paper, in the plain JavaScript of a release. In the sources tsx adds code to every
// function to keep its name.
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
