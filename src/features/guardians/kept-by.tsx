import { useSuspenseQuery } from '@tanstack/react-query'
import { useMember } from '#src/features/identity/hooks.ts'
import { sayKeptBy } from '#src/features/users/contract.ts'
import { relations } from '#src/features/users/policy.ts'
import { call } from '#src/platform/http/client.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { HouseIcon } from '#src/ui/art/member-icons.ts'
import { SelectField } from '#src/ui/forms/field.tsx'
import { SmallForm, useCheckedForm } from '#src/ui/forms/form.tsx'
import { Section } from '#src/ui/key-values.tsx'
import { keeper } from './hooks.ts'

const choices = ['myself', ...relations] as const

/** A relative may have written the biodata from the start (REQUIREMENTS U6). */
export function KeptBy() {
  const t = useMemberTexts()
  const { email } = useMember()
  const { data } = useSuspenseQuery(keeper)
  const save = useAction((keptBy: (typeof choices)[number]) => call(sayKeptBy, { email, keptBy }), {
    toastText: t.kept.keptBySaved,
  })
  const form = useCheckedForm<{ keptBy: string }>(
    () => ({}),
    (typed) => save.mutate(choices.find((one) => one === typed.keptBy)!),
  )
  return (
    <Section icon={HouseIcon} title={t.kept.keptBy}>
      <SmallForm isInSection form={form} submit={t.guardians.save} busy={save.isPending}>
        <SelectField
          label={t.kept.keptBy}
          hint={t.kept.keptByHint}
          name="keptBy"
          defaultValue={data.keptBy}
          options={choices.map((value) => ({
            value,
            label: value === 'myself' ? t.kept.keptByOptions.myself : t.guardians.relations[value],
          }))}
        />
      </SmallForm>
    </Section>
  )
}
