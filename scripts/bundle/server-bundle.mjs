import { inProject, projectRoot } from '../launch/project.mjs'

/** Scripts of a server's threads. The server looks for them next to its own entry. */
export const workers = { 'paper-worker': 'server/features/exams/paper/paper-worker.ts' }

/**
 * The server as plain JavaScript: it starts in half the time, without a compiler. Bundles our own rooms; packages stay outside.
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
