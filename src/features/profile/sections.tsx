import { type ReactNode, useState } from 'react'
import * as biodata from '#src/features/biodata/index.ts'
import { inchesOf } from '#src/features/biodata/policy.ts'
import { CallButtons, EmailLink, PhoneLink } from '#src/features/contact-requests/components.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { formatWish, labelOfWish } from '#src/features/matching/index.ts'
import { useOperator } from '#src/features/operator/hooks.ts'
import { dayOf } from '#src/platform/clock.ts'
import { nameFor } from '#src/platform/name-spellings.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'
import { type Icon, LockIcon, PersonIcon, RingsIcon, ShowIcon } from '#src/ui/art/icons.ts'
import { ChatIcon, DocumentIcon, HouseIcon, LinkIcon, PhoneIcon, PrintIcon } from '#src/ui/art/member-icons.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { EmailText } from '#src/ui/contact-text.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { TextField } from '#src/ui/forms/field.tsx'
import { useHydrated } from '#src/ui/hydrated.ts'
import { type KeyValue, KeyValues, Section } from '#src/ui/key-values.tsx'
import { useSite } from '#src/ui/site.tsx'
import type { Profile } from './contract.ts'

export const idOf = (number: number) => `id-${number}`

const usePublicAddress = ({ id }: Profile) => useSite().origin + to.details(id)

export function PrintHead({ profile }: { profile: Profile }) {
  const t = useMemberTexts()
  const { brand } = useSite()
  const operator = useOperator()
  const address = usePublicAddress(profile)
  const runBy = operator.name && t.operator.runBy(operator.name)
  // A page can come from the server before midnight and alive after it.
  const isHydrated = useHydrated()
  return (
    <div className="pb-2 print-only">
      <p className="flex justify-between font-display text-h3">
        <span>{t.brandName(brand)}</span>
        <span>{t.biodata.pageTitle}</span>
        <span>{idOf(profile.number)}</span>
      </p>
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span>{[runBy, operator.phone].filter(Boolean).join(', ')}</span>
        {isHydrated && <span>{t.biodata.printedOn(t.format.date(dayOf(new Date())))}</span>}
        <span className="w-full">{address}</span>
      </p>
    </div>
  )
}

export function PrintButton({ small }: { small?: boolean }) {
  const t = useMemberTexts()
  return (
    <Button look="secondary" small={small} onClick={() => window.print()}>
      <PrintIcon /> {t.biodata.print}
    </Button>
  )
}

export function CopyLink({ profile }: { profile: Profile }) {
  const t = useMemberTexts()
  const address = usePublicAddress(profile)
  const [isRefused, setRefused] = useState(false)
  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      toast.success(t.biodata.linkCopied)
    } catch {
      // Refused, or no https: then it is shown to be copied by hand.
      setRefused(true)
    }
  }
  return (
    <>
      <Button look="secondary" small onClick={copy}>
        <LinkIcon /> {t.biodata.copyLink}
      </Button>
      {isRefused && (
        <TextField
          label={t.biodata.copyByHand}
          className="col-span-full w-full"
          value={address}
          readOnly
          autoFocus
          onFocus={(event) => event.target.select()}
        />
      )}
    </>
  )
}

export const sectionIcons: Record<biodata.Section, Icon> = {
  general: DocumentIcon,
  about: PersonIcon,
  more: ChatIcon,
  family: HouseIcon,
  expects: RingsIcon,
  contact: PhoneIcon,
}

function formatField(t: AllTexts, profile: Profile, name: biodata.OpenField): KeyValue[] {
  const field = biodata.fields[name]
  const label = { ...biodata.labelsOf(t), ...t.biodata.shownLabels }[name]
  const inputs: Partial<Record<string, unknown>> = profile
  const value = inputs[name]
  if (field.kind === 'height') {
    const [feet, inch] = [inputs[field.feet], inputs[field.inch]]
    const inches = inchesOf(Number(feet), Number(inch))
    // 5.10 and 5.1 look alike, and 4.12 like no height; the words do not.
    const note = t.biodata.heightInWords(Math.floor(inches / 12), inches % 12)
    return [{ label, value: t.format.digits(`${feet}.${inch}`), note }]
  }
  // The name's own line has the spelling for the page's language.
  if (value === undefined || name === 'nameInOtherScript') return []
  if (name === 'name') return [{ label, value: nameFor(t, profile) }]
  if (field.kind === 'choice')
    return [{ label, value: biodata.formatOptionOfPerson(t, field.of, value, profile.gender) }]
  // A column of a phone is narrower than the longest date, which may break between its words, not within one.
  if (field.kind === 'day') return [{ label, value: t.format.date(String(value)).replaceAll('\u00a0', ' ') }]
  if (field.kind === 'weight') return [{ label, value: t.biodata.kg(Number(value)) }]
  if (field.kind === 'prose') return [{ label, value: String(value), isProse: true }]
  return [{ label, value: field.kind === 'number' ? t.format.digits(Number(value)) : String(value) }]
}

