import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { encode } from 'uqr'
import { CodeField } from '#src/features/identity/components.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { beginApp, renewBackupCodes, turnAppOff, turnAppOn } from '#src/features/second-factor/contract.ts'
import { call } from '#src/platform/http/client.ts'
import type { ResultOf } from '#src/platform/http/contract.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { VerifiedIcon } from '#src/ui/art/member-icons.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { focusHeading, restoreFocus } from '#src/ui/focus.ts'
import { SmallForm } from '#src/ui/forms/form.tsx'
import { Section } from '#src/ui/key-values.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { useSite } from '#src/ui/site.tsx'
import { secondFactor, useChangeForm } from './hooks.ts'

type Doing = ResultOf<typeof beginApp> | ResultOf<typeof renewBackupCodes> | 'end'

export function SecondFactorSection() {
  const t = useMemberTexts()
  const { needsSecondFactor } = useMember()
  const { isOn } = useSuspenseQuery(secondFactor).data
  const [doing, setDoing] = useState<Doing>()
  function finish() {
    setDoing(undefined)
    focusHeading()
  }
  return (
    <Section
      icon={VerifiedIcon}
      title={t.secondFactor.title}
      aside={<Pill tone={isOn ? 'ok' : 'plain'}>{isOn ? t.secondFactor.on : t.secondFactor.off}</Pill>}
    >
      {needsSecondFactor && (
        <div className="mt-3">
          <Notice>{t.secondFactor.required}</Notice>
        </div>
      )}
      {doing === undefined ? (
        <State onDoing={setDoing} />
      ) : doing === 'end' ? (
        <CodeForm isEnd onDone={finish} onCancel={finish} />
      ) : 'secret' in doing ? (
        <>
          <NewApp {...doing} />
          <CodeForm onDone={(on) => 'backupCodes' in on && setDoing(on)} onCancel={finish} />
        </>
      ) : (
        <BackupCodes codes={doing.backupCodes} onKept={finish} />
      )}
    </Section>
  )
}

function State({ onDoing }: { onDoing: (doing: Doing) => void }) {
  const t = useMemberTexts()
  const { isOn, backupCodesLeft } = useSuspenseQuery(secondFactor).data
  const endpoint: typeof beginApp | typeof renewBackupCodes = isOn ? renewBackupCodes : beginApp
  const change = useAction(() => call(endpoint, {}), isOn ? { toastText: t.secondFactor.renewed } : {})
  return (
    <>
      <p className="mt-3 text-ink-2">{isOn ? t.secondFactor.onLead : t.secondFactor.lead}</p>
      {isOn && (
        <p className="mt-1">
          <strong>{t.secondFactor.left(backupCodesLeft)}</strong>
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button
          small
          look="secondary"
          busy={change.isPending}
          onClick={() => change.mutate(undefined, { onSuccess: onDoing })}
        >
          {isOn ? t.secondFactor.renew : t.secondFactor.setUp}
        </Button>
        {isOn && (
          <Button small look="quiet" onClick={() => onDoing('end')}>
            {t.secondFactor.turnOff}
          </Button>
        )}
      </div>
    </>
  )
}

type Switch = typeof turnAppOn | typeof turnAppOff

interface CodeFormProps {
  isEnd?: boolean
  onDone: (result: ResultOf<Switch>) => void
  onCancel: () => void
}

function CodeForm({ isEnd = false, onDone, onCancel }: CodeFormProps) {
  const t = useMemberTexts()
  const { form, change } = useChangeForm<Switch, { code: string }>(isEnd ? turnAppOff : turnAppOn, {
    toastText: isEnd ? t.secondFactor.turnedOff : t.secondFactor.turnedOn,
    check: ({ code }) => ({ code: code.trim() ? undefined : t.secondFactor.missing }),
    inputOf: (typed) => typed,
    refusals: { INVALID_CODE: { code: t.secondFactor.wrong } },
    onDone,
  })
  return (
    <>
      {isEnd ? (
        <p ref={restoreFocus} tabIndex={-1} className="mt-3 text-ink-2 outline-none">
          {t.secondFactor.turnOffLead}
        </p>
      ) : (
        <p className="mt-4">{t.secondFactor.confirm}</p>
      )}
      <SmallForm
        isInSection
        danger={isEnd}
        form={form}
        submit={isEnd ? t.secondFactor.turnOff : t.secondFactor.turnOn}
        busy={change.isPending}
      >
        <CodeField error={form.errors.code} />
      </SmallForm>
      <Button small look="quiet" className="mt-2" onClick={onCancel}>
        {t.common.cancel}
      </Button>
    </>
  )
}

function useCopy() {
  const t = useMemberTexts()
  return (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(t.secondFactor.copied),
      () => toast.error(t.secondFactor.notCopied),
    )
}

function NewApp({ secret, address }: ResultOf<typeof beginApp>) {
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

function BackupCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
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

/** A text as a QR code, black on white in every theme: readers expect it so, with four light squares around. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = useMemo(() => encode(text, { border: 4 }), [text])
  const path = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width={208} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
