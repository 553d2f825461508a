import { useEffect, useState } from 'react'
import { useMember } from '#src/features/identity/hooks.ts'
import { readDraft } from '#src/platform/browser-storage/drafts.ts'
import { requiredFields } from './fields.ts'

// The consent to publish is needed, too.
const nothing = { filled: 0, needed: requiredFields.length + 1 }

/** Progress of the draft in this browser; the server knows of none. */
export function useProgress() {
  const { email } = useMember()
  const [progress, setProgress] = useState(nothing)
  useEffect(() => setProgress(readDraft(email)?.progress ?? nothing), [email])
  return progress
}
