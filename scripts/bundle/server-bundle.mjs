import { inProject, projectRoot } from '../launch/project.mjs'

/** What threads of a server run: it looks for them beside its own entry. */
export const workers = { 'paper-worker': 'server/features/exams/paper/paper-worker.ts' }

/**
 * The server as plain JavaScript, so that it starts in half the time and without a compiler. Packages stay where they
 * are; only our own rooms are joined.
 */
export const serverBundle = {
  root: projectRoot,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: true,
    outDir: inProject('build/server'),
    target: 'node20',
    sourcemap: true,
    minify: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        'admin-command': 'server/admin/admin-command.ts',
        ...workers,
      },
      // Anything that is neither a path nor one of the two aliases is a package.
      external: (id) => !/^(\.|\/|#(contract|content)\/|[A-Za-z]:[\\/])/.test(id),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
}
