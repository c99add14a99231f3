import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { FastifyReply } from 'fastify'

type InlineParts = Record<'style' | 'script', string>

const known = new Map<string, InlineParts>()

/** The policy with the SHA-256 (CSP 3) of the page's own `<style>`s and of its one `<script>` without attributes (index.html). */
export function policyWithInline(policy: string, html: string): string {
  return withSources(policy, inlineParts(html))
}

/** Adds the inline parts of this page to the policy that the reply carries. */
export function allowInline(reply: FastifyReply, file: string): void {
  // A new build may come while the server runs.
  const version = `${file} ${statSync(file).mtimeMs}`
  const parts = known.get(version) ?? inlineParts(readFileSync(file, 'utf8'))
  known.set(version, parts)
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', withSources(policy, parts))
}

const inlineParts = (html: string): InlineParts => ({
  style: hashesOf(html.matchAll(/<style>([^]*?)<\/style>/g)),
  script: hashesOf(html.matchAll(/<script>([^]*?)<\/script>/g)),
})

const hashesOf = (parts: Iterable<RegExpMatchArray>): string =>
  Array.from(parts, ([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`).join('')

const withSources = (policy: string, { style, script }: InlineParts): string =>
  policy
    .replace("style-src 'self'", `style-src 'self'${style}`)
    .replace("script-src 'self'", `script-src 'self'${script}`)
