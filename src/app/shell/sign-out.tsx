import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { useUser } from '#src/features/identity/hooks.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useNavigate } from '#src/platform/navigation/routing.tsx'
import { loadMemberTexts, useTexts } from '#src/texts/texts.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'

// Few people have a draft when they leave, so the others do not load what asks about it.
const DraftQuestion = lazy(() => import('./draft-question.tsx'))

/** `done` is the toast. `question` asks about a draft; it stands beside the button, as the menu closes. */
export function useSignOut(done: string) {
  const t = useTexts()
  const client = useQueryClient()
  const navigate = useNavigate()
  const email = useUser()?.email ?? ''
  const [isAsking, setAsking] = useState(false)

  async function leave(keepsDraft = false) {
    try {
      const { signOut } = await import('#src/features/sign-in/sign-out.ts')
      await signOut(client, email, keepsDraft)
      toast.success(done)
      navigate(to.home)
    } catch {
      toast.error(t.accounts.logoutFailed)
    }
  }
  async function logOut() {
    const { readDraft } = await import('#src/platform/browser-storage/drafts.ts').catch(() => ({
      readDraft: () => undefined,
    }))
    if (!readDraft(email)) return leave()
    await loadMemberTexts()
    setAsking(true)
  }
  const question =
    isAsking &&
    createPortal(
      <Suspense>
        <DraftQuestion onClose={() => setAsking(false)} onLeave={leave} />
      </Suspense>,
      document.body,
    )
  return { logOut, question }
}
