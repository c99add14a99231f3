/**
 * Must be imported before any schema is made: zod otherwise compiles parsers with `new Function`, which the strict
 * Content-Security-Policy of every page refuses (and logs).
 */
import * as z from 'zod/mini'

z.config({ jitless: true })
