/**
 * Must be imported before any schema is made: zod otherwise compiles parsers with `new Function`, which the strict
 * Content-Security-Policy of every page refuses (and logs). A server has no such policy, and much to parse: there they are
 * compiled.
 */
import * as z from 'zod/mini'

z.config({ jitless: !('process' in globalThis) })
