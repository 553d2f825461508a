import { useMemberTexts } from '#src/texts/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { restoreFocus } from '#src/ui/focus.ts'
import { useSite } from '#src/ui/site.tsx'
import { QrCode } from './qr-code.tsx'

function useCopy() {
  const t = useMemberTexts()
  return (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(t.secondFactor.copied),
      () => toast.error(t.secondFactor.notCopied),
    )
}

export function NewApp({ secret, address }: { secret: string; address: string }) {
  const t = useMemberTexts()
  const copy = useCopy()
  return (
    <>
      <p ref={restoreFocus} tabIndex={-1} className="mt-3 outline-none">
        {t.secondFactor.scan}
      </p>
      <div className="mt-3 flex flex-wrap items-start gap-4">
        <QrCode text={address} label={t.secondFactor.qr} />
        <div className="grid gap-3 own-line">
          <a href={address} className="btn btn-secondary btn-small justify-self-start">
            {t.secondFactor.openApp}
          </a>
          <p>{t.secondFactor.typed}</p>
          <code className="font-semibold wrap-anywhere">{secret.match(/.{4}/g)?.join(' ')}</code>
          <Button small look="quiet" className="justify-self-start" onClick={() => copy(secret)}>
            {t.secondFactor.copyKey}
          </Button>
        </div>
      </div>
    </>
  )
}

export function BackupCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const t = useMemberTexts()
  const { brand } = useSite()
  const copy = useCopy()
  const text = `${t.brandName(brand)}\n${codes.join('\n')}\n`
  return (
    <>
      <h3 ref={restoreFocus} tabIndex={-1} className="mt-3 plain-heading text-lg outline-none">
        {t.secondFactor.codesTitle}
      </h3>
      <p className="mt-1 text-ink-2">{t.secondFactor.codesLead}</p>
      <ul className="mt-3 grid narrow grid-cols-2 gap-2">
        {codes.map((code) => (
          <li key={code}>
            <code className="font-semibold">{code}</code>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2.5">
        <a
          className="btn btn-secondary btn-small"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="backup-codes.txt"
        >
          {t.secondFactor.download}
        </a>
        <Button small look="secondary" onClick={() => copy(text)}>
          {t.secondFactor.copy}
        </Button>
        <Button small onClick={onKept}>
          {t.secondFactor.kept}
        </Button>
      </div>
    </>
  )
}
