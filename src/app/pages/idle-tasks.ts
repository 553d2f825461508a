import type { QueryClient } from '@tanstack/react-query'
import { contactFields } from '#src/features/biodata/fields.ts'
import { currentSession } from '#src/features/identity/contract.ts'
import { clearDraftsOfOthers } from '#src/platform/browser-storage/drafts.ts'
import { forgetListOfOthers } from '#src/platform/browser-storage/last-list.ts'
import { forgetSeenByOthers } from '#src/platform/browser-storage/recently-seen.ts'
import { query } from '#src/platform/http/client.ts'

const session = query(currentSession, {})

export default function idleTasks(client: QueryClient) {
  // An offline page of our own in place of the browser's; see public/sw.js.
  navigator.serviceWorker?.register('/sw.js').catch(() => {})
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === session.queryKey[0]) clearLeftBehind(client)
  })
  clearLeftBehind(client)
}

/** Clears the seen people and a draft's contact of anybody whose session ended without a sign-out (REQUIREMENTS R8). */
function clearLeftBehind(client: QueryClient) {
  const known = client.getQueryData(session.queryKey)
  if (!known) return
  forgetSeenByOthers(known.user?.email)
  forgetListOfOthers(known.user?.email)
  clearDraftsOfOthers(known.user?.email, contactFields)
}
