import type { Page } from '@playwright/test'

/** A decoded picture. `at` gives the colour of a pixel as #rrggbb. */
export interface Picture {
  width: number
  height: number
  /** Red, green, blue and alpha of each pixel, row by row. */
  bytes: Buffer
  at: (x: number, y: number) => string
  /** How many pixels of a rectangle are of a colour other than `ground`. */
  inkIn: (rectangle: { x: number; y: number; width: number; height: number }, ground: string) => number
}

/** Reads a PNG by the browser's own decoder. */
export async function readPicture(page: Page, png: Buffer): Promise<Picture> {
  const address = `data:image/png;base64,${png.toString('base64')}`
  const { width, height, pixels } = await page.evaluate(async (source) => {
    const image = new Image()
    image.src = source
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    const pen = canvas.getContext('2d')!
    pen.drawImage(image, 0, 0)
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height)
    let binary = ''
    for (let from = 0; from < data.length; from += 0x8000) {
      binary += String.fromCharCode(...data.subarray(from, from + 0x8000))
    }
    return { width: canvas.width, height: canvas.height, pixels: btoa(binary) }
  }, address)
  const bytes = Buffer.from(pixels, 'base64')
  const at = (x: number, y: number) => {
    const place = 4 * (Math.round(y) * width + Math.round(x))
    return `#${bytes.subarray(place, place + 3).toString('hex')}`
  }
  const inkIn: Picture['inkIn'] = ({ x: left, y: top, width: wide, height: high }, ground) => {
    let ink = 0
    for (let y = top; y < top + high; y += 1) {
      for (let x = left; x < left + wide; x += 1) if (at(x, y) !== ground) ink += 1
    }
    return ink
  }
  return { width, height, bytes, at, inkIn }
}
