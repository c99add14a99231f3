import { inProject, projectRoot } from '../launch/project.mjs'

/** The worker that retires the worker, in one file next to it: built with every release, served when it is needed. */
export const killSwitchBundle = {
  root: projectRoot,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    outDir: inProject('dist'),
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    rolldownOptions: {
      input: 'sw/kill-switch.ts',
      output: { format: 'iife', entryFileNames: 'kill-switch.js' },
    },
  },
}
