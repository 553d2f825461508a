import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useMember, useSignInWays } from '#src/features/identity/hooks.ts'
import { relations } from '#src/features/users/policy.ts'
import { inBangladesh } from '#src/platform/clock.ts'
import { call } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { isEmail } from '#src/platform/schemas/fields.ts'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { CloseIcon, PersonIcon } from '#src/ui/art/icons.ts'
import { PeopleIcon, PlusIcon, ShieldIcon, WaitIcon } from '#src/ui/art/member-icons.ts'
import { AskingButton } from '#src/ui/dialogs/dialog.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { focusHeading } from '#src/ui/focus.ts'
import { SelectField, TextField } from '#src/ui/forms/field.tsx'
import { SmallForm, useCheckedForm } from '#src/ui/forms/form.tsx'
import { NoScript } from '#src/ui/forms/form-card.tsx'
import { Section } from '#src/ui/key-values.tsx'
import type { MemberPage } from '#src/ui/page-module.ts'
import { changeRights, type Guardian, inviteGuardian, removeGuardian } from './contract.ts'
import { guardians, keeper } from './hooks.ts'
import { KeptBy } from './kept-by.tsx'
import { NewLink } from './new-link.tsx'
import { invitationDays, mostGuardians, rights, usualRights } from './policy.ts'
import { RightsFields, rightsIn } from './rights-fields.tsx'

export const title: MemberPage['title'] = (t) => t.guardians.title
export const queries: MemberPage['queries'] = () => [guardians, keeper]

/** A link is answered once: it is shown until the page is left. */
type Link = { id: string; link: string }

export default function GuardiansPage() {
  const t = useMemberTexts()
  const { hasBiodata } = useMember()
  const { data: list } = useSuspenseQuery(guardians)
  const [made, setMade] = useState<Link>()
  return (
    <>
      <h1 tabIndex={-1} className="text-title">
        {t.guardians.title}
      </h1>
      <p className="mt-1 mb-5 text-ink-2">{t.guardians.lead}</p>
      <div className="grid gap-4">
        <NoScript />
        {!hasBiodata && list.length === 0 ? (
          <Empty icon={PeopleIcon} title={t.biodata.none} ways={[[to.edit, t.registering.writeBiodata]]}>
            {t.guardians.needsBiodata}
          </Empty>
        ) : (
          <>
            {list.length === 0 && (
              <Empty icon={PeopleIcon} title={t.guardians.none}>
                {t.guardians.noneHint}
              </Empty>
            )}
            {list.map((guardian) => (
              <GuardianCard
                key={guardian.id}
                guardian={guardian}
                link={made?.id === guardian.id ? made.link : undefined}
              />
            ))}
            <Invite list={list} onMade={setMade} />
            <Nevers />
            {hasBiodata && <KeptBy />}
          </>
        )}
      </div>
    </>
  )
}

const dayOf = (t: AllTexts, moment: string) => t.format.date(inBangladesh(moment).day)

function stateOf(t: AllTexts, { relation, state, invitedAt, expiresAt, acceptedAt }: Guardian) {
  const who = t.guardians.relations[relation]
  if (state === 'accepted') return t.guardians.accepted(who, dayOf(t, acceptedAt!))
  if (state === 'declined') return t.guardians.declined(who)
  if (state === 'expired') return t.guardians.expired(who, dayOf(t, expiresAt))
  return t.guardians.invited(who, dayOf(t, invitedAt), dayOf(t, expiresAt))
}

function GuardianCard({ guardian, link }: { guardian: Guardian; link: string | undefined }) {
  const t = useMemberTexts()
  const { name, state, email, mail } = guardian
  return (
    <Section icon={state === 'accepted' ? ShieldIcon : WaitIcon} title={name} aside={<Remove guardian={guardian} />}>
      <p className="mt-1 text-ink-2">{stateOf(t, guardian)}</p>
      {state === 'invited' && email && mail && (
        <div className="mt-3">
          <Notice tone={mail === 'failed' ? 'danger' : mail === 'sent' ? 'ok' : 'gold'}>
            {t.guardians.mails[mail](email)}
          </Notice>
        </div>
      )}
      {link && <NewLink name={name} link={link} />}
      {(state === 'accepted' || state === 'invited') && <Rights key={JSON.stringify(guardian)} guardian={guardian} />}
    </Section>
  )
}

/** At once, without a password or a reason. A guardian is asked about, an invitation is not. */
function Remove({ guardian: { id, name, state } }: { guardian: Guardian }) {
  const t = useMemberTexts()
  const isGuardian = state === 'accepted'
  const remove = useAction(() => call(removeGuardian, { id }), {
    toastText: isGuardian ? t.guardians.removed(name) : t.guardians.takenBack,
    onDone: focusHeading,
  })
  const label = state === 'invited' ? t.guardians.takeBack : t.actions.remove
  return (
    <AskingButton
      look="secondary"
      small
      busy={remove.isPending}
      aria-label={t.actions.named(label, name)}
      question={
        isGuardian
          ? { title: t.guardians.removeTitle(name), text: t.guardians.removeQuestion, confirmLabel: label }
          : undefined
      }
      act={remove.mutate}
    >
      {label}
    </AskingButton>
  )
}

