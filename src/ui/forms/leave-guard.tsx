import { useEffect, useRef, useState } from 'react'
import { placeInHistory, useBackGuard, useNavigate, useNavigationState } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { ConfirmDialog } from '#src/ui/dialogs/dialog.tsx'

/** Asks before a link, Back or Forward leaves the page. Before a reload the browser asks in its own words. */
export function LeaveGuard({ isActive, reason }: { isActive: boolean; reason: string }) {
  const t = useMemberTexts()
  const navigate = useNavigate()
  const guardBack = useBackGuard()
  const {
    shown: { pathname, search },
    wanted: { place, hash },
  } = useNavigationState()
  const [leave, setLeave] = useState<() => void>()
  const isLeaving = useRef(false)

  useEffect(() => {
    if (!isActive) return
    let isGoingBack = false

    function onClick(event: MouseEvent) {
      const link = (event.target as Element).closest?.('a')
      const isElsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
      if (!link || isElsewhere || link.target || link.origin !== location.origin) return
      if (link.pathname === location.pathname) return
      event.preventDefault()
      setLeave(() => () => navigate(link.pathname + link.search))
    }
    function mayGoBack() {
      if (isLeaving.current) return true
      const away = placeInHistory() - place
      if (location.pathname === pathname && location.search === search) {
        isGoingBack = false
        // Another part of the page is no leaving.
        return away !== 0 || location.hash !== hash
      }
      history.go(-away)
      if (!isGoingBack) setLeave(() => () => history.go(away))
      isGoingBack = true
      return false
    }
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()

    document.addEventListener('click', onClick, true)
    const release = guardBack(mayGoBack)
    addEventListener('beforeunload', onBeforeUnload)
    return () => {
      document.removeEventListener('click', onClick, true)
      release()
      removeEventListener('beforeunload', onBeforeUnload)
    }
  }, [isActive, navigate, guardBack, pathname, search, place, hash])

  return (
    <ConfirmDialog
      open={leave !== undefined}
      onClose={() => setLeave(undefined)}
      title={t.actions.leaveTitle}
      cancelLabel={t.actions.stay}
      confirmLabel={t.actions.leave}
      onConfirm={() => {
        isLeaving.current = true
        leave?.()
      }}
    >
      {reason}
    </ConfirmDialog>
  )
}
