import { expect, type Page } from '@playwright/test'

/** From the make-believe bank's page: pays, and comes back to an order that has its money. */
export async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Сплатити' }).click()
  await expect(page.getByText('Оплату отримано')).toBeVisible()
}
