import { type ComponentProps, type MouseEvent, useRef } from 'react'
import { call } from '#src/platform/http/client.ts'
import { checkConfirmed } from '#src/platform/http/confirmation.ts'
import { useTexts } from '#src/texts/texts.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'

/** For a file that needs a recent confirmation: asks first if need be, and goes on by itself. */
export function DownloadLink({ href, children, ...link }: ComponentProps<'a'>) {
  const t = useTexts()
  const isConfirmed = useRef(false)
  async function onClick(event: MouseEvent<HTMLAnchorElement>) {
    if (isConfirmed.current) {
      isConfirmed.current = false
      return
    }
    event.preventDefault()
    const link = event.currentTarget
    try {
      await call(checkConfirmed, {})
      isConfirmed.current = true
      link.click()
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
