import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Control, Controller, type FieldErrors, type Resolver, useForm, useWatch } from 'react-hook-form'
import { useMember } from '#src/accounts/hooks.ts'
import type { PageModule } from '#src/pages.ts'
import { to } from '#src/platform/addresses.ts'
import { CallFailed } from '#src/platform/http/client.ts'
import { type AllTexts, useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { useNavigate } from '#src/platform/routing.tsx'
import { sayFailure } from '#src/problems.tsx'
import { Button } from '#src/ui/button.tsx'
import { ErrorSummary } from '#src/ui/error-summary.tsx'
import { DateField, PairField, SegmentedField, Select, SelectField, TextField } from '#src/ui/field.tsx'
import { useHydrated } from '#src/ui/hydrated.ts'
import { DocumentIcon, HouseIcon, PersonIcon, PhoneIcon, RingsIcon } from '#src/ui/icons.tsx'
import { Section } from '#src/ui/key-values.tsx'
import { LeaveGuard } from '#src/ui/leave-guard.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { toast } from '#src/ui/toast.tsx'
import { divisions, genders, occupations, skinColors } from './contract.ts'
import { useDraft } from './draft.ts'
import { ownBiodata, useSaveBiodata } from './hooks.ts'
import { weights } from './policy.ts'
import type { BiodataForm } from './profile-contract.ts'
import { type FieldName, fieldOrder, filledIn, readComplaint, readForm, type TypedForm, typedOf } from './typed-form.ts'

export const title: PageModule['title'] = (t) => t.biodata.editTitle
export const questions: PageModule['questions'] = () => [ownBiodata]

const labelled = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }))
const numbers = (least: number, most: number, label: (n: number) => string) =>
  Array.from({ length: most - least + 1 }, (_, place) => ({ value: `${least + place}`, label: label(least + place) }))

const resolverOf =
  (t: AllTexts): Resolver<TypedForm, unknown, BiodataForm> =>
  (typed) => {
    const { form, errors } = readForm(typed, t)
    if (form) return { values: form, errors: {} }
    const messages = Object.entries(errors).map(([name, message]) => [name, { type: 'rule', message }])
    return { values: {}, errors: Object.fromEntries(messages) as FieldErrors<TypedForm> }
  }

