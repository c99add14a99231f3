import type { Locator, Page } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import { readPicture } from './picture.ts'

/**
 * What a camera would read of a QR code, seen from so near that each of its squares is ten pixels wide. `page` decodes the
 * picture; that of the code may have a policy that keeps it from doing so.
 */
export async function readCode(page: Page, code: Locator): Promise<string> {
  await code.evaluate((drawing) => {
    const edge = String(10 * Number(drawing.getAttribute('viewBox')!.split(' ')[2]))
    drawing.setAttribute('width', edge)
    drawing.setAttribute('height', edge)
  })
  const { width, height, bytes } = await readPicture(page, await code.screenshot())
  return decodeQR({ width, height, data: new Uint8Array(bytes) })
}
