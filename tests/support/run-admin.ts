import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestServer } from './build-server.ts'
import { productProcess } from './product-process.ts'

export interface Ran {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs an operator's command in a process of its own, on this server's database, as `npm run admin` would. */
export function runAdmin(server: TestServer, ...args: string[]): Promise<Ran> {
  const { databaseUrl, authSecret } = server.config
  return runAdminWith({ DATABASE_URL: databaseUrl, AUTH_SECRET: authSecret }, ...args)
}

export async function runAdminWith(environment: Record<string, string>, ...args: string[]): Promise<Ran> {
  const child = spawn(process.execPath, [...productProcess('admin-command'), ...args], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const code = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', resolve)
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, stdout, stderr }
}
