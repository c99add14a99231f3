import * as z from 'zod/mini'
import { Id, IdParams } from '../scalars.ts'
import { Act, Moment, Reason, staffEndpoint } from './staff-endpoint.ts'

export const textKinds = ['test', 'faq', 'legal'] as const

/** The fields of a text by name; `info` and `content` are HTML. */
const Content = z.record(z.string().check(z.maxLength(20)), z.string().check(z.maxLength(100_000)))
const Ref = z.string().check(z.minLength(1), z.maxLength(100))

const Written = z.object({
  id: Id,
  kind: z.enum(textKinds),
  ref: z.string(),
  content: Content,
  begins_at: Moment,
  published_at: z.nullable(Moment),
  cancelled_at: z.nullable(Moment),
  created_at: Moment,
})

export const listTexts = staffEndpoint({
  name: 'listTexts',
  method: 'GET',
  path: '/api/admin/texts/',
  access: 'texts.read',
  summary: 'What is published now, and the last 200 texts that were written, those to come included',
  response: z.object({
    now: z.array(z.object({ kind: z.enum(textKinds), ref: z.string(), content: Content })),
    written: z.array(Written),
  }),
})

export const previewText = staffEndpoint({
  name: 'previewText',
  method: 'POST',
  path: '/api/admin/texts/preview/',
  access: 'texts.read',
  summary: 'A text as it would be stored, and the tags and attributes that the sanitiser takes away',
  body: z.object({ kind: z.enum(textKinds), ref: Ref, content: Content }),
  response: z.object({ stored: Content, removed: z.array(z.string()) }),
})

export const publishText = staffEndpoint({
  name: 'publishText',
  method: 'POST',
  path: '/api/admin/texts/publish/',
  access: 'texts.act',
  summary: 'Publish a text, now or at a moment; no release overwrites it',
  body: z.object({
    kind: z.enum(textKinds),
    ref: Ref,
    content: Content,
    begins_at: z.nullable(Moment),
    reason: Reason,
  }),
  response: z.object({ act: Act }),
})

export const goBackToText = staffEndpoint({
  name: 'goBackToText',
  method: 'POST',
  path: '/api/admin/texts/:id/again/',
  access: 'texts.act',
  summary: 'Publish an earlier text again',
  params: IdParams,
  body: z.object({ reason: Reason }),
  response: z.object({ act: Act }),
})

export const cancelPlannedText = staffEndpoint({
  name: 'cancelPlannedText',
  method: 'POST',
  path: '/api/admin/texts/:id/cancel/',
  access: 'texts.act',
  summary: 'Take a text back before its moment',
  params: IdParams,
  body: z.object({ reason: Reason }),
  response: z.object({ act: Act }),
})
