import type { ReactNode } from 'react'
import { CallFailed, codeOf } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { type Texts, useTexts } from '#src/texts/texts.tsx'
import { BrokenIcon, type Icon, LockIcon, PauseIcon, UnknownIcon } from '#src/ui/art/icons.ts'
import { Button } from './button.tsx'
import { Empty, type Way } from './empty.tsx'

/** In the words of `known`, by its code, if they have any. */
export function formatFailure(t: Texts, error: unknown, known: Partial<Record<string, string>> = {}) {
  const words = known[codeOf(error)]
  if (words) return words
  // Code that could not be fetched, for instance.
  if (!(error instanceof CallFailed)) return navigator.onLine === false ? t.errors.offline : t.errors.refused
  if (error.code === 'timed-out') return t.errors.unreachable
  if (error.status === 0) return t.errors.offline
  if (error.status === 401) return t.errors.sessionEnded
  if (error.code === 'not-your-email') return t.errors.somebodyElse
  if (error.code === 'confirm-password') return t.errors.notConfirmed
  if (error.status === 403) return t.errors.notAllowedTitle
  if (error.code === 'reading-limit' && error.until) return t.errors.pause(t.format.dateTime(nextMinute(error.until)))
  if (error.status === 429) return t.errors.tooFast
  return error.status >= 500 ? t.errors.unreachable : t.errors.refused
}

/** Said without seconds, the moment must not be over before it is. */
const nextMinute = (moment: string) => new Date(Date.parse(moment) + 59_999).toISOString()

type ProblemProps = { icon: Icon; title: string; detail: string | undefined; children?: ReactNode }

/** `children`: a way out that is better than the list of biodata. */
function Problem({ icon, title, detail, children }: ProblemProps) {
  const t = useTexts()
  const browse: Way[] = children ? [] : [[to.browse, t.errors.toBiodatas]]
  return (
    <div className="wrap py-10">
      <Empty icon={icon} heading="h1" title={title} action={children} ways={[...browse, [to.home, t.errors.toHome]]}>
        {detail}
      </Empty>
    </div>
  )
}

export function NotFound() {
  const t = useTexts()
  return <Problem icon={UnknownIcon} title={t.errors.notFoundTitle} detail={t.errors.notFoundDetail} />
}

export function NotAllowed() {
  const t = useTexts()
  return <Problem icon={LockIcon} title={t.errors.notAllowedTitle} detail={t.errors.notAllowedDetail} />
}

export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTexts()
  const detail = error instanceof CallFailed ? formatFailure(t, error) : t.errors.detail
  const waits: Record<string, readonly [Icon, title: string, detail?: string]> = {
    'reading-limit': [PauseIcon, t.errors.pauseTitle, detail],
    'confirm-password': [LockIcon, detail],
  }
  const [icon, title, text] = waits[codeOf(error)] ?? [BrokenIcon, t.errors.title, detail]
  return (
    <Problem icon={icon} title={title} detail={text}>
      <Button onClick={onRetry}>{t.common.tryAgain}</Button>
    </Problem>
  )
}
