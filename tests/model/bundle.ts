import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

interface Terms {
  readonly plugins?: readonly Plugin[]
  /** Modules that the script loads with `require` (or imports) and does not include. */
  readonly isOutside?: (id: string) => boolean
  readonly format?: 'cjs' | 'es'
}

/** Bundles `entry` (from the project's root) into one script. */
export async function bundle(
  entry: string,
  { plugins = [], isOutside = () => false, format = 'cjs' }: Terms = {},
): Promise<string> {
  const output = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [...plugins],
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env': '{}' },
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry: path.join(root, entry), formats: [format] },
      // Dynamic imports are in the one script too, and run when they are requested.
      rollupOptions: { external: isOutside, output: { codeSplitting: false } },
    },
  })
  const [made] = [output].flat()
  if (made === undefined || !('output' in made)) throw new Error('vite gave no output')
  return made.output[0].code
}