export const wishItems = (t: AllTexts, profile: Profile, meant: (wish: biodata.Wish) => boolean): KeyValue[] =>
  biodata.wishNames.filter(meant).flatMap((wish) => {
    const [value, ...notes] = formatWish(t, wish, profile)
    return value ? [{ label: labelOfWish(t, wish), value, note: notes.join(', ') }] : []
  })

type SectionsProps = { profile: Profile; shows?: (wish: biodata.Wish) => boolean }

export function BiodataSections({ profile, shows = () => true }: SectionsProps) {
  const t = useMemberTexts()
  const say = (name: biodata.OpenField) => {
    const wish = biodata.numberWishes.find((wish) => wish === name)
    const more = wish && shows(wish) ? formatWish(t, wish, profile) : []
    // A range says more than the number, and both are a height in words.
    const hasRange = wish && more.length > 0 && biodata.ends(wish).some((end) => profile[end] !== undefined)
    const noted = (item: KeyValue): KeyValue => ({
      ...item,
      note: [!hasRange && item.note, ...more].filter(Boolean).join(', '),
    })
    return formatField(t, profile, name).map(noted)
  }
  const itemsOf = (section: biodata.Section) => {
    const items = biodata.openFields.filter((name) => biodata.fields[name].section === section).flatMap(say)
    // The age and the occupation are said again where one looks for them.
    if (section === 'about') items.splice(1, 0, { label: t.card.age, value: t.format.digits(profile.age) })
    if (section === 'family')
      items.push(...say('occupation').map((item) => ({ ...item, note: t.biodata.ownOccupation })))
    if (section === 'expects') items.push(...wishItems(t, profile, (wish) => !biodata.isNumber(wish) && shows(wish)))
    return items
  }
  return biodata.sections.map((section) => {
    const items = itemsOf(section)
    if (items.length === 0) return null
    const title = section === 'more' ? t.biodata.moreShown : t.biodata[section]
    return (
      <Section key={section} icon={sectionIcons[section]} title={title}>
        <KeyValues items={items} />
      </Section>
    )
  })
}

/** The photo is a link and never loaded (REQUIREMENTS E6). */
export function ContactSection({ profile, children }: { profile: Profile; children?: ReactNode }) {
  const { email, phone = '', phoneOf, photoUrl, income } = profile
  const t = useMemberTexts()
  const isOwn = useMember().email === email
  return (
    <Section icon={PhoneIcon} title={t.biodata.contact}>
      <KeyValues
        isWide
        items={[
          { label: t.biodata.contactEmail, value: email ? <EmailLink email={email} /> : t.requests.emailUnconfirmed },
          {
            label: t.biodata.labels.phone,
            value: phone ? <PhoneLink phone={phone} /> : t.requests.notShown,
            note: phoneOf && t.biodata.phoneOf[profile.gender][phoneOf],
          },
          { label: t.biodata.labels.photoUrl, value: photoUrl ? <PhotoLink url={photoUrl} /> : t.biodata.noPhoto },
          ...(income ? [{ label: t.biodata.labels.income, value: biodata.formatOption(t, 'income', income) }] : []),
        ]}
      />
      {!isOwn && phone && (
        <div className="mt-4 calls">
          <CallButtons phone={phone} name={nameFor(t, profile)} />
        </div>
      )}
      {children}
    </Section>
  )
}

export function ContactState({ profile: { contactFor = 'checked', isPublished } }: { profile: Profile }) {
  const t = useMemberTexts()
  const state = isPublished ? contactFor : 'hidden'
  const StateIcon = state === 'checked' ? ShowIcon : LockIcon
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-button bg-surface-2 px-4 py-3 no-print">
      <div className="contact-state">
        <StateIcon className="mt-0.5 text-ink-2" />
        <p className="min-w-0 flex-1">
          <strong>{t.biodata.contactState[state]}</strong> {t.biodata.contactStateHint[state]}
        </p>
      </div>
      <ButtonLink to={to.privacyAndPresence} look="secondary" small>
        {t.ledger.change}
      </ButtonLink>
    </div>
  )
}

/** Short on the screen, whole on paper. */
const PhotoLink = ({ url }: { url: string }) => (
  <a className="underline photo-link" href={url} title={url} target="_blank" rel="noreferrer noopener">
    <span className="no-print">
      <EmailText address={new URL(url).hostname} />
    </span>
  </a>
)
