import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { sessionRequest } from '../session/session-request.ts'
import { catalogQueries } from './catalog-queries.ts'

vi.mock('../session/session-request.ts', () => ({ sessionRequest: vi.fn() }))

it.each([
  ['verbal', 'verbalnij'],
  ['math', 'abstraktnij'],
  ['logic', 'logichnij'],
  ['verbalnij-proba', 'verbalnij-proba'],
])('[S7.40] the client requests the information about %s under the slug %s', async (slug, asked) => {
  vi.mocked(sessionRequest).mockResolvedValueOnce({ test_info: { content: 'Про тест' } })
  await new QueryClient().fetchQuery(catalogQueries.info({ id: '1', slug }))
  expect(vi.mocked(sessionRequest).mock.lastCall?.[1]).toEqual({ query: { slug: asked } })
})
