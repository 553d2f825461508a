import { useSuspenseQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useEffectEvent, useState } from 'react'
import { account, useAccount } from '#src/features/account/hooks.ts'
import { fieldNames, fields, sections } from '#src/features/biodata/index.ts'
import { statesFaith } from '#src/features/biodata/policy.ts'
import { ConsentBox, consentInput } from '#src/features/consents/components.ts'
import { consents, useConsents } from '#src/features/consents/hooks.ts'
import { consentVersion } from '#src/features/consents/policy.ts'
import { contactForInput } from '#src/features/contact-requests/components.ts'
import { contactsFor } from '#src/features/contact-requests/policy.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { sectionIcons } from '#src/features/profile/components.ts'
import type { OwnProfile } from '#src/features/profile/contract.ts'
import { ownBiodata } from '#src/features/profile/hooks.ts'
import { ownPortrait, unnamed } from '#src/features/users/policy.ts'
import { CallFailed, call } from '#src/platform/http/client.ts'
import type { InputOf } from '#src/platform/http/contract.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useNavigate } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { ArrowLeftIcon, ArrowRightIcon } from '#src/ui/art/icons.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { goToField } from '#src/ui/focus.ts'
import { TextField } from '#src/ui/forms/field.tsx'
import { ErrorSummary, useCheckedForm } from '#src/ui/forms/form.tsx'
import { NoScript } from '#src/ui/forms/form-card.tsx'
import { LeaveGuard } from '#src/ui/forms/leave-guard.tsx'
import { useHydrated } from '#src/ui/hydrated.ts'
import { Section } from '#src/ui/key-values.tsx'
import type { MemberPage } from '#src/ui/page-module.ts'
import { formatFailure } from '#src/ui/problems.tsx'
import { useSite } from '#src/ui/site.tsx'
import { save } from './contract.ts'
import { useDraft } from './draft.ts'
import { FormField, Publishing } from './fields.tsx'
import { PartState, Progress, useSteps } from './steps.tsx'
import {
  type Errors,
  givenIn,
  isAsked,
  places,
  progressOf,
  readComplaint,
  readForm,
  type TypedForm,
  typedIn,
  typedOf,
  withMiddles,
} from './typed-form.ts'
import { WishFields } from './wish-fields.tsx'

/** Of a part on a phone; without a script nothing leads to it. */
const notShown = 'other-part'

export const title: MemberPage['title'] = (t) => t.dashboard.editBiodata
export const queries: MemberPage['queries'] = () => [ownBiodata, consents]
export const dependentQueries: MemberPage['dependentQueries'] = (_address, cache) =>
  cache.getQueryData(ownBiodata.queryKey) ? [] : [account]

export default function EditPage() {
  const { data: saved } = useSuspenseQuery(ownBiodata)
  // What is saved is asked for again while the form is still on the screen.
  const [began] = useState(saved)
  return began ? <EditForm profile={began} /> : <FirstBiodata />
}

function FirstBiodata() {
  const { origin } = useSite()
  const { name, photoUrl = '', forWhom, gender } = useAccount()
  const isOwn = forWhom === 'myself'
  const isPhoto = photoUrl !== ownPortrait(origin)
  const known = {
    name: isOwn && name !== unnamed ? name : '',
    photoUrl: isOwn && isPhoto ? photoUrl : '',
    gender: gender ?? '',
  }
  return <EditForm known={known} />
}

