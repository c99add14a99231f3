import type { Page } from '@playwright/test'
import { expect } from './acts.ts'
import type { Member } from './member.ts'
import type { Stop } from './stops.ts'

export async function visit(page: Page, origin: string, stop: Stop, member?: Member): Promise<void> {
  const path = typeof stop.path === 'string' ? stop.path : stop.path(member!)
  // Leaves the page before its replies are dropped: a retry in between would reach the server, and leave the next stop nothing to
  // show. robots.txt has the same origin, so it needs no new process.
  await page.goto(`${origin}/robots.txt`)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const other of page.context().pages()) if (other !== page) await other.close()
  await stop.before?.(page)
  await page.goto(origin + path)
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expect(page.getByText('Завантаження...')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Сторінка не відкрилася' })).toHaveCount(0)
  // The profile comes after the page, and with it the name in the header and the notice about an unconfirmed address.
  const isKnown = await page.evaluate(() => localStorage.getItem('access') !== null)
  if (isKnown && (await page.getByRole('banner').isVisible())) {
    await expect(page.getByRole('banner').getByRole('link', { name: 'Оксана' })).toBeVisible()
  }
  await stop.open?.(page, member)
  if (stop.name.startsWith('modal') || stop.name.startsWith('menu')) {
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.getByText('Завантаження...')).toHaveCount(0)
  }
}
