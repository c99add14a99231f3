import type { Page } from '@playwright/test'
import type { TestServer } from './build-server.ts'
import { newcomer, type Person } from './person.ts'

/** Registers a person and puts their tokens into the page's browser before any page opens. */
export async function signInAsNewcomer(page: Page, server: TestServer): Promise<Person> {
  const person = await newcomer(server)
  await page.addInitScript(
    ({ access, refresh, user_id }) => {
      // Only once: what a test does to the session must survive its navigations.
      if (sessionStorage.getItem('seeded') !== null) return
      sessionStorage.setItem('seeded', 'yes')
      localStorage.setItem('access', access)
      localStorage.setItem('refresh', refresh)
      localStorage.setItem('user_id', user_id)
    },
    { access: person.access!, refresh: person.refresh!, user_id: person.userId! },
  )
  return person
}
