import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { useSite } from '#src/platform/site.tsx'
import { Button } from '#src/ui/button.tsx'
import { EmailText } from '#src/ui/email-text.tsx'
import { DocumentIcon, HouseIcon, PersonIcon, PhoneIcon, PrintIcon, RingsIcon } from '#src/ui/icons.tsx'
import { KeyValues, Section } from '#src/ui/key-values.tsx'
import type { Profile } from './profile-contract.ts'

/** On paper only: whose site it is from, and which biodata. */
export function PrintHead({ number }: { number: number }) {
  const { brand } = useSite()
  return (
    <p className="hidden justify-between pb-2 font-display text-h3 print:flex">
      <span>{brand.name}</span>
      <span>{idOf(number)}</span>
    </p>
  )
}

export const idOf = (number: number) => `id-${number}`

export function PrintButton({ small }: { small?: boolean }) {
  const t = useMemberTexts()
  return (
    <Button look="secondary" small={small ?? false} onClick={() => window.print()}>
      <PrintIcon /> {t.biodata.print}
    </Button>
  )
}

/** The four sections of a biodata that every member may read. */
export function BiodataSections({ profile }: { profile: Profile }) {
  const t = useMemberTexts()
  const height = (feet: number, inch: number) => ({
    label: t.biodata.height,
    value: t.format.digits(`${feet}.${inch}`),
    // 5.10 and 5.1 look alike; the words do not.
    note: t.biodata.heightInWords(feet, inch),
  })
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
            occupation,
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
export function ContactSection({
  contact,
}: {
  contact: { email: string; phone: string; photoUrl?: string | undefined }
}) {
  const t = useMemberTexts()
  const link = 'underline underline-offset-4 wrap-anywhere'
  return (
    <Section icon={PhoneIcon} title={t.biodata.contact}>
      <KeyValues
        items={[
          {
            label: t.biodata.contactEmail,
            value: (
              <a className={link} href={`mailto:${contact.email}`}>
                <EmailText address={contact.email} />
              </a>
            ),
          },
          {
            label: t.biodata.phone,
            value: (
              <a
                className="text-md whitespace-nowrap underline underline-offset-4 sm:text-lg"
                href={`tel:${contact.phone}`}
              >
                {contact.phone}
              </a>
            ),
          },
          {
            label: t.biodata.photoUrl,
            value: contact.photoUrl ? (
              <a className={link} href={contact.photoUrl} target="_blank" rel="noreferrer noopener">
                {contact.photoUrl}
              </a>
            ) : (
              t.biodata.noPhoto
            ),
          },
        ]}
      />
    </Section>
  )
}
