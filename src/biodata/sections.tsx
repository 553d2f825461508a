import { useState } from 'react'
import { CallButtons, EmailLink, PhoneLink } from '#src/contact-requests/contact-links.tsx'
import { to } from '#src/platform/addresses.ts'
import { dayOf } from '#src/platform/clock.ts'
import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { useSite } from '#src/platform/site.tsx'
import { useMember } from '#src/sign-in/hooks.ts'
import { Button } from '#src/ui/button.tsx'
import { EmailText } from '#src/ui/contact-text.tsx'
import { TextField } from '#src/ui/field.tsx'
import { useHydrated } from '#src/ui/hydrated.ts'
import { DocumentIcon, HouseIcon, LinkIcon, PersonIcon, PhoneIcon, PrintIcon, RingsIcon } from '#src/ui/icons.ts'
import { KeyValues, Section } from '#src/ui/key-values.tsx'
import { toast } from '#src/ui/toast.tsx'
import { inchesOf } from './policy.ts'
import type { Profile } from './profile-contract.ts'

export const idOf = (number: number) => `id-${number}`

/** Where other members read a biodata, as an address to pass on. */
const usePublicAddress = ({ id }: Profile) => useSite().origin + to.details(id)

/** On paper only: whose site it is from, which biodata, where it is, and when it was printed. */
export function PrintHead({ profile }: { profile: Profile }) {
  const t = useMemberTexts()
  const { brand } = useSite()
  const address = usePublicAddress(profile)
  // A page can come from the server before midnight and alive after it.
  const isHydrated = useHydrated()
  return (
    <div className="hidden pb-2 print:block">
      <p className="flex justify-between font-display text-h3">
        <span>{t.brandName(brand)}</span>
        <span>{t.biodata.pageTitle}</span>
        <span>{idOf(profile.number)}</span>
      </p>
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span>{address}</span>
        {isHydrated && <span>{t.biodata.printedOn(t.format.date(dayOf(new Date())))}</span>}
      </p>
    </div>
  )
}

export function PrintButton({ small }: { small?: boolean }) {
  const t = useMemberTexts()
  return (
    <Button look="secondary" small={small ?? false} onClick={() => window.print()}>
      <PrintIcon /> {t.biodata.print}
    </Button>
  )
}

/** Copies the address of the public page. */
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

/** The four sections of a biodata that every member may read. */
export function BiodataSections({ profile }: { profile: Profile }) {
  const t = useMemberTexts()
  const height = (feet: number, inch: number) => {
    const inches = inchesOf(feet, inch)
    return {
      label: t.biodata.height,
      value: t.format.digits(`${feet}.${inch}`),
      // 5.10 and 5.1 look alike, and 4.12 like no height; the words do not.
      note: t.biodata.heightInWords(Math.floor(inches / 12), inches % 12),
    }
  }
  const occupation = { label: t.biodata.occupation, value: t.options.occupation[profile.occupation] }
  return (
    <>
      <Section icon={DocumentIcon} title={t.biodata.general}>
        <KeyValues
          items={[
            { label: t.biodata.bioType, value: t.options.gender[profile.gender] },
            { label: t.biodata.birthdate, value: t.format.date(profile.birth) },
            height(profile.feet, profile.inch),
            { label: t.biodata.skinColor, value: t.options.skinColor[profile.skinColor] },
            { label: t.biodata.weight, value: t.options.kg(profile.weight) },
            { label: t.biodata.permanentAddress, value: t.options.division[profile.division] },
            { label: t.biodata.presentAddress, value: t.options.division[profile.presentDivision] },
          ]}
        />
      </Section>
      <Section icon={PersonIcon} title={t.biodata.about}>
        <KeyValues
          items={[
            { label: t.biodata.name, value: profile.name },
            { label: t.biodata.age, value: t.format.digits(profile.age) },
            occupation,
          ]}
        />
      </Section>
      <Section icon={HouseIcon} title={t.biodata.family}>
        <KeyValues
          items={[
            { label: t.biodata.fatherName, value: profile.fatherName },
            { label: t.biodata.motherName, value: profile.motherName },
            { ...occupation, note: t.biodata.ownOccupation },
          ]}
        />
      </Section>
      <Section icon={RingsIcon} title={t.biodata.expects}>
        <KeyValues
          items={[
            { label: t.biodata.age, value: t.format.digits(profile.partnerAge) },
            height(profile.partnerFeet, profile.partnerInch),
            { label: t.biodata.weight, value: t.options.kg(profile.partnerWeight) },
          ]}
        />
      </Section>
    </>
  )
}

/** Contact information, for those the server gave it to. The photo is a link and never loaded (REQUIREMENTS E6). */
export function ContactSection({ profile: { name, email = '', phone = '', photoUrl } }: { profile: Profile }) {
  const t = useMemberTexts()
  const isOwn = useMember().email === email
  return (
    <Section icon={PhoneIcon} title={t.biodata.contact}>
      <KeyValues
        isWide
        items={[
          { label: t.biodata.contactEmail, value: <EmailLink email={email} /> },
          { label: t.biodata.phone, value: <PhoneLink phone={phone} /> },
          { label: t.biodata.photoUrl, value: photoUrl ? <PhotoLink url={photoUrl} /> : t.biodata.noPhoto },
        ]}
      />
      {!isOwn && (
        <div className="mt-4 max-w-100">
          <CallButtons phone={phone} name={name} />
        </div>
      )}
    </Section>
  )
}

/** Short on the screen, whole on paper. */
const PhotoLink = ({ url }: { url: string }) => (
  <a
    className="underline underline-offset-4 print:after:content-[attr(title)]"
    href={url}
    title={url}
    target="_blank"
    rel="noreferrer noopener"
  >
    <span className="print:hidden">
      <EmailText address={new URL(url).hostname} />
    </span>
  </a>
)
