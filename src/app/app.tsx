import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter, useLocation } from 'react-router-dom'
import { uiTexts } from '../messages/ui-texts.ts'
import { UpdatePrompt } from '../pwa/update-prompt.tsx'
import { UiTextsContext } from '../ui/ui-texts.ts'
import { AppRoutes } from './app-routes.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { FollowNavigation } from './follow-navigation.tsx'
import { ModalHost } from './modal-host.tsx'

/** The whole window: what is the same on every page, around the routes. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      <UiTextsContext value={uiTexts}>
        <BrowserRouter useTransitions={false}>
          <Window />
        </BrowserRouter>
      </UiTextsContext>
    </QueryClientProvider>
  )
}

function Window() {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary page={pathname}>
      <FollowNavigation />
      <AppRoutes />
      <ModalHost />
      <UpdatePrompt page={pathname} />
    </ErrorBoundary>
  )
}
