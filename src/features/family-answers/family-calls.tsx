import { useState } from 'react'
import { withWhoms } from '#src/features/users/policy.ts'
import { dayOf, daysBefore } from '#src/platform/clock.ts'
import { call } from '#src/platform/http/client.ts'
import type { InputOf } from '#src/platform/http/contract.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { type AdminTexts, useAdminTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { PhoneIcon } from '#src/ui/art/member-icons.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { SegmentedField, SelectField, TextAreaField, TextField } from '#src/ui/forms/field.tsx'
import { SmallForm, useCheckedForm } from '#src/ui/forms/form.tsx'
import { type Call, noteCall } from './contract.ts'
import { calledWithinDays, longestCallNote, saids } from './policy.ts'

interface Props {
  request: string
  /** The person whose family is called. */
  person: string
  calls: readonly Call[]
  isForBureau: boolean
}

/** What the bureau heard of a family on the telephone, and the form that notes the next call. */
export function FamilyCalls({ request, person, calls, isForBureau }: Props) {
  const t = useAdminTexts()
  if (!isForBureau && calls.length === 0) return null
  return (
    <section aria-label={t.calling.title} className="border-t pt-3">
      <h3 className="font-sans text-base font-semibold">{t.calling.title}</h3>
      {isForBureau && (
        <>
          <p className="text-md text-ink-2">{t.calling.hint}</p>
          <ButtonLink to={to.details(person)} look="secondary" small className="mt-3">
            <PhoneIcon /> {t.calling.number}
          </ButtonLink>
          {/* Begins anew once a call is noted. */}
          <CallForm key={calls.length} request={request} />
        </>
      )}
      {calls.length > 0 && (
        <ul className="grid gap-2 pt-3">
          {calls.map((one, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a call has no name, and none is ever removed
            <li key={calls.length - i}>
              {wordsOf(t, one)}
              {one.note && <span className="block text-ink-2 wrap-anywhere whitespace-pre-wrap">{one.note}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function wordsOf(t: AdminTexts, { on, withWhom, said, by }: Call) {
  const heard = t.calling.heard(t.format.shortDate(on), t.calling.saids[said], by ?? t.admin.goneAccount)
  return withWhom ? `${heard} ${t.calling.with(t.attested.withWhoms[withWhom])}` : heard
}

type Typed = Record<'on' | 'withWhom' | 'said' | 'note', string>

function CallForm({ request }: { request: string }) {
  const t = useAdminTexts()
  const [said, setSaid] = useState<Call['said']>()
  const today = dayOf(new Date())
  const first = dayOf(daysBefore(new Date(), calledWithinDays))
  const noting = useAction((input: InputOf<typeof noteCall>) => call(noteCall, input), {
    toastText: t.calling.noted,
    refusals: t.calling.problems,
  })
  const form = useCheckedForm<Typed>(
    (typed) => ({
      said: typed.said ? undefined : t.calling.missing.said,
      withWhom: typed.said !== 'nobody' && !typed.withWhom ? t.calling.missing.withWhom : undefined,
      on: typed.on && typed.on <= today && typed.on >= first ? undefined : t.calling.missing.on(calledWithinDays),
    }),
    ({ note, withWhom, said, on }) =>
      noting.mutate({
        ...{ id: request, on, said },
        ...(note.trim() && { note }),
        ...(said !== 'nobody' && { withWhom }),
      } as InputOf<typeof noteCall>),
    (typed) => setSaid(typed.said as Call['said'] | undefined),
  )
  return (
    <SmallForm form={form} submit={t.calling.submit} busy={noting.isPending} isInSection>
      <SegmentedField
        isList
        id="said"
        name="said"
        label={t.calling.said}
        hint={said && t.calling.follows[said]}
        error={form.errors.said}
        options={saids.map((value) => ({ value, label: t.calling.saids[value] }))}
      />
      {said !== 'nobody' && (
        <SelectField
          name="withWhom"
          label={t.calling.withWhom}
          placeholder=""
          error={form.errors.withWhom}
          options={withWhoms.map((value) => ({ value, label: t.attested.withWhoms[value] }))}
        />
      )}
      <TextField
        name="on"
        type="date"
        label={t.attesting.on}
        defaultValue={today}
        min={first}
        max={today}
        error={form.errors.on}
      />
      <TextAreaField name="note" rows={2} maxLength={longestCallNote} label={t.calling.note} />
    </SmallForm>
  )
}
