import { Component, type ReactNode } from 'react'
import { siteTexts } from '../messages/site.ts'
import { Button, buttonClass } from '../ui/button/button.tsx'
import { Mark } from '../ui/mark.tsx'
import { Column, PageTitle } from '../ui/page.tsx'
import { ChunkLoadError } from '../ui/piece/load-chunk.ts'
import { Text } from '../ui/text.tsx'
import styles from './error-page.module.css'

interface ErrorBoundaryProps {
  /** The address: another page is a new try. */
  page: string
  /** The boundary is around the whole window, so the error page needs a main landmark of its own. */
  isWindow?: boolean
  children: ReactNode
}

interface ErrorBoundaryState {
  error: unknown
  failedPage: string | null
}

/** Shows the error page for anything that a page throws while it loads or draws. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null, failedPage: null }

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { error }
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: ErrorBoundaryState) {
    if (state.error === null) return null
    if (state.failedPage === null) return { failedPage: props.page }
    return state.failedPage === props.page ? null : { error: null, failedPage: null }
  }

  override render() {
    if (this.state.error === null) return this.props.children
    const page = <ErrorPage error={this.state.error} />
    return this.props.isWindow === true ? <main>{page}</main> : page
  }
}

/** The page for a page that failed (S8.24): what happened, and a way to continue by a full page load. */
function ErrorPage({ error }: { error: unknown }) {
  return (
    <Column width="form">
      <Mark size={72} />
      <PageTitle>{siteTexts.pageFailedTitle}</PageTitle>
      <Text variant="large">{error instanceof ChunkLoadError ? siteTexts.chunkFailed : siteTexts.pageFailed}</Text>
      <div className={styles.actions}>
        <Button onClick={() => window.location.reload()}>{siteTexts.loadAgain}</Button>
        <a href="/" className={buttonClass({ variant: 'border' })}>
          {siteTexts.toHome}
        </a>
      </div>
    </Column>
  )
}
