import type { QueryClient } from '@tanstack/react-query'
import { viewerChanged, whileAuthPending } from '#src/features/identity/index.ts'
import { forgetDraft, letDraftWait } from '#src/platform/browser-storage/drafts.ts'
import { forgetSeen } from '#src/platform/browser-storage/recently-seen.ts'
import { attempt } from '#src/platform/browser-storage/storage.ts'
import { fetchJson } from '#src/platform/http/client.ts'
import { sendHeld } from '#src/ui/dialogs/held.ts'

/** Keeps nothing of the person but a draft that is to wait. @throws CallFailed when the session is still there */
export const signOut = (client: QueryClient, email: string, keepsDraft: boolean) =>
  whileAuthPending(async () => {
    await sendHeld()
    await fetchJson('POST', '/api/auth/sign-out', {})
    if (keepsDraft) letDraftWait(email)
    else forgetDraft(email)
    forgetSeen(email)
    try {
      await viewerChanged(client)
    } finally {
      // Last: the page that is left still notes how far it was scrolled.
      attempt(() => sessionStorage.clear())
    }
  })
