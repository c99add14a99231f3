import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { inProject } from '../launch/project.mjs'

const floor = JSON.parse(readFileSync(inProject('scripts/bundle/floor.json'), 'utf8'))

/** The back office: an application of its own in a folder of its own, so that no visitor's chunk or cache has any of it. */
export const officeBundle = {
  root: inProject('office'),
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [react()],
  // Its calls go to its own origin, wherever the visitors' client sends its own.
  define: { 'import.meta.env.VITE_API_URL': '""' },
  build: {
    outDir: inProject('dist-office'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: Object.entries(floor).map(([browser, version]) => browser + version),
  },
}
