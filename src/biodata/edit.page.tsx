import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Control, Controller, type FieldErrors, type Resolver, useForm, useWatch } from 'react-hook-form'
import { ownAccount } from '#src/account/contract.ts'
import { to } from '#src/platform/addresses.ts'
import { CallFailed } from '#src/platform/http/client.ts'
import { query } from '#src/platform/http/query.ts'
import { type AllTexts, useMemberTexts } from '#src/platform/i18n/texts.tsx'
import type { PageModule } from '#src/platform/page-module.ts'
import { useNavigate } from '#src/platform/routing.tsx'
import { useSite } from '#src/platform/site.tsx'
import { useMember } from '#src/sign-in/hooks.ts'
import { Button } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { ErrorSummary } from '#src/ui/error-summary.tsx'
import { DateField, PairField, SegmentedField, Select, SelectField, TextField } from '#src/ui/field.tsx'
import { goToField } from '#src/ui/focus.ts'
import { useHydrated } from '#src/ui/hydrated.ts'
import { CheckIcon, DocumentIcon, HouseIcon, type Icon, PersonIcon, PhoneIcon, RingsIcon } from '#src/ui/icons.ts'
import { Section } from '#src/ui/key-values.tsx'
import { LeaveGuard } from '#src/ui/leave-guard.tsx'
import { NoScript } from '#src/ui/no-script.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { sayFailure } from '#src/ui/problems.tsx'
import { toast } from '#src/ui/toast.tsx'
import { ownPortrait } from '#src/users/policy.ts'
import { divisions, genders, occupations, skinColors } from './contract.ts'
import { useDraft } from './draft.ts'
import { ownBiodata, useSaveBiodata } from './hooks.ts'
import { weights } from './policy.ts'
import type { BiodataForm } from './profile-contract.ts'
import {
  type FieldName,
  fieldOrder,
  type Part,
  partNames,
  parts,
  progressOf,
  readComplaint,
  readForm,
  type TypedForm,
  typedOf,
} from './typed-form.ts'

const account = query(ownAccount, {})

export const title: PageModule['title'] = (t) => t.biodata.editTitle
export const queries: PageModule['queries'] = () => [ownBiodata]
export const dependentQueries: PageModule['dependentQueries'] = (_address, cache) =>
  cache.getQueryData(ownBiodata.queryKey) ? [] : [account]

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
  const { data: saved } = useSuspenseQuery(ownBiodata)
  // What is saved is asked for again while the form is still on the screen.
  const [began] = useState(saved)
  return began ? <EditForm defaults={typedOf(began, t.format.digits)} /> : <FirstBiodata />
}

/** Begins with what was typed at the registration. */
function FirstBiodata() {
  const t = useMemberTexts()
  const { origin } = useSite()
  const { name, photoUrl = '' } = useSuspenseQuery(account).data
  const isPhoto = photoUrl !== ownPortrait(origin)
  return <EditForm defaults={{ ...typedOf(null, t.format.digits), name, photoUrl: isPhoto ? photoUrl : '' }} />
}

