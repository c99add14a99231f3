import { existsSync } from 'node:fs'
import { onPath } from './on-path.mjs'

/** CADDY_PATH, or caddy of the PATH, or null. */
export function findProxy() {
  return [process.env.CADDY_PATH ?? '', ...onPath(['caddy'])].find((file) => existsSync(file)) ?? null
}
