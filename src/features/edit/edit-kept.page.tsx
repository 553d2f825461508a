import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { fields, sections } from '#src/features/biodata/index.ts'
import { wards } from '#src/features/guardians/hooks.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { sectionIcons } from '#src/features/profile/components.ts'
import { CallFailed, call, query } from '#src/platform/http/client.ts'
import type { InputOf } from '#src/platform/http/contract.ts'
import { nameFor } from '#src/platform/name-spellings.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useNavigate } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { Button } from '#src/ui/button.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { ErrorSummary, useCheckedForm } from '#src/ui/forms/form.tsx'
import { NoScript } from '#src/ui/forms/form-card.tsx'
import { LeaveGuard } from '#src/ui/forms/leave-guard.tsx'
import { useHydrated } from '#src/ui/hydrated.ts'
import { Section } from '#src/ui/key-values.tsx'
import type { Address, MemberPage } from '#src/ui/page-module.ts'
import { formatFailure } from '#src/ui/problems.tsx'
import { keptFields, keptInput, saveKept, viewKept } from './contract.ts'
import { FormField } from './fields.tsx'
import { isAsked, readComplaint, readForm, typedIn, typedOf } from './typed-form.ts'

export const parse = ({ params }: Pick<Address, 'params'>) => ({ id: params.id! })
type Props = ReturnType<typeof parse>
const keptOf = (id: string) => query(viewKept, { id })

export const title: MemberPage<Props>['title'] = (t) => t.dashboard.editBiodata
export const queries: MemberPage<Props>['queries'] = ({ id }) => [keptOf(id), wards]

const Kept = z.object(keptInput) as unknown as Parameters<typeof readForm>[2]

/** The biodata of a ward, as far as a guardian may edit it (REQUIREMENTS U2). Without a draft: it is not their own. */
export default function EditKeptPage({ id }: Props) {
  const t = useMemberTexts()
  const { email } = useMember()
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const { data: saved } = useSuspenseQuery(keptOf(id))
  const { data: list } = useSuspenseQuery(wards)
  const ward = list.find((one) => one.id === id)
  const name = ward ? nameFor(t, ward) : saved.name
  const [begun] = useState(() => typedOf(saved as never, t.format.digits))
  const [typed, setTyped] = useState(begun)
  const saving = useAction((sent: InputOf<typeof saveKept>) => call(saveKept, sent), { refuse: () => true })
  const form = useCheckedForm<Record<string, string>>(
    (sent) => ({ ...readForm(typedIn(sent), t, Kept).errors }),
    (sent) => !saving.isPending && save(sent),
    (sent) => setTyped(typedIn(sent)),
  )
  async function save(sent: Record<string, string>) {
    const read = readForm(typedIn(sent), t, Kept).form!
    // What was emptied is sent as empty: what is not sent stays as it was.
    const full = Object.fromEntries(Object.entries(read).map(([input, value]) => [input, value ?? '']))
    try {
      await saving.mutateAsync({ ...full, email, id } as InputOf<typeof saveKept>)
      setTyped(begun)
      toast.success(t.kept.editSaved)
      navigate(to.kept(id))
    } catch (error) {
      const complaints = error instanceof CallFailed ? error.errors.map((one) => readComplaint(t, one)) : []
      if (complaints.length === 0) complaints.push({ text: formatFailure(t, error) })
      form.refuse(Object.fromEntries(complaints.map(({ name: place = 'save', text }) => [place, text])))
    }
  }
  return (
    <>
      <h1 tabIndex={-1} className="text-title wrap-anywhere">
        {t.kept.editTitle(name)}
      </h1>
      <p className="mt-1 mb-5 text-ink-2">{t.kept.editLead(name)}</p>
      <form {...form.formProps} className="grid gap-4">
        <NoScript />
        <ErrorSummary form={form} />
        <LeaveGuard isActive={JSON.stringify(typed) !== JSON.stringify(begun)} reason={t.kept.editLeave} />
        <fieldset disabled={!isHydrated} className="grid min-w-0 gap-4">
          {sections.map((section) => {
            const names = keptFields.filter((one) => fields[one].section === section && isAsked(one, typed))
            if (names.length === 0) return null
            return (
              <Section key={section} icon={sectionIcons[section]} title={t.biodata[section]}>
                <div className="mt-4 grid items-start edit-fields">
                  {names.map((one) => (
                    <FormField key={one} name={one} typed={begun} errors={form.errors} />
                  ))}
                </div>
              </Section>
            )
          })}
        </fieldset>
        <Button id="save" type="submit" className="justify-self-start" disabled={!isHydrated} busy={saving.isPending}>
          {t.kept.editSave}
        </Button>
      </form>
    </>
  )
}
