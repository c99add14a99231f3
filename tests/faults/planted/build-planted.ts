import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { planting } from '../../model/planted/plant.ts'
import { startRelease, thisBuild } from '../../support/release.ts'
import type { Product } from '../world.ts'
import type { PlantedBug } from './bugs.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/** Builds client or server with the bug into a temporary folder, which `remove` deletes. */
export async function buildPlanted(bug: PlantedBug): Promise<{ product: Product; remove: () => void }> {
  const { plugin, missing } = planting(bug.plants)
  // Within the project, so that a built server finds its packages.
  const outDir = mkdtempSync(path.join(bug.into === 'client' ? tmpdir() : path.join(root, 'build'), 'planted-'))
  const release = startRelease(thisBuild)
  const remove = () => {
    release.remove()
    rmSync(outDir, { recursive: true, force: true })
  }
  try {
    await build({
      root,
      logLevel: 'error',
      plugins: [plugin],
      ...(bug.into === 'client'
        ? { build: { outDir, emptyOutDir: true } }
        : { configFile: false, ...serverInto(outDir) }),
    })
    if (missing().length > 0) throw new Error('a planted file is not part of the build')
    if (bug.into === 'client') release.deploy(outDir)
  } catch (error) {
    remove()
    throw error
  }
  const { projectRoot } = release
  return {
    product: bug.into === 'client' ? { projectRoot } : { serverEntry: path.join(outDir, 'server-process.js') },
    remove,
  }
}

/** Options that build the server as scripts/bundle does, but with the entry that tests start. */
function serverInto(outDir: string) {
  return {
    publicDir: false as const,
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: { 'server-process': path.join(root, 'tests/support/server-process.ts') },
        external: (id: string) => !/^(\.|\/|#(contract|content)\/|[A-Za-z]:[\\/])/.test(id),
        output: { entryFileNames: '[name].js' },
      },
    },
  }
}
