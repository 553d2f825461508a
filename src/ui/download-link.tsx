import type { ComponentProps, MouseEvent } from 'react'
import { call } from '#src/platform/http/client.ts'
import { checkConfirmed } from '#src/platform/http/confirmation.ts'
import { useTexts } from '#src/texts/texts.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'

/** For a file that needs a recent confirmation: asks first if need be, and goes on by itself. */
export function DownloadLink({ href, children, ...link }: ComponentProps<'a'>) {
  const t = useTexts()
  async function onClick(event: MouseEvent<HTMLAnchorElement>) {
    event.preventDefault()
    // A copy loads the file without asking again.
    const copy = event.currentTarget.cloneNode() as HTMLAnchorElement
    try {
      await call(checkConfirmed, {})
      copy.click()
    } catch (error) {
      toast.failed(t, error)
    }
  }
  return (
    <a href={href} download="" {...link} onClick={onClick}>
      {children}
    </a>
  )
}
