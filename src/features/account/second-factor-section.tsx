import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CodeField } from '#src/features/identity/components.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { beginApp, renewBackupCodes, turnAppOff, turnAppOn } from '#src/features/second-factor/contract.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { VerifiedIcon } from '#src/ui/art/member-icons.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { focusHeading, restoreFocus } from '#src/ui/focus.ts'
import { SmallForm } from '#src/ui/forms/small-form.tsx'
import { Section } from '#src/ui/key-values.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { BackupCodes, NewApp } from './authenticator-app.tsx'
import { secondFactor, useChange, useChangeForm } from './hooks.ts'

type Doing = { kind: 'begin'; secret: string; address: string } | { kind: 'keep'; codes: string[] } | { kind: 'end' }

export function SecondFactorSection() {
  const t = useMemberTexts()
  const { needsSecondFactor } = useMember()
  const { isOn } = useSuspenseQuery(secondFactor).data
  const [doing, setDoing] = useState<Doing>()
  const keep = ({ backupCodes }: { backupCodes: string[] }) => setDoing({ kind: 'keep', codes: backupCodes })
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
      {doing?.kind === 'keep' ? (
        <BackupCodes codes={doing.codes} onKept={finish} />
      ) : doing?.kind === 'begin' ? (
        <>
          <NewApp secret={doing.secret} address={doing.address} />
          <TurnOn onDone={keep} onCancel={finish} />
        </>
      ) : doing?.kind === 'end' ? (
        <TurnOff onDone={finish} />
      ) : isOn ? (
        <IsOn onRenewed={keep} onEnd={() => setDoing({ kind: 'end' })} />
      ) : (
        <IsOff onBegun={(app) => setDoing({ kind: 'begin', ...app })} />
      )}
    </Section>
  )
}

function IsOff({ onBegun }: { onBegun: (app: { secret: string; address: string }) => void }) {
  const t = useMemberTexts()
  const begin = useChange(beginApp, undefined)
  return (
    <>
      <p className="mt-3 text-ink-2">{t.secondFactor.lead}</p>
      <Button
        small
        look="secondary"
        className="mt-4"
        busy={begin.isPending}
        onClick={() => begin.mutate({}, { onSuccess: onBegun })}
      >
        {t.secondFactor.setUp}
      </Button>
    </>
  )
}

function IsOn({ onRenewed, onEnd }: { onRenewed: (renewed: { backupCodes: string[] }) => void; onEnd: () => void }) {
  const t = useMemberTexts()
  const { backupCodesLeft } = useSuspenseQuery(secondFactor).data
  const renew = useChange(renewBackupCodes, t.secondFactor.renewed)
  return (
    <>
      <p className="mt-3 text-ink-2">{t.secondFactor.onLead}</p>
      <p className="mt-1">
        <strong>{t.secondFactor.left(backupCodesLeft)}</strong>
      </p>
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button
          small
          look="secondary"
          busy={renew.isPending}
          onClick={() => renew.mutate({}, { onSuccess: onRenewed })}
        >
          {t.secondFactor.renew}
        </Button>
        <Button small look="quiet" onClick={onEnd}>
          {t.secondFactor.turnOff}
        </Button>
      </div>
    </>
  )
}

const codeForm = {
  check:
    (missing: string) =>
    ({ code }: { code: string }) => ({ code: code.trim() ? undefined : missing }),
  inputOf: ({ code }: { code: string }) => ({ code }),
}

function TurnOn({ onDone, onCancel }: { onDone: (on: { backupCodes: string[] }) => void; onCancel: () => void }) {
  const t = useMemberTexts()
  const { form, change } = useChangeForm(turnAppOn, {
    ...codeForm,
    check: codeForm.check(t.secondFactor.missing),
    done: t.secondFactor.turnedOn,
    refusals: { INVALID_CODE: { code: t.secondFactor.wrong } },
    onDone,
  })
  return (
    <>
      <p className="mt-4">{t.secondFactor.confirm}</p>
      <SmallForm isInSection form={form} submit={t.secondFactor.turnOn} busy={change.isPending}>
        <CodeField error={form.errors.code} />
      </SmallForm>
      <Button small look="quiet" className="mt-2" onClick={onCancel}>
        {t.common.cancel}
      </Button>
    </>
  )
}

function TurnOff({ onDone }: { onDone: () => void }) {
  const t = useMemberTexts()
  const { form, change } = useChangeForm(turnAppOff, {
    ...codeForm,
    check: codeForm.check(t.secondFactor.missing),
    done: t.secondFactor.turnedOff,
    refusals: { INVALID_CODE: { code: t.secondFactor.wrong } },
    onDone,
  })
  return (
    <>
      <p ref={restoreFocus} tabIndex={-1} className="mt-3 text-ink-2 outline-none">
        {t.secondFactor.turnOffLead}
      </p>
      <SmallForm isInSection danger form={form} submit={t.secondFactor.turnOff} busy={change.isPending}>
        <CodeField error={form.errors.code} />
      </SmallForm>
      <Button small look="quiet" className="mt-2" onClick={onDone}>
        {t.common.cancel}
      </Button>
    </>
  )
}
