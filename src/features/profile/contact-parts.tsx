import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { CallButtons, PhoneLink } from '#src/features/contact-requests/components.ts'
import { fee } from '#src/features/contact-requests/hooks.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { checkPremium } from '#src/features/premium/contract.ts'
import { call, codeOf, queriesOf, query } from '#src/platform/http/client.ts'
import { nameFor } from '#src/platform/name-spellings.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { ShowIcon } from '#src/ui/art/icons.ts'
import { MailIcon, PhoneIcon, PictureIcon } from '#src/ui/art/member-icons.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { NoScript } from '#src/ui/forms/form-card.tsx'
import { Section } from '#src/ui/key-values.tsx'
import { type Profile, showContact, viewProfile } from './contract.ts'
import { ContactSection, ContactState } from './sections.tsx'

export const amPremium = query(checkPremium, { email: 'me' })

/** It has the code of every way to sign in, which only administrators need on this page (M8). Without it a press says so. */
const loadPasswordAgain = () =>
  import('#src/features/sign-in/components.ts').then(
    (code) => code.ConfirmSelf,
    () => undefined,
  )

/** The contact stays out of the cache, and goes when the profile says that there is nothing to press for. */
export function usePress(profile: Profile) {
  const { id, contact } = profile
  const { isAdmin } = useMember()
  const press = useMutation({
    async mutationFn() {
      if (isAdmin) await loadPasswordAgain()
      return call(showContact, { id })
    },
    gcTime: 0,
  })
  const isOnPress = contact === 'available'
  const { reset } = press
  useEffect(() => {
    if (!isOnPress) reset()
  }, [isOnPress, reset])
  const shown = isOnPress && press.data && { ...profile, contact: 'shown' as const, ...press.data }
  return { press, profile: shown || profile }
}
export type Press = ReturnType<typeof usePress>['press']
type WithPress = { profile: Profile; press: Press }

export function PasswordAgain() {
  const { isAdmin } = useMember()
  const [Dialog, setDialog] = useState<ComponentType>()
  useEffect(() => {
    if (isAdmin) void loadPasswordAgain().then((code) => setDialog(() => code))
  }, [isAdmin])
  return Dialog && <Dialog />
}

export function NextStep({ profile, press }: WithPress) {
  const t = useMemberTexts()
  const { data: options } = useQuery(fee)
  if (profile.contact === 'own')
    return (
      <ButtonLink to={to.edit} look="secondary">
        {t.dashboard.editBiodata}
      </ButtonLink>
    )
  if (profile.contact === 'available') return <ShowContact press={press} />
  if (profile.phone)
    return (
      <>
        <p className="text-lg font-semibold wide-only">
          <PhoneLink phone={profile.phone} />
        </p>
        <CallButtons phone={profile.phone} name={nameFor(t, profile)} />
      </>
    )
  // A guardian's number that is gone.
  if (profile.contact === 'shown') return null
  const { contactFrom } = profile
  const limited = contactFrom && t.biodata.limited(t.format.dateTime(contactFrom))
  const wait = profile.contact === 'pending' ? t.requests.pending : limited
  if (wait)
    return (
      <p className="min-w-0 rounded-button bg-gold-soft px-4 py-3 text-center font-semibold wrap-anywhere text-gold-text">
        {wait}
      </p>
    )
  if (profile.contact === 'closed') return <p className="text-center text-ink-2">{t.biodata.closed}</p>
  return (
    <>
      {options && (
        <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm text-ink-2 fee-line">
          <span>{t.checkout.fee}</span>
          <strong className="text-lg text-ink">{t.format.money(options.price, options.currency)}</strong>
        </p>
      )}
      <RequestButton number={profile.number} />
    </>
  )
}

/** The page says before the press that it is recorded. */
function ShowContact({ press }: { press: Press }) {
  const t = useMemberTexts()
  const client = useQueryClient()
  useEffect(toast.prepare, [])
  return (
    <Button
      busy={press.isPending}
      onClick={({ currentTarget }) => {
        // The button goes when the contact comes, and would take the focus with it.
        const place = currentTarget.closest<HTMLElement>('[data-contact]')
        press.mutate(undefined, {
          onSuccess: () => setTimeout(() => place?.focus({ preventScroll: true })),
          onError(error) {
            // The owner closed it meanwhile, or another tab took the last one of the day: the profile says so.
            void client.invalidateQueries(queriesOf(viewProfile))
            if (!saidByProfile.has(codeOf(error))) toast.failed(t, error)
          },
        })
      }}
    >
      <ShowIcon /> {t.biodata.showContact}
    </Button>
  )
}

const saidByProfile = new Set(['contact-limit', 'contact-withheld'])

/** Leads to the checkout, once it is known that there is something to pay for. */
function RequestButton({ number }: { number: number }) {
  const { contactRequest } = useMemberTexts().biodata
  if (useQuery(amPremium).isPending) return <Button disabled>{contactRequest}</Button>
  return <ButtonLink to={to.checkout(number)}>{contactRequest}</ButtonLink>
}

/** Nothing withheld is anywhere in this page. */
export function Contact({ profile, press }: WithPress) {
  const t = useMemberTexts()
  const { isAdmin } = useMember()
  if (profile.phone || profile.contact === 'shown')
    return (
      <ContactSection profile={profile}>
        {profile.contact === 'own' && <ContactState profile={profile} />}
      </ContactSection>
    )
  const { contact, contactFrom } = profile
  const notice =
    contact === 'pending' ? t.requests.pending : contactFrom && t.biodata.limitedHint(t.format.dateTime(contactFrom))
  const hint = contact === 'pending' ? t.biodata.pendingHint : contact === 'closed' && t.biodata.closedHint
  if (notice || hint)
    return (
      <Section icon={PhoneIcon} title={t.biodata.contact}>
        <div className="mt-4 grid gap-2 wrap-anywhere">
          {notice && <Notice>{notice}</Notice>}
          {hint && <p className="text-ink-2">{hint}</p>}
        </div>
      </Section>
    )
  const isOnPress = contact === 'available'
  const left = profile.contactsLeft === undefined ? '' : ` ${t.biodata.contactsLeft(profile.contactsLeft)}`
  const recorded = isAdmin ? t.biodata.recordedForAdmin : t.biodata.recorded + left
  const hidden = [
    [MailIcon, t.biodata.contactEmail, '••••••••'],
    [PhoneIcon, t.biodata.labels.phone, '+880 ••••'],
    [PictureIcon, t.biodata.labels.photoUrl, '••••••••'],
  ] as const
  return (
    <Section className="no-print" icon={PhoneIcon} title={t.biodata.contact}>
      <div className="mt-4 grid rounded-button contact-offer">
        <ul className="grid gap-2">
          {hidden.map(([Icon, label, mask]) => (
            <li key={label} className="flex flex-wrap items-center gap-x-2.5 text-ink-2">
              <Icon /> {label}
              <span aria-hidden="true" className="withheld">
                {mask}
              </span>
              <span className="sr-only">{t.biodata.withheld}</span>
            </li>
          ))}
        </ul>
        {isOnPress ? <ShowContact press={press} /> : <RequestButton number={profile.number} />}
      </div>
      {isOnPress && <NoScript />}
      <p className="mt-3 text-md text-ink-2">{isOnPress ? recorded : t.biodata.contactHint}</p>
    </Section>
  )
}
