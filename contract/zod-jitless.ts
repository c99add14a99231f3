/**
 * Import this before any schema is made. Otherwise zod compiles parsers with `new Function`, which the strict
 * Content-Security-Policy of every page refuses and logs. A server has no such policy and much to parse, so it compiles.
 */
import * as z from 'zod/mini'

z.config({ jitless: !('process' in globalThis) })
