import type { ReactNode } from 'react'
import { findPage } from '#src/app/pages/pages.ts'
import { useUser } from '#src/features/identity/hooks.ts'
import { isInDashboard } from '#src/platform/navigation/addresses.ts'
import { Navigate, useLocation } from '#src/platform/navigation/routing.tsx'
import { useTexts } from '#src/texts/texts.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { DashboardFrame } from './dashboard.tsx'

export function PageFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const user = useUser()
  return user && isInDashboard(findPage(pathname, true)?.page.path ?? '') ? (
    <DashboardFrame>{children}</DashboardFrame>
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
