import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** The demonstration's one account. Its password is random and printed. */
export const demoEmail = 'demo@iq.example'

const LocalSecrets = z.object({ authSecret: z.string(), paymentSecret: z.string(), demoPassword: z.string() })
export type LocalSecrets = z.infer<typeof LocalSecrets>

/** The secrets of a local demonstration: made once, kept with its data, readable by their owner only. */
export function loadLocalSecrets(projectRoot: string): LocalSecrets {
  const file = join(projectRoot, '.data', 'secrets.json')
  if (existsSync(file)) return LocalSecrets.parse(JSON.parse(readFileSync(file, 'utf8')))
  const secrets: LocalSecrets = {
    authSecret: randomBytes(32).toString('base64url'),
    paymentSecret: randomBytes(32).toString('base64url'),
    demoPassword: randomBytes(9).toString('base64url'),
  }
  mkdirSync(join(projectRoot, '.data'), { recursive: true })
  // A rename is atomic: a start that is killed here leaves no half file behind.
  writeFileSync(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return secrets
}
