import { requestOf } from '#src/platform/http/contract.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { ShowIcon } from '#src/ui/art/icons.ts'
import { DocumentIcon } from '#src/ui/art/member-icons.ts'
import { Button } from '#src/ui/button.tsx'
import { DownloadLink } from '#src/ui/download-link.tsx'
import { focusHeading } from '#src/ui/focus.ts'
import { Section } from '#src/ui/key-values.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { endOtherSessions, endSession, exportSelf } from './contract.ts'
import { useAccount, useChange } from './hooks.ts'

export function SessionsSection() {
  const t = useMemberTexts()
  const { sessions } = useAccount()
  const end = useChange(endSession, t.account.ended)
  const endOthers = useChange(endOtherSessions, t.account.ended)
  return (
    <Section icon={ShowIcon} title={t.account.sessions}>
      <ul className="mt-2 divide-y">
        {sessions.map(({ id, browser, system, lastUsed, isCurrent }) => {
          const device = t.account.device(browser, system)
          return (
            <li key={id} className="flex min-h-15 flex-wrap items-center justify-between gap-x-4 py-2">
              <span>
                <strong>{device}</strong> {isCurrent && <Pill tone="ok">{t.account.thisOne}</Pill>}
                <span className="field-hint block">{t.account.lastUsed(t.format.date(lastUsed))}</span>
              </span>
              {!isCurrent && (
                <Button
                  look="quiet"
                  small
                  aria-label={t.account.endNamed(device)}
                  busy={end.isPending && end.variables.id === id}
                  onClick={() => end.mutate({ id }, { onSuccess: focusHeading })}
                >
                  {t.account.end}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {sessions.length > 1 && (
        <Button
          look="secondary"
          small
          className="mt-4"
          busy={endOthers.isPending}
          onClick={() => endOthers.mutate({}, { onSuccess: focusHeading })}
        >
          {t.account.endOthers}
        </Button>
      )}
    </Section>
  )
}

export function DataSection() {
  const t = useMemberTexts()
  return (
    <Section icon={DocumentIcon} title={t.account.data}>
      <p className="mt-3 mb-4 text-ink-2">{t.account.dataHint}</p>
      <DownloadLink
        className="btn btn-secondary btn-small"
        href={requestOf(exportSelf, {}).url}
        fileName={exportSelf.download}
      >
        {t.account.download}
      </DownloadLink>
    </Section>
  )
}
