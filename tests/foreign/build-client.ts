import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

const repository = path.resolve(import.meta.dirname, '../..')

/** Builds the client for another server's origin into `folder`, as its operator would. */
export async function buildClient(apiOrigin: string, folder: string): Promise<void> {
  const vite = path.join(repository, 'node_modules/vite/bin/vite.js')
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'],
    {
      cwd: repository,
      env: { ...process.env, NODE_ENV: 'production', VITE_API_URL: apiOrigin },
      // The timeout ends and reports a build that hangs.
      timeout: 240_000,
    },
  )
}
