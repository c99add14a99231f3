import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { FastifyReply } from 'fastify'

const known = new Map<string, string>()

/** The sources of a policy that let the `<style>` elements of this page in, and no other: their SHA-256, as CSP 3 has it. */
export function styleSources(html: string): string {
  return [...html.matchAll(/<style>([^]*?)<\/style>/g)]
    .map(([, css = '']) => ` 'sha256-${createHash('sha256').update(css).digest('base64')}'`)
    .join('')
}

/** Adds the styles that the build has put into this page to the policy that goes with it. */
export function allowDrawnStyles(reply: FastifyReply, file: string): void {
  // A new build may come while the server runs.
  const version = `${file} ${statSync(file).mtimeMs}`
  const sources = known.get(version) ?? styleSources(readFileSync(file, 'utf8'))
  known.set(version, sources)
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace("style-src 'self'", `style-src 'self'${sources}`))
}
