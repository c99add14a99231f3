import '#contract/zod-jitless.ts'
import '../src/ui/layers.css'
import '../src/ui/fonts.css'
import '../src/ui/tokens.css'
import '../src/ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { uiTexts } from '../src/messages/ui-texts.ts'
import { UiTextsContext } from '../src/ui/ui-texts.ts'
import { OfficeApp } from './office-app.tsx'
import { officeTexts } from './office-texts.ts'

/** Nothing is kept after the page: replies hold data of people. Pages ask again when somebody returns to them. */
const client = new QueryClient({
  defaultOptions: { queries: { retry: 1, staleTime: 5_000 }, mutations: { retry: false } },
})

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <UiTextsContext value={{ ...uiTexts, siteName: officeTexts.name }}>
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <OfficeApp />
        </BrowserRouter>
      </QueryClientProvider>
    </UiTextsContext>
  </StrictMode>,
)