function EditForm({ defaults: given }: { defaults: TypedForm }) {
  const t = useMemberTexts()
  const navigate = useNavigate()
  const { email } = useMember()
  const [defaults] = useState(given)
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
      const { modifiedCount } = await save.mutateAsync(biodata)
      if (modifiedCount === 0) return form.setError('root', { type: 'server', message: t.biodata.notSaved })
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
  const height = (label: string, feet: 'feet' | 'partnerFeet', inch: 'inch' | 'partnerInch', hint?: string) => {
    const { error: feetError, ...feetField } = field(feet)
    const { error: inchError, ...inchField } = field(inch)
    return (
      <PairField label={label} hint={hint} error={feetError ?? inchError}>
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

  const watched = { control: form.control, defaults }
  const section = (part: Part) => ({
    icon: partIcons[part],
    title: t.biodata[part],
    aside: <PartState {...watched} part={part} />,
  })

  return (
    <>
      <h1 className="text-title">{t.biodata.editTitle}</h1>
      <p className="mt-1 mb-5 text-ink-2">{t.biodata.editLead}</p>
      <form noValidate method="post" onSubmit={publish} className="grid gap-4 [&_.field]:scroll-mt-21">
        <NoScript />
        <ErrorSummary title={t.common.thereIsAProblem} errors={summary} attempt={submitCount} />
        <LeaveGuard isActive={isDirty} reason={t.biodata.leaveDraft} />
        {draft.restored && (
          <Notice
            action={
              <Button look="quiet" small onClick={draft.discard}>
                {t.biodata.discardDraft}
              </Button>
            }
          >
            {draft.restored}
          </Notice>
        )}
        <Progress {...watched} />
        {/* What is typed before the form is alive would be in no draft. */}
        <fieldset disabled={!isHydrated} className="grid min-w-0 gap-4">
          <Section {...section('general')}>
            <Fields>
              <SegmentedField
                {...field('gender')}
                className="sm:col-span-2"
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
              {height(t.biodata.height, 'feet', 'inch', t.biodata.heightHint)}
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
          <Section {...section('about')}>
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
          <Section {...section('family')}>
            <Fields>
              <TextField {...field('fatherName')} label={t.biodata.fatherName} />
              <TextField {...field('motherName')} label={t.biodata.motherName} />
            </Fields>
          </Section>
          <Section {...section('expects')}>
            <Fields className="xl:grid-cols-3">
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
          <Section {...section('contact')}>
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
                className="sm:col-span-2"
                label={t.biodata.photoUrl}
                hint={t.biodata.photoHint}
                type="url"
                inputMode="url"
              />
            </Fields>
          </Section>
        </fieldset>
        <div className="save-bar sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:mx-0 sm:rounded-t-card sm:border-x sm:px-5 sm:shadow-e2">
          <Button id="save" type="submit" disabled={!isHydrated} busy={isSubmitting} className="max-sm:w-full">
            {t.biodata.save}
          </Button>
          <p className="flex flex-1 flex-wrap justify-between gap-x-4 text-sm text-ink-2">
            <Filled {...watched} />
            {isDirty && draft.savedAt && <span>{t.biodata.draftSaved(draft.savedAt)}</span>}
          </p>
        </div>
      </form>
    </>
  )
}

const partIcons: Record<Part, Icon> = {
  general: DocumentIcon,
  about: PersonIcon,
  family: HouseIcon,
  expects: RingsIcon,
  contact: PhoneIcon,
}

/** How far one has come is watched by small parts: they alone are drawn again at every key. */
interface Watched {
  control: Control<TypedForm, unknown, BiodataForm>
  defaults: TypedForm
}

function useProgress({ control, defaults }: Watched, names?: readonly FieldName[]) {
  return progressOf({ ...defaults, ...useWatch({ control }) } as TypedForm, names)
}

function Filled(watched: Watched) {
  const t = useMemberTexts()
  const { filled, needed } = useProgress(watched)
  return <span>{t.biodata.filled(filled, needed)}</span>
}

/** Where something is missing still, and the way there. */
function Progress(watched: Watched) {
  const t = useMemberTexts()
  const { missing, filled, needed } = useProgress(watched)
  return (
    <nav
      aria-label={t.biodata.parts}
      className={classNames('section grid gap-3', filled === needed && 'max-sm:hidden')}
    >
      <span aria-hidden="true" className="progress">
        <span style={{ width: `${(100 * filled) / needed}%` }} />
      </span>
      <ol className="flex flex-wrap gap-2">
        {partNames.map((part) => (
          <PartLink key={part} {...watched} part={part} isNext={parts[part].some((name) => name === missing[0])} />
        ))}
      </ol>
    </nav>
  )
}

function PartLink({ part, isNext, ...watched }: Watched & { part: Part; isNext: boolean }) {
  const t = useMemberTexts()
  const { missing, filled, needed } = useProgress(watched, parts[part])
  const field = missing[0] ?? parts[part][0]
  // A phone has room for what comes next only.
  return (
    <li className={isNext ? undefined : 'max-sm:hidden'}>
      <a
        href={`#${field}`}
        className="inline-flex min-h-11 items-center gap-2 rounded-full border-[1.5px] border-line px-3.5 text-md font-medium"
        onClick={(event) => {
          if (goToField(field)) event.preventDefault()
        }}
      >
        {t.biodata[part]}
        {missing.length === 0 ? (
          <span className="text-ok">
            <CheckIcon />
            <span className="sr-only">{t.biodata.partDone}</span>
          </span>
        ) : (
          <span className="text-ink-2">{t.biodata.partFilled(filled, needed)}</span>
        )}
      </a>
    </li>
  )
}

function PartState({ part, ...watched }: Watched & { part: Part }) {
  const t = useMemberTexts()
  const { missing, filled, needed } = useProgress(watched, parts[part])
  return missing.length === 0 ? (
    <Pill tone="ok" className="max-sm:hidden">
      <CheckIcon /> {t.biodata.partDone}
    </Pill>
  ) : (
    <Pill>{t.biodata.partFilled(filled, needed)}</Pill>
  )
}

const Fields = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div className={classNames('mt-4 grid items-start gap-x-5 gap-y-4.5 sm:grid-cols-2', className)}>{children}</div>
)