export default function EditPage() {
  const t = useMemberTexts()
  const navigate = useNavigate()
  const { email } = useMember()
  const { data: saved } = useSuspenseQuery(ownBiodata)
  const [defaults] = useState(() => typedOf(saved, t.format.digits))
  const isHydrated = useHydrated()
  const save = useSaveBiodata()
  const form = useForm<TypedForm, unknown, BiodataForm>({
    defaultValues: defaults,
    resolver: resolverOf(t),
    // The summary of errors takes the focus.
    shouldFocusError: false,
  })
  const { errors, isDirty, isSubmitting, submitCount } = form.formState
  const draft = useDraft(email, form)

  const publish = form.handleSubmit(async (biodata) => {
    try {
      await save.mutateAsync(biodata)
      draft.forget()
      toast.success(t.biodata.saved)
      navigate(to.viewOwn)
    } catch (error) {
      const complaints = error instanceof CallFailed ? error.errors : []
      for (const complaint of complaints) {
        const { name = 'root', text } = readComplaint(t, complaint)
        form.setError(name, { type: 'server', message: text })
      }
      if (complaints.length === 0) form.setError('root', { type: 'server', message: sayFailure(t, error) })
    }
  })

  const field = (name: Exclude<FieldName, 'birth'>) => ({
    id: name,
    error: errors[name]?.message,
    defaultValue: defaults[name],
    ...form.register(name),
  })
  const choice = { placeholder: t.options.choose }
  const weightOptions = weights.map((kg) => ({ value: `${kg}kg`, label: t.options.kg(kg) }))
  const height = (label: string, feet: 'feet' | 'partnerFeet', inch: 'inch' | 'partnerInch') => {
    const { error: feetError, ...feetField } = field(feet)
    const { error: inchError, ...inchField } = field(inch)
    return (
      <PairField label={label} error={feetError ?? inchError}>
        <Select
          {...feetField}
          aria-label={t.biodata.feet}
          placeholder={t.biodata.feet}
          options={numbers(3, 11, t.options.feet)}
        />
        <Select
          {...inchField}
          aria-label={t.biodata.inch}
          placeholder={t.biodata.inch}
          options={numbers(1, 12, t.options.inch)}
        />
      </PairField>
    )
  }
  const summary = [
    ...fieldOrder.flatMap((name) => ({ fieldId: name, text: errors[name]?.message ?? '' })),
    { fieldId: 'save', text: errors.root?.message ?? '' },
  ].filter(({ text }) => text)

  return (
    <>
      <h1 className="text-title">{t.biodata.editTitle}</h1>
      <p className="mt-1 mb-5 text-ink-2">{t.biodata.editLead}</p>
      {/* Sticky bars must not hide what has the focus: the margins keep fields clear of the one at the bottom. */}
      <form
        noValidate
        method="post"
        onSubmit={publish}
        className="grid gap-4 [&_.field]:scroll-mt-21 [&_.input]:scroll-mb-28"
      >
        <ErrorSummary title={t.common.thereIsAProblem} errors={summary} attempt={submitCount} />
        <LeaveGuard isActive={isDirty} reason={t.biodata.leaveDraft} />
        {draft.restoredFrom && (
          <Notice
            action={
              <Button look="quiet" small onClick={draft.discard}>
                {t.biodata.discardDraft}
              </Button>
            }
          >
            {t.biodata.draftRestored(draft.restoredFrom)}
          </Notice>
        )}
        {/* What is typed before the form is alive would be in no draft. */}
        <fieldset disabled={!isHydrated} className="contents">
          <Section icon={DocumentIcon} title={t.biodata.general}>
            <Fields>
              <SegmentedField
                {...field('gender')}
                label={t.biodata.gender}
                options={labelled(genders, t.options.gender)}
              />
              <Controller
                control={form.control}
                name="birth"
                render={({ field: { value, onChange, onBlur } }) => (
                  <DateField
                    id="birth"
                    label={t.biodata.dateOfBirth}
                    hint={t.biodata.dateHint}
                    error={errors.birth?.message}
                    labels={t.biodata}
                    autoComplete="bday"
                    value={value}
                    onChange={onChange}
                    onBlur={onBlur}
                  />
                )}
              />
              {height(t.biodata.height, 'feet', 'inch')}
              <SelectField
                {...field('skinColor')}
                {...choice}
                label={t.biodata.skinColor}
                options={labelled(skinColors, t.options.skinColor)}
              />
              <SelectField {...field('weight')} {...choice} label={t.biodata.weight} options={weightOptions} />
              <SelectField
                {...field('division')}
                {...choice}
                label={t.biodata.permanentAddress}
                options={labelled(divisions, t.options.division)}
              />
              <SelectField
                {...field('presentDivision')}
                {...choice}
                label={t.biodata.presentAddress}
                options={labelled(divisions, t.options.division)}
              />
            </Fields>
          </Section>
          <Section icon={PersonIcon} title={t.biodata.about}>
            <Fields>
              <TextField {...field('name')} label={t.biodata.name} autoComplete="name" />
              <SelectField
                {...field('occupation')}
                {...choice}
                label={t.biodata.occupation}
                options={labelled(occupations, t.options.occupation)}
              />
            </Fields>
          </Section>
          <Section icon={HouseIcon} title={t.biodata.family}>
            <Fields>
              <TextField {...field('fatherName')} label={t.biodata.fatherName} />
              <TextField {...field('motherName')} label={t.biodata.motherName} />
            </Fields>
          </Section>
          <Section icon={RingsIcon} title={t.biodata.expects}>
            <Fields>
              <TextField {...field('partnerAge')} label={t.biodata.partnerAge} inputMode="numeric" />
              {height(t.biodata.partnerHeight, 'partnerFeet', 'partnerInch')}
              <SelectField
                {...field('partnerWeight')}
                {...choice}
                label={t.biodata.partnerWeight}
                options={weightOptions}
              />
            </Fields>
          </Section>
          <Section icon={PhoneIcon} title={t.biodata.contact}>
            <Fields>
              <TextField label={t.biodata.email} hint={t.biodata.emailHint} type="email" value={email} readOnly />
              <TextField
                {...field('phone')}
                label={t.biodata.phone}
                hint={t.biodata.phoneHint}
                type="tel"
                autoComplete="tel"
              />
              <TextField
                {...field('photoUrl')}
                label={t.biodata.photoUrl}
                hint={t.biodata.photoHint}
                type="url"
                inputMode="url"
              />
            </Fields>
          </Section>
        </fieldset>
        <div className="bottom-bar sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-page px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:static sm:mx-0 sm:border-0 sm:px-0">
          <Button id="save" type="submit" disabled={!isHydrated} busy={isSubmitting} className="max-sm:w-full">
            {t.biodata.save}
          </Button>
          <p className="flex flex-1 flex-wrap justify-between gap-x-4 text-sm text-ink-2">
            <Filled control={form.control} defaults={defaults} />
            {isDirty && draft.savedAt && <span>{t.biodata.draftSaved(draft.savedAt)}</span>}
          </p>
        </div>
      </form>
    </>
  )
}

/** How far one has come; it alone is drawn again at every key. */
function Filled({ control, defaults }: { control: Control<TypedForm, unknown, BiodataForm>; defaults: TypedForm }) {
  const t = useMemberTexts()
  const typed = { ...defaults, ...useWatch({ control }) } as TypedForm
  return <span>{t.biodata.filled(filledIn(typed), fieldOrder.length)}</span>
}

const Fields = ({ children }: { children: ReactNode }) => (
  <div className="mt-4 grid items-start gap-x-5 gap-y-4.5 sm:grid-cols-2">{children}</div>
)
