import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { build, loadConfigFromFile, type Plugin } from 'vite'

const projectRoot = path.resolve(import.meta.dirname, '../..')
const origin = 'http://gallery.example'

/**
 * Builds and opens the gallery of src/ui, which no release has, with the product's styles in order. `close` removes it.
 */
export async function openGallery(page: Page): Promise<{ close: () => Promise<void> }> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'gallery-'))
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, undefined, projectRoot)
  const plugins = (loaded!.config.plugins as Plugin[]).filter(({ name }) => name === 'declare-layers')
  await build({
    configFile: false,
    root: path.join(projectRoot, 'src/gallery'),
    base: './',
    logLevel: 'error',
    plugins,
    build: { outDir, minify: false },
  })
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    return route.fulfill({ path: path.join(outDir, pathname === '/' ? 'index.html' : pathname) })
  })
  await page.goto(`${origin}/`)
  return { close: () => rm(outDir, { recursive: true, force: true }) }
}