function EditForm({ profile, known }: { profile?: OwnProfile; known?: Partial<TypedForm> }) {
  const t = useMemberTexts()
  const { contactDefault = 'checked' } = useSite()
  const navigate = useNavigate()
  const { email } = useMember()
  const [published] = useState(() => ({ ...typedOf(profile, t.format.digits), ...known }))
  const isHydrated = useHydrated()
  const saving = useAction((sent: InputOf<typeof save>) => call(save, sent), { refuse: () => true })
  const { missing } = useConsents()
  const askedOf = (typed: TypedForm) => missing.filter((what) => what !== 'faith' || statesFaith(typed))
  const typedFrom = (sent: Record<string, string>) => withMiddles(typedIn(sent), published)
  const [ticked, setTicked] = useState<Record<string, string>>({})
  /** In the order in which they stand on the page. */
  function errorsIn(typed: TypedForm, sent: Record<string, string>): Errors {
    const unticked = askedOf(typed).filter((what) => !sent[consentInput[what]])
    const consents = unticked.map((what) => [consentInput[what], t.consent.missing[what]])
    const errors: Errors = { ...readForm(typed, t).errors, ...Object.fromEntries(consents) }
    return Object.fromEntries(places.flatMap((place) => (errors[place] ? [[place, errors[place]]] : [])))
  }
  const form = useCheckedForm<Record<string, string>>(
    (sent) => errorsIn(typedFrom(sent), sent),
    (sent) => {
      const typed = typedFrom(sent)
      const asked = askedOf(typed)
      const chosen = contactsFor.find((choice) => choice === sent[contactForInput])
      const consent = asked.length > 0 ? { version: consentVersion, to: asked, contactFor: chosen } : undefined
      // What was emptied is sent as empty: what is not sent stays as it was.
      const full = Object.entries(readForm(typed, t).form!).map(([name, value]) => [name, value ?? ''])
      return publish({ ...Object.fromEntries(full), email, consent })
    },
    (sent) => {
      setTicked(sent)
      draft.keep(typedFrom(sent))
    },
  )
  const draft = useDraft(email, published, {
    // A consent is in no draft, so it is not given there either.
    progressIn: (typed) => progressOf(errorsIn(typed, {}), askedOf(typed)),
    onShown() {
      setTicked({})
      form.forgetErrors()
    },
  })
  const { typed, shown } = draft
  const asked = askedOf(typed)
  const filling = { typed, errors: errorsIn(typed, ticked), asked, said: form.errors }
  const { filled, needed } = progressOf(filling.errors, asked)
  const isFilled = progressOf(filling.errors, []).missing.length === 0
  const [began] = progressOf(readForm(shown.typed, t).errors ?? {}, []).missing
  const { part, before, after, goTo } = useSteps(began)
  /** A phone leads from part to part as long as something is missing; afterwards all can be saved from each. */
  const next = isFilled ? undefined : after

  /** What is wrong in a part is said before the next one; what is missing may come later. */
  function goToNextStep(sent: HTMLFormElement) {
    // The consent stands beside what it is for, and is not asked for again at the end.
    const early = part === 'more' ? [consentInput.faith] : []
    const wrong = form.checkEarly(sent, [...givenIn(typed, part), ...early])
    if (wrong) goToField(wrong)
    else goTo(next!)
  }

  // Where only one tick is missing the page goes to it: on a phone it stands far below the list of mistakes.
  const wrong = Object.entries(form.errors).flatMap(([name, text]) => (text ? [name] : []))
  const goToConsent = useEffectEvent(() => {
    if (wrong.join() === consentInput.publish) goTo(consentInput.publish)
  })
  useEffect(() => {
    if (form.attempt > 0) goToConsent()
  }, [form.attempt])

  async function publish(sent: InputOf<typeof save>) {
    try {
      const { modifiedCount } = await saving.mutateAsync(sent)
      if (modifiedCount === 0) return form.refuse({ save: t.biodata.notSaved })
      draft.forget()
      toast.success(t.biodata.saved)
      navigate(to.viewOwn)
    } catch (error) {
      const complaints = error instanceof CallFailed ? error.errors.map((one) => readComplaint(t, one)) : []
      if (complaints.length === 0) complaints.push({ text: formatFailure(t, error) })
      form.refuse(Object.fromEntries(complaints.map(({ name = 'save', text }) => [name, text])))
    }
  }

  return (
    <>
      <h1 className="text-title">{t.dashboard.editBiodata}</h1>
      <p className="mt-1 mb-5 text-ink-2">{t.biodata.editLead}</p>
      <form
        {...form.formProps}
        onSubmit={(event) => {
          // The button that leads on sends too, or the key of an iPhone would do nothing: it presses none that is not shown.
          if (document.getElementById('save')!.getClientRects().length > 0) return form.formProps.onSubmit(event)
          event.preventDefault()
          goToNextStep(event.currentTarget)
        }}
        // Browsers show the caret only: of a field of several lines the last would stay behind the bar below.
        onFocus={({ target }) => {
          if (target instanceof HTMLTextAreaElement) target.scrollIntoView({ block: 'nearest' })
        }}
        className="grid gap-4 edit-form"
      >
        <NoScript />
        <ErrorSummary form={form} goTo={goTo} />
        <LeaveGuard isActive={draft.isChanged} reason={t.biodata.leaveDraft} />
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
        <Progress filling={filling} shown={part} goTo={goTo} />
        {/* What is typed before the form is alive would be in no draft. */}
        <fieldset key={shown.version} disabled={!isHydrated} className="grid min-w-0 gap-4">
          {sections.map((section) => (
            <Section
              key={section}
              id={section}
              tabIndex={-1}
              className={section === part ? undefined : notShown}
              icon={sectionIcons[section]}
              title={t.biodata[section]}
              aside={<PartState filling={filling} part={section} />}
            >
              {section === 'more' && <p className="mt-1 text-ink-2">{t.biodata.moreLead}</p>}
              {section === 'expects' ? (
                <WishFields typed={shown.typed} now={typed} errors={form.errors} />
              ) : (
                <div className="mt-4 grid items-start edit-fields">
                  {section === 'contact' && (
                    <TextField
                      label={t.accounts.email}
                      hint={t.biodata.emailHint}
                      type="email"
                      value={email}
                      readOnly
                    />
                  )}
                  {fieldNames
                    .filter((name) => fields[name].section === section && isAsked(name, typed))
                    .map((name) => (
                      <Fragment key={name}>
                        <FormField name={name} typed={shown.typed} errors={form.errors} />
                        {name === 'practice' && asked.includes('faith') && (
                          <div className="edit-wide">
                            <ConsentBox what="faith" problem={form.errors[consentInput.faith]} />
                          </div>
                        )}
                      </Fragment>
                    ))}
                </div>
              )}
            </Section>
          ))}
          {asked.includes('publish') && (
            <div className={after && notShown}>
              <Publishing
                contactFor={profile?.contactFor ?? contactDefault}
                problem={form.errors[consentInput.publish]}
              />
            </div>
          )}
        </fieldset>
        <p className="flex flex-wrap justify-between gap-2 empty-hidden phone-only needs-script">
          {before && (
            <ButtonLink look="quiet" to={`#${before}`}>
              <ArrowLeftIcon /> {t.biodata.stepBack}
            </ButtonLink>
          )}
          {after && !next && (
            <ButtonLink look="quiet" to={`#${after}`} className="ml-auto">
              {t.biodata.stepNext(t.biodata[after])} <ArrowRightIcon />
            </ButtonLink>
          )}
        </p>
        <div className="save-bar">
          {next && (
            <Button
              type="submit"
              disabled={!isHydrated}
              className="w-full phone-only"
              // Pressed twice it would lead past a part that nobody has seen.
              onClick={(event) => event.detail > 1 && event.preventDefault()}
            >
              {t.biodata.stepNext(t.biodata[next])} <ArrowRightIcon />
            </Button>
          )}
          <Button
            id="save"
            type="submit"
            disabled={!isHydrated}
            busy={saving.isPending}
            className={next ? 'phone-hidden' : 'save-button'}
          >
            {t.biodata.save}
          </Button>
          <p className="flex flex-1 flex-wrap justify-between gap-x-4 text-sm text-ink-2">
            <span>{t.nav.filled(filled, needed)}</span>
            {draft.isChanged && draft.savedAt && <span>{t.biodata.draftSaved(t.format.time(draft.savedAt))}</span>}
          </p>
        </div>
      </form>
    </>
  )
}
