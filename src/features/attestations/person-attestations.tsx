import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { longestReason } from '#src/features/admin-list/index.ts'
import { formatOption } from '#src/features/biodata/index.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { withWhoms } from '#src/features/users/policy.ts'
import { dayOf } from '#src/platform/clock.ts'
import { call } from '#src/platform/http/client.ts'
import type { InputOf } from '#src/platform/http/contract.ts'
import { type AdminTexts, useAdminTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { VerifiedIcon } from '#src/ui/art/member-icons.ts'
import { ReasonButton } from '#src/ui/dialogs/reason-dialog.tsx'
import { SegmentedField, SelectField, TextAreaField, TextField } from '#src/ui/forms/field.tsx'
import { SmallForm, useCheckedForm } from '#src/ui/forms/form.tsx'
import { Section } from '#src/ui/key-values.tsx'
import { endOf } from './checked.tsx'
import { type Noted, noteAttestation, takeAttestationBack } from './contract.ts'
import { attestationsOf } from './hooks.ts'
import { type AttestedKind, attestedKinds, firstDayFor, howsOf, longestNote } from './policy.ts'
import { Line } from './sentences.tsx'

type Gender = 'Female' | 'Male'
interface Props {
  person: { id: string; name: string; email: string; gender: Gender }
}

/** What the bureau has seen or heard of a person, and the form that notes it. The page asks for `attestationsOf`. */
export function PersonAttestations({ person }: Props) {
  const t = useAdminTexts()
  const { data } = useSuspenseQuery(attestationsOf(person.id))
  const { email } = useMember()
  const [times, setTimes] = useState(0)
  return (
    <Section icon={VerifiedIcon} title={t.attested.title}>
      <p className="pt-2 text-ink-2">{t.attesting.hint}</p>
      {data.attestations.length === 0 ? (
        <p className="pt-3">{t.attesting.none}</p>
      ) : (
        <ul className="grid gap-4 pt-4">
          {data.attestations.map((one) => (
            <Line key={one.id} t={t} of={one} gender={person.gender} isOver={!!one.ended}>
              <About noted={one} />
              {!one.ended && <TakeBack noted={one} person={person} />}
            </Line>
          ))}
        </ul>
      )}
      {person.email === email ? (
        <p className="pt-4 text-ink-2">{t.attesting.own}</p>
      ) : (
        data.compare && (
          // Begins anew once something is noted.
          <NoteForm key={times} id={person.id} compare={data.compare} onDone={() => setTimes(times + 1)} />
        )
      )}
    </Section>
  )
}

function About({ noted }: { noted: Noted }) {
  const t = useAdminTexts()
  return (
    <>
      <p className="field-hint wrap-anywhere">
        {endOf(t, noted)}
        <span className="block">{t.attesting.by(noted.seenBy ?? t.admin.goneAccount)}</span>
      </p>
      {noted.note && <p className="text-ink-2 wrap-anywhere whitespace-pre-wrap">{noted.note}</p>}
    </>
  )
}

function TakeBack({ noted, person }: Props & { noted: Noted }) {
  const t = useAdminTexts()
  const takingBack = useAction((input: InputOf<typeof takeAttestationBack>) => call(takeAttestationBack, input), {
    toastText: t.attesting.takenBack,
  })
  return (
    <ReasonButton
      small
      className="mt-2"
      busy={takingBack.isPending}
      aria-label={t.attesting.takeBackNamed(t.attested.kinds[noted.kind])}
      question={{
        title: t.attesting.takeBackTitle,
        label: t.judging.reads(person.name),
        longest: longestReason,
        confirmLabel: t.attesting.takeBackConfirm,
        danger: true,
        hint: t.attesting.takeBackHint,
      }}
      act={(reason) => takingBack.mutate({ id: noted.id, reason })}
    >
      {t.attesting.takeBack}
    </ReasonButton>
  )
}

type Compare = NonNullable<
  Awaited<ReturnType<typeof call<typeof import('./contract.ts')['listAttestations']>>>['compare']
>
type Typed = Record<'kind' | 'how' | 'withWhom' | 'on' | 'note', string>

/** What the card or certificate has to agree with. The phone is not here: who looks at it gives a reason. */
function valuesOf(t: AdminTexts, kind: AttestedKind | undefined, compare: Compare) {
  if (kind === 'identity')
    return t.attesting.compare(
      [compare.name, compare.nameInOtherScript, t.format.date(compare.birth)].filter(Boolean).join(', '),
    )
  if (kind !== 'certificate') return undefined
  const { education, institution } = compare
  if (!education) return t.attesting.nothingToCompare
  return t.attesting.compare([formatOption(t, 'education', education), institution].filter(Boolean).join(', '))
}

function NoteForm({ id, compare, onDone }: { id: string; compare: Compare; onDone: () => void }) {
  const t = useAdminTexts()
  const client = useQueryClient()
  const [kind, setKind] = useState<AttestedKind>()
  const today = dayOf(new Date())
  const noting = useAction((input: InputOf<typeof noteAttestation>) => call(noteAttestation, input), {
    toastText: t.attesting.noted,
    refusals: t.attesting.problems,
    refuse() {
      // What was compared may be what has changed.
      void client.invalidateQueries(attestationsOf(id))
      return false
    },
    onDone,
  })
  const form = useCheckedForm<Typed>(
    (typed) => ({
      kind: !typed.kind
        ? t.attesting.missing.kind
        : typed.kind === 'certificate' && !compare.education
          ? t.attesting.nothingToCompare
          : undefined,
      withWhom: typed.kind === 'family' && !typed.withWhom ? t.attesting.missing.withWhom : undefined,
      on: typed.on && typed.on <= today && typed.on >= firstDayFor(today) ? undefined : t.attesting.missing.on,
    }),
    ({ note, withWhom, ...typed }) =>
      noting.mutate({
        ...typed,
        id,
        version: compare.version,
        ...(note.trim() && { note }),
        ...(withWhom && { withWhom }),
      } as InputOf<typeof noteAttestation>),
    (typed) => setKind(typed.kind as AttestedKind | undefined),
  )
  const ways = kind ? howsOf[kind] : []
  const hint = valuesOf(t, kind, compare)
  return (
    <>
      <h3 className="mt-6 text-h3">{t.attesting.add}</h3>
      <SmallForm form={form} submit={t.attesting.submit} busy={noting.isPending} isInSection>
        <SegmentedField
          isList
          id="kind"
          name="kind"
          label={t.attesting.kind}
          error={form.errors.kind}
          options={attestedKinds.map((value) => ({ value, label: t.attesting.kinds[value] }))}
        />
        {hint && (
          <p role="status" className="wrap-anywhere">
            {hint}
          </p>
        )}
        {kind === 'family' && (
          <SelectField
            name="withWhom"
            label={t.attesting.withWhom}
            placeholder=""
            error={form.errors.withWhom}
            options={withWhoms.map((value) => ({ value, label: t.attested.withWhoms[value] }))}
          />
        )}
        {ways.length > 0 && (
          <SegmentedField
            key={kind}
            id="how"
            name="how"
            label={t.attesting.how}
            defaultValue={ways[0]}
            options={ways.map((value) => ({ value, label: t.attested.hows[value] }))}
          />
        )}
        <TextField
          name="on"
          type="date"
          label={t.attesting.on}
          min={firstDayFor(today)}
          max={today}
          error={form.errors.on}
        />
        <TextAreaField
          name="note"
          rows={2}
          maxLength={longestNote}
          label={t.attesting.note}
          hint={t.attesting.noteHint}
        />
      </SmallForm>
    </>
  )
}
