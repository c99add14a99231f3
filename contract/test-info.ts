import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { IdParams } from './scalars.ts'

export const TestInfoReply = z.object({
  test_info: z.nullish(z.object({ content: z.nullish(z.string()), title: z.nullish(z.string()) })),
})

/** The slug of a test's information. A server may name a test by its type; any other name is returned as it is (S7.40). */
export function slugOfType(type: string): string {
  const slugs: Record<string, string> = { verbal: 'verbalnij', math: 'abstraktnij', logic: 'logichnij' }
  return Object.hasOwn(slugs, type) ? (slugs[type] as string) : type
}

export const testInfo = endpoint({
  name: 'testInfo',
  method: 'GET',
  path: '/api/test-info/:id/',
  auth: 'none',
  summary: 'What a test measures, how it goes: HTML or plain text',
  params: IdParams,
  response: TestInfoReply,
})

export const testInfoBySlug = endpoint({
  name: 'testInfoBySlug',
  method: 'GET',
  path: '/api/test-info/',
  auth: 'none',
  summary: 'The same, found by the slug of the test',
  query: z.object({ slug: z.string().check(z.minLength(1), z.maxLength(100)) }),
  response: TestInfoReply,
})
