const sources = { main: 'server/main.ts', 'admin-command': 'server/admin/admin-command.ts' }

/**
 * Arguments of node that run a process of the product in the project's folder: from this run's build, if it named one in
 * TEST_SERVER_ENTRY, else from the sources, whose compilation takes some seconds.
 */
export function productProcess(name: keyof typeof sources): string[] {
  return process.env.TEST_SERVER_ENTRY === undefined ? ['--import', 'tsx', sources[name]] : [`build/server/${name}.js`]
}
