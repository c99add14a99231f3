import type { Locator, Page } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import { readPicture } from './picture.ts'

/** Reads a QR code as a camera does. `page` decodes the picture: the policy of the code's own page may forbid that. */
export async function readCode(page: Page, code: Locator): Promise<string> {
  await code.evaluate((drawing) => {
    const edge = String(10 * Number(drawing.getAttribute('viewBox')!.split(' ')[2]))
    drawing.setAttribute('width', edge)
    drawing.setAttribute('height', edge)
  })
  const { width, height, bytes } = await readPicture(page, await code.screenshot())
  return decodeQR({ width, height, data: new Uint8Array(bytes) })
}
