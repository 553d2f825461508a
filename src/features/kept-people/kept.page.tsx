import { useSuspenseQuery } from '@tanstack/react-query'
import { AskedOfWard } from '#src/features/family-answers/components.ts'
import { RightsList } from '#src/features/guardians/components.ts'
import { changePhone, leaveWard, type Ward } from '#src/features/guardians/contract.ts'
import { wards } from '#src/features/guardians/hooks.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { confirmKept } from '#src/features/presence/contract.ts'
import { inBangladesh } from '#src/platform/clock.ts'
import { call } from '#src/platform/http/client.ts'
import { nameFor } from '#src/platform/name-spellings.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { parsePhone } from '#src/platform/schemas/phone.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { Portrait } from '#src/ui/art/art.tsx'
import { PeopleIcon, PhoneIcon, ShieldIcon } from '#src/ui/art/member-icons.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { AskingButton } from '#src/ui/dialogs/dialog.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { focusHeading } from '#src/ui/focus.ts'
import { TextField } from '#src/ui/forms/field.tsx'
import { SmallForm, useCheckedForm } from '#src/ui/forms/form.tsx'
import { NoScript } from '#src/ui/forms/form-card.tsx'
import { Section } from '#src/ui/key-values.tsx'
import type { Address, MemberPage } from '#src/ui/page-module.ts'
import { useSite } from '#src/ui/site.tsx'

export const parse = ({ search }: Pick<Address, 'search'>) => ({ of: search.get('of') })
type Props = ReturnType<typeof parse>
export const title: MemberPage<Props>['title'] = (t) => t.kept.nav
export const queries: MemberPage<Props>['queries'] = () => [wards]

/** What a guardian sees of each ward. Nothing of one is on the tab of another (REQUIREMENTS U5). */
export default function KeptPage({ of }: Props) {
  const t = useMemberTexts()
  const { data: list } = useSuspenseQuery(wards)
  const ward = list.find(({ id }) => id === of) ?? list[0]
  if (!ward)
    return (
      <>
        <h1 tabIndex={-1} className="mb-5 text-title">
          {t.kept.nav}
        </h1>
        <Empty icon={PeopleIcon} title={t.kept.none}>
          {t.kept.noneHint}
        </Empty>
      </>
    )
  return (
    <>
      {list.length > 1 && <Tabs list={list} shown={ward} />}
      <Heading ward={ward} isOneOfMany={list.length > 1} />
      {/* What was typed for one is not for another. */}
      <div key={ward.id} className="grid gap-4">
        <NoScript />
        <AskedOfWard ward={ward} />
        <Rights ward={ward} />
        <Phone ward={ward} />
      </div>
    </>
  )
}

function Tabs({ list, shown }: { list: readonly Ward[]; shown: Ward }) {
  const t = useMemberTexts()
  const { brand } = useSite()
  return (
    <nav aria-label={t.kept.tabs} className="kept-tabs">
      {list.map((ward) => (
        <Link
          key={ward.id}
          to={to.kept(ward.id)}
          replace
          aria-current={ward === shown ? 'page' : undefined}
          className="nav-link"
        >
          <Portrait of={ward} className="kept-portrait" />
          <span className="min-w-0">
            <span className="block font-semibold wrap-anywhere">{nameFor(t, ward)}</span>
            {brand.idPrefix + ward.number}
          </span>
        </Link>
      ))}
    </nav>
  )
}

function Heading({ ward, isOneOfMany }: { ward: Ward; isOneOfMany: boolean }) {
  const t = useMemberTexts()
  const { brand } = useSite()
  const { wardId, id, number, since, gender, mayEdit, mayConfirm, isPublished, isToConfirm } = ward
  const day = t.format.date(inBangladesh(since).day)
  return (
    <div className="mb-5">
      <h1 tabIndex={-1} className="text-title wrap-anywhere">
        {t.kept.title(nameFor(t, ward))}
      </h1>
      <p className="mt-1 text-ink-2">
        {t.kept.of[gender].lead(brand.idPrefix + number, day)} {isOneOfMany && t.kept.apart}
      </p>
      <div className="mt-3 flex flex-wrap gap-2 empty-hidden">
        {isPublished && (
          <ButtonLink to={to.details(wardId)} look="secondary" small>
            {t.kept.of[gender].biodata}
          </ButtonLink>
        )}
        {mayEdit && (
          <ButtonLink to={to.editKept(id)} look="secondary" small>
            {t.kept.of[gender].edit}
          </ButtonLink>
        )}
      </div>
      {mayConfirm && isToConfirm && <Confirm ward={ward} />}
    </div>
  )
}

/** That everything in the ward's biodata is still right (REQUIREMENTS T1). */
function Confirm({ ward: { id, confirmedAt } }: { ward: Ward }) {
  const t = useMemberTexts()
  const { email } = useMember()
  const confirm = useAction(() => call(confirmKept, { id, email }), { toastText: t.privacy.confirmedNow })
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p>
        <b>{t.kept.stillRight}</b>{' '}
        {confirmedAt && (
          <span className="text-ink-2">{t.privacy.lastConfirmed(t.format.date(inBangladesh(confirmedAt).day))}</span>
        )}
      </p>
      <Button look="secondary" small className="needs-script" busy={confirm.isPending} onClick={() => confirm.mutate()}>
        {t.privacy.yesStillRight}
      </Button>
    </div>
  )
}

function Rights({ ward }: { ward: Ward }) {
  const t = useMemberTexts()
  const name = nameFor(t, ward)
  const leave = useAction(() => call(leaveWard, { id: ward.id }), {
    toastText: t.kept.left(name),
    onDone: focusHeading,
  })
  return (
    <Section icon={ShieldIcon} title={t.kept.may(name)}>
      <RightsList of={ward} />
      <div className="mt-4">
        <AskingButton
          look="quiet"
          small
          busy={leave.isPending}
          question={{
            title: t.kept.leaveTitle(name),
            text: t.kept.of[ward.gender].leaveQuestion,
            confirmLabel: t.kept.leave,
          }}
          act={leave.mutate}
        >
          {t.kept.leave}
        </AskingButton>
      </div>
    </Section>
  )
}

function Phone({ ward: { id, phone, isContact, gender } }: { ward: Ward }) {
  const t = useMemberTexts()
  const { email } = useMember()
  const save = useAction((typed: string) => call(changePhone, { id, email, phone: typed }), {
    toastText: t.kept.phoneSaved,
  })
  const form = useCheckedForm<{ phone: string }>(
    (typed) => ({ phone: parsePhone(typed.phone) ? undefined : t.invitation.missing.phone }),
    (typed) => save.mutate(typed.phone),
  )
  return (
    <Section icon={PhoneIcon} title={t.kept.phone}>
      <SmallForm isInSection form={form} submit={t.kept.phoneSave} busy={save.isPending}>
        <TextField
          label={t.kept.phone}
          hint={isContact ? t.kept.of[gender].phoneShown : t.kept.phoneHidden}
          name="phone"
          type="tel"
          autoComplete="tel"
          defaultValue={phone}
          error={form.errors.phone}
        />
      </SmallForm>
    </Section>
  )
}
