import * as z from 'zod/mini'
import { pasted } from './pasted.ts'
import { pastedCode } from './pasted-text.ts'

/** Usual spellings: +380 67 123-45-67, (067) 123 45 67, 067.123.45.67. E.164 has 15 digits at most. */
const pattern = /^(?=(?:\D*\d){7,15}\D*$)\(?\+?[\d ().-]{7,30}$/

/** A telephone number as it was written, in ordinary digits, spaces and hyphens; or empty. */
export const PhoneNumber = pasted(
  (text) =>
    pastedCode(text)
      .replace(/ +/g, ' ')
      .replace(/[‐-―−﹘﹣]/g, '-'),
  32,
).check(z.regex(new RegExp(`^$|${pattern.source}`)))
