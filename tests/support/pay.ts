import { expect, type Page } from '@playwright/test'

/** Pays on the page of the sandbox bank and waits for the paid order. */
export async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Сплатити' }).click()
  await expect(page.getByText('Оплату отримано')).toBeVisible()
}
