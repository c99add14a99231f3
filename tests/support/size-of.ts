import type { Locator } from '@playwright/test'

/** Size on the screen in whole CSS pixels: a scaled box may be off by a hundred-thousandth. */
export async function sizeOf(locator: Locator): Promise<{ width: number; height: number }> {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('It is not on the screen')
  return { width: Math.round(box.width), height: Math.round(box.height) }
}
