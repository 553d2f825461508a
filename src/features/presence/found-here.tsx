import { useState } from 'react'
import { numberIn } from '#src/features/search/contract.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { RingsIcon } from '#src/ui/art/icons.ts'
import { focusHeading } from '#src/ui/focus.ts'
import { SegmentedField, TextField } from '#src/ui/forms/field.tsx'
import { SmallForm, useCheckedForm } from '#src/ui/forms/form.tsx'
import { Section } from '#src/ui/key-values.tsx'
import { useSite } from '#src/ui/site.tsx'
import { changePresence } from './contract.ts'
import { type OwnPresence, useStep } from './hooks.ts'
import { type FoundHere, foundHere } from './policy.ts'

type Typed = { foundHere?: string; bioDataId?: string }
type Fields = Record<keyof Typed, string>

/** Asked of the married, who may leave it or correct it as long as they are. */
export function FoundHereSection({ own: { marriage } }: { own: OwnPresence }) {
  const t = useMemberTexts()
  const { brand } = useSite()
  const [chosen, setChosen] = useState(marriage?.foundHere)
  const say = useStep(changePresence, t.privacy.foundHereSaved, {
    onDone: focusHeading,
    refuse(code) {
      const text = (t.privacy.partnerProblems as Partial<Record<string, string>>)[code]
      if (text) form.refuse({ bioDataId: text })
      return text !== undefined
    },
  })
  const form = useCheckedForm<Fields>(
    (typed: Typed) => ({
      foundHere: typed.foundHere ? undefined : t.privacy.foundHereMissing,
      bioDataId: typed.bioDataId?.trim() && !numberIn(typed.bioDataId) ? t.privacy.partnerProblems.unread : undefined,
    }),
    (typed: Typed) =>
      say.mutate({
        presence: 'married',
        foundHere: typed.foundHere as FoundHere,
        bioDataId: typed.bioDataId ? numberIn(typed.bioDataId) : undefined,
      }),
    (typed) => setChosen(typed.foundHere as FoundHere),
  )
  const number = marriage?.bioDataId
  return (
    <Section icon={RingsIcon} title={t.privacy.yourMarriage}>
      <p className="mt-2 text-ink-2">{t.privacy.foundHereHint}</p>
      <SmallForm form={form} submit={t.privacy.foundHereSave} busy={say.isPending} isInSection>
        <SegmentedField
          isList
          id="foundHere"
          name="foundHere"
          label={t.privacy.foundHere}
          defaultValue={marriage?.foundHere}
          error={form.errors.foundHere}
          options={foundHere.map((value) => ({ value, label: t.privacy.foundHereAnswers[value] }))}
        />
        {chosen === 'yes' && (
          <TextField
            id="bioDataId"
            name="bioDataId"
            autoComplete="off"
            label={t.privacy.partnerNumber}
            hint={t.privacy.partnerNumberHint(`${brand.idPrefix}83`)}
            defaultValue={number ? brand.idPrefix + number : undefined}
            error={form.errors.bioDataId}
          />
        )}
      </SmallForm>
    </Section>
  )
}
