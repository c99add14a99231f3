import '#contract/zod-jitless.ts'
import { QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { type PrerenderedReplies, PrerenderedRepliesContext } from '../queries/prerendered-queries.ts'
import { App } from './app.tsx'

/**
 * The markup of a public page as a guest first sees it, drawn at build time. Server data show as loading, except `replies`, by
 * the keys of their queries. Rejects if the page cannot be drawn.
 */
export async function drawPage(path: string, replies: PrerenderedReplies): Promise<string> {
  const faults: unknown[] = []
  // The client makes no call: queries run in effects, and drawing runs no effects.
  const queryClient = new QueryClient()
  const { prelude } = await prerender(
    <StrictMode>
      <PrerenderedRepliesContext value={replies}>
        <App queryClient={queryClient} inRouter={(window) => <StaticRouter location={path}>{window}</StaticRouter>} />
      </PrerenderedRepliesContext>
    </StrictMode>,
    {
      // React would move larger boundaries in by an inline script, which the policy forbids.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (fault) => void faults.push(fault),
    },
  )
  const markup = await new Response(prelude).text()
  if (faults.length > 0) throw new AggregateError(faults, `The page ${path} could not be drawn`)
  return markup
}
