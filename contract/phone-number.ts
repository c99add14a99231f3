import * as z from 'zod/mini'
import { pastedCode } from './pasted-text.ts'

/** As people write one: +380 67 123-45-67, (067) 123 45 67, 067.123.45.67. E.164 has 15 digits at most. */
const pattern = /^(?=(?:\D*\d){7,15}\D*$)\(?\+?[\d ().-]{7,30}$/

/** A telephone number as it was written, in ordinary digits, spaces and hyphens; or empty. */
export const PhoneNumber = z.string().check(
  z.overwrite((text) =>
    pastedCode(text)
      .replace(/ +/g, ' ')
      .replace(/[‐-―−﹘﹣]/g, '-'),
  ),
  z.regex(new RegExp(`^$|${pattern.source}`)),
)