function Rights({ guardian }: { guardian: Guardian }) {
  const t = useMemberTexts()
  const { email } = useMember()
  const { id, name, phone, state } = guardian
  const save = useAction((sent: Record<string, string>) => call(changeRights, { id, email, ...rightsIn(sent) }), {
    toastText: t.guardians.saved(name),
  })
  const form = useCheckedForm<Record<string, string>>(
    () => ({}),
    (sent) => save.mutate(sent),
  )
  const fields = (
    <SmallForm isInSection form={form} submit={t.guardians.save} busy={save.isPending}>
      <RightsFields
        legend={t.guardians.may(name)}
        chosen={guardian}
        contactHint={phone && t.guardians.contactNumber(phone)}
      />
    </SmallForm>
  )
  if (state === 'accepted') return fields
  const allowed = rights.filter((right) => guardian[right]).map((right) => t.guardians.rightsShort[right])
  return (
    <details className="mt-3 folded">
      <summary>
        <span>
          <b>{t.guardians.mayShort}</b>{' '}
          <span className="folded-chosen">{allowed.join(', ') || t.guardians.seeShort}</span>
        </span>
      </summary>
      {fields}
    </details>
  )
}

const usual = Object.fromEntries(usualRights.map((right) => [right, true]))

function Invite({ list, onMade }: { list: readonly Guardian[]; onMade: (made: Link) => void }) {
  const t = useMemberTexts()
  const { email } = useMember()
  const { mail } = useSignInWays()
  const live = list.filter(({ state }) => state === 'accepted' || state === 'invited')
  if (live.length >= mostGuardians) return <Notice>{t.guardians.full(mostGuardians)}</Notice>
  return (
    <Section icon={PlusIcon} title={t.guardians.inviteTitle}>
      <p className="mt-1 text-ink-2">{t.guardians.inviteLead(mostGuardians)}</p>
      {/* Another one begins anew. */}
      <InviteForm key={list.length} {...{ email, onMade }} hasMail={mail} />
    </Section>
  )
}

interface InviteProps {
  email: string
  hasMail: boolean
  onMade: (made: Link) => void
}

function InviteForm({ email, hasMail, onMade }: InviteProps) {
  const t = useMemberTexts()
  const answered = useRef<Link>(undefined)
  const invite = useAction(
    async ({ name, relation, guardianEmail, ...sent }: Record<string, string>) => {
      const known = relations.find((one) => one === relation)!
      const { insertedId: id, link } = await call(inviteGuardian, {
        ...{ email, name: name!, relation: known, ...rightsIn(sent) },
        ...(guardianEmail && { guardianEmail }),
      })
      answered.current = { id, link }
    },
    {
      onDone: () => onMade(answered.current!),
      refuse(code) {
        if (code === 'email-unconfirmed') form.refuse({ guardianEmail: t.guardians.emailUnconfirmed })
        if (code === 'too-many-guardians') form.refuse({ name: t.guardians.full(mostGuardians) })
        return code === 'email-unconfirmed' || code === 'too-many-guardians'
      },
    },
  )
  const form = useCheckedForm<Record<string, string>>(
    ({ name = '', guardianEmail = '' }) => ({
      name: name.trim() ? undefined : t.guardians.missing.name,
      guardianEmail: !guardianEmail.trim() || isEmail(guardianEmail) ? undefined : t.guardians.missing.email,
    }),
    (sent) => !invite.isPending && invite.mutate(sent),
  )
  return (
    <SmallForm isInSection form={form} submit={t.guardians.create} busy={invite.isPending}>
      <TextField label={t.accounts.name} name="name" autoComplete="off" maxLength={100} error={form.errors.name} />
      <SelectField
        label={t.guardians.relation}
        name="relation"
        options={relations.map((value) => ({ value, label: t.guardians.relations[value] }))}
      />
      {hasMail && (
        <TextField
          label={t.guardians.email}
          hint={t.guardians.emailHint}
          name="guardianEmail"
          type="email"
          autoComplete="off"
          error={form.errors.guardianEmail}
        />
      )}
      <RightsFields legend={t.guardians.mayNew} chosen={usual} contactHint={undefined} />
      <p className="field-hint">{t.guardians.createHint(invitationDays)}</p>
    </SmallForm>
  )
}

function Nevers() {
  const t = useMemberTexts()
  return (
    <Section icon={PersonIcon} title={t.guardians.never}>
      <ul className="mt-3 grid gap-2">
        {t.guardians.nevers.map((never) => (
          <li key={never} className="flex gap-3">
            <CloseIcon className="mt-1 size-5 shrink-0 text-ink-2" />
            {never}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-ink-2">{t.guardians.see}</p>
    </Section>
  )
}
