import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ComponentType, Fragment, type ReactNode } from 'react'
import { dashboard, forgetFailedPages } from '#src/app/pages/chunks.ts'
import { findPage } from '#src/app/pages/pages.ts'
import { onHydrated } from '#src/app/pages/whole-sheet.ts'
import { useUser } from '#src/features/identity/hooks.ts'
import { CallFailed, codeOf } from '#src/platform/http/client.ts'
import { isInDashboard, to } from '#src/platform/navigation/addresses.ts'
import { Navigate, useLocation } from '#src/platform/navigation/routing.tsx'
import { useTexts } from '#src/texts/texts.tsx'
import { ErrorNotice, NotAllowed, NotFound } from '#src/ui/problems.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'

interface BoundaryProps {
  address: string
  surround?: ComponentType<{ children: ReactNode }>
  children: ReactNode
}

export function Boundary(props: BoundaryProps) {
  return <QueryErrorResetBoundary>{({ reset }) => <Catch {...props} onRetry={reset} />}</QueryErrorResetBoundary>
}

class Catch extends Component<BoundaryProps & { onRetry: () => void }, { error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  /** A page that failed does not come alive, what stands in its place does. */
  override componentDidCatch() {
    onHydrated()
  }

  override componentDidUpdate(before: { address: string }) {
    if (before.address !== this.props.address && this.state.error !== undefined) this.setState({ error: undefined })
  }

  retry = () => {
    if (this.state.error === undefined) return
    // A chunk is missing: the line is down, or the site was updated and the old files are gone.
    if (forgetFailedPages() && navigator.onLine) return location.reload()
    // The queries that failed are fetched again too; on their own they would keep their failure.
    this.props.onRetry()
    this.setState({ error: undefined })
  }

  notice(error: unknown) {
    const status = error instanceof CallFailed ? error.status : undefined
    if (status === 404) return <NotFound />
    // Without the password that was asked for nobody is refused for good.
    if (status === 403 && codeOf(error) !== 'confirm-password') return <NotAllowed />
    return <ErrorNotice error={error} onRetry={this.retry} />
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (error instanceof CallFailed && error.status === 401) return <Redirect address={to.login(this.props.address)} />
    const { surround: Surround = Fragment } = this.props
    return <Surround>{this.notice(error)}</Surround>
  }
}

export function PageFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const user = useUser()
  return user && isInDashboard(findPage(pathname, true)?.page.path ?? '') ? (
    <dashboard.Frame>{children}</dashboard.Frame>
  ) : (
    children
  )
}

/** In place of a page of which nothing is here: after somebody else has signed in, or on the way to the login. */
export function Outline({ address }: { address: string }) {
  const t = useTexts()
  const page = findPage(new URL(address, 'http://page.invalid').pathname, false)?.page
  return <Skeleton kind={page?.kind ?? 'form'} label={t.common.loading} />
}

export function Redirect({ address }: { address: string }) {
  return (
    <>
      <Navigate to={address} replace />
      <Outline address={address} />
    </>
  )
}
