const sources = { main: 'server/main.ts', 'admin-command': 'server/admin/admin-command.ts' }

/**
 * The arguments of node that run a process of the product, in the project's folder: as `npm start` does where the run has
 * built it (TEST_SERVER_ENTRY is named then), else compiled again from the sources, which takes some seconds each time.
 */
export function productProcess(name: keyof typeof sources): string[] {
  return process.env.TEST_SERVER_ENTRY === undefined ? ['--import', 'tsx', sources[name]] : [`build/server/${name}.js`]
}
