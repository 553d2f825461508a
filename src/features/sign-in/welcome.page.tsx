import { useState } from 'react'
import { useProgress } from '#src/features/biodata/hooks.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { type ForWhom, forWhom, genderFor, keepersFor, sayForWhom } from '#src/features/users/contract.ts'
import type { Relation } from '#src/features/users/policy.ts'
import { call } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useNavigate } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { CheckIcon } from '#src/ui/art/icons.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { SegmentedField } from '#src/ui/forms/field.tsx'
import { SmallForm, useCheckedForm } from '#src/ui/forms/form.tsx'
import { NoScript } from '#src/ui/forms/form-card.tsx'
import type { MemberPage } from '#src/ui/page-module.ts'

export const title: MemberPage['title'] = (t) => t.welcome.title

type Answer = { forWhom: string; gender: string; keptBy: string }

/** One question after registering: its answer begins the form of the biodata (REQUIREMENTS A10). */
export default function WelcomePage() {
  const t = useMemberTexts()
  const navigate = useNavigate()
  const { email } = useMember()
  const { needed } = useProgress()
  const [answer, setAnswer] = useState<Partial<Answer>>({})
  const whom = forWhom.find((one) => one === answer.forWhom)
  const isGenderAsked = whom !== undefined && genderFor[whom] === undefined
  const gender = genderOf(answer)
  const say = useAction(
    (said: { forWhom: ForWhom; gender: 'Male' | 'Female'; keptBy?: Relation | undefined }) =>
      call(sayForWhom, { ...said, email }),
    { onDone: () => navigate(to.edit) },
  )
  const form = useCheckedForm<Answer>(
    (typed) => ({
      forWhom: typed.forWhom ? undefined : t.welcome.missing.forWhom,
      gender: !typed.forWhom || genderOf(typed) ? undefined : t.welcome.missing.gender,
    }),
    (typed) => say.mutate({ forWhom: typed.forWhom as ForWhom, gender: genderOf(typed)!, keptBy: keeperOf(typed) }),
    setAnswer,
  )
  const start = whom === 'myself' ? t.welcome.start.own : t.welcome.start[gender ?? 'other']
  return (
    <div className="wrap welcome">
      <div className="grid gap-4.5 panel p-5">
        <h1 className="text-title">{t.welcome.title}</h1>
        <NoScript />
        <SmallForm form={form} submit={start} busy={say.isPending}>
          <SegmentedField
            label={t.welcome.title}
            id="forWhom"
            name="forWhom"
            className="for-whom"
            isList
            error={form.errors.forWhom}
            options={forWhom.map((value) => ({ value, label: t.welcome.forWhom[value] }))}
          />
          {/* One takes the place of the other, so that the button stays where it is. */}
          <div className="welcome-middle">
            <div className={classNames('grid content-start gap-2', whom && 'answered')}>
              <h2 className="text-h3">{t.welcome.next}</h2>
              <ul className="grid gap-2">
                {t.welcome.steps(needed).map((step) => (
                  <li key={step} className="flex gap-3">
                    <CheckIcon className="mt-1 size-5 shrink-0 text-ok" />
                    {step}
                  </li>
                ))}
              </ul>
            </div>
            <div className="grid grid-cols-1 content-start gap-4.5">
              {isGenderAsked && (
                <SegmentedField
                  label={t.card.gender}
                  id="gender"
                  name="gender"
                  error={form.errors.gender}
                  options={(['Female', 'Male'] as const).map((value) => ({ value, label: t.options.gender[value] }))}
                />
              )}
              {whom && keepersFor[whom].length > 0 && (
                <SegmentedField
                  key={whom}
                  label={t.welcome.keptBy}
                  hint={t.welcome.keptByHint}
                  id="keptBy"
                  name="keptBy"
                  options={keepersFor[whom].map((value) => ({ value, label: t.guardians.relations[value] }))}
                />
              )}
              <div role="status" className="empty-hidden">
                {gender && (
                  <Notice>
                    <b>{t.welcome.lookFor[gender]}</b> {whom === 'myself' ? t.welcome.own : t.welcome.theirs[gender]}
                  </Notice>
                )}
              </div>
            </div>
          </div>
        </SmallForm>
        <ButtonLink to={to.home} look="quiet" className="justify-self-start">
          {t.welcome.look}
        </ButtonLink>
      </div>
    </div>
  )
}

/** As the answer says it, or as it was chosen beside it. */
function genderOf({ forWhom: whom, gender }: Partial<Answer>) {
  const said = forWhom.find((one) => one === whom)
  if (!said) return undefined
  return genderFor[said] ?? (gender === 'Female' || gender === 'Male' ? gender : undefined)
}

/** Not asked for: it would be one more press on the way to the form. */
const keeperOf = ({ forWhom: whom, keptBy }: Partial<Answer>) =>
  keepersFor[forWhom.find((one) => one === whom) ?? 'myself'].find((one) => one === keptBy)
