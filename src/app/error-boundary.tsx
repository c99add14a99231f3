import { Component, type ReactNode } from 'react'
import { ErrorPage } from './error-page.tsx'

interface ErrorBoundaryProps {
  /** The address: going elsewhere is a new try. */
  page: string
  /** It guards the whole window, so that nothing else is left to hold the page's main landmark. */
  isWindow?: boolean
  children: ReactNode
}

interface ErrorBoundaryState {
  error: unknown
  failedPage: string | null
}

/** No white screen: whatever a page throws while it loads or draws ends in the error page. */
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
