import { createRequire } from 'node:module'
import path from 'node:path'
import { inProject, projectRoot } from '../launch/project.mjs'

const require = createRequire(import.meta.url)
const outDir = inProject('build/document')
const name = `happy-dom-${require('happy-dom/package.json').version}.cjs`

/** The document of unit tests in one file. It loads in a fifth of the time of happy-dom's thousand files. */
export const oneFileDocument = path.join(outDir, name)

export const documentBundle = {
  root: projectRoot,
  configFile: false,
  publicDir: false,
  logLevel: 'error',
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rolldownOptions: {
      input: require.resolve('happy-dom'),
      output: { format: 'cjs', entryFileNames: name, codeSplitting: false },
    },
  },
}
