import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { OwnAttestations } from '#src/features/attestations/components.ts'
import { ownAttested } from '#src/features/attestations/hooks.ts'
import { isShown, type Wish } from '#src/features/biodata/index.ts'
import { consents, useConsents } from '#src/features/consents/hooks.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { requestPremium } from '#src/features/premium/contract.ts'
import { canRequestPremium } from '#src/features/premium/policy.ts'
import { countMatches } from '#src/features/search/contract.ts'
import { call, queriesOf, query } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { ArrowRightIcon, RingsIcon, ShowIcon, StarIcon } from '#src/ui/art/icons.ts'
import { DocumentIcon, EditIcon } from '#src/ui/art/member-icons.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { AskingButton } from '#src/ui/dialogs/dialog.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { restoreFocus } from '#src/ui/focus.ts'
import { KeyValues, Section } from '#src/ui/key-values.tsx'
import type { MemberPage } from '#src/ui/page-module.ts'
import { useSite } from '#src/ui/site.tsx'
import { type OwnProfile, type Profile, viewOwn } from './contract.ts'
import { ownBiodata } from './hooks.ts'
import {
  BiodataSections,
  ContactSection,
  ContactState,
  CopyLink,
  PrintButton,
  PrintHead,
  wishItems,
} from './sections.tsx'

export const title: MemberPage['title'] = (t) => t.dashboard.viewBiodata
const matches = query(countMatches, {})
export const queries: MemberPage['queries'] = () => [ownBiodata, consents, matches, ownAttested]

export default function ViewOwnPage() {
  const t = useMemberTexts()
  const { data: profile } = useSuspenseQuery(ownBiodata)
  const { isPremium } = useMember()
  const { given } = useConsents()
  const showsFaith = given.some(({ what }) => what === 'faith')
  const shows = (wish: Wish) => isShown(wish, profile ?? {}, showsFaith)
  return (
    <>
      <h1 className="pb-4 text-title print-sr-only">{t.dashboard.viewBiodata}</h1>
      {profile ? (
        <div className="grid gap-4">
          <PrintHead profile={profile} />
          <Actions status={profile.premiumStatus} />
          <PublicPage profile={profile} />
          <OwnAttestations gender={profile.gender} />
          <BiodataSections profile={profile} shows={shows} />
          <PrivateWishes profile={profile} shows={shows} />
          <ContactSection profile={profile} />
        </div>
      ) : (
        <Empty icon={DocumentIcon} title={t.biodata.none} ways={[[to.edit, t.registering.writeBiodata]]}>
          {isPremium ? t.biodata.premiumWithout : t.biodata.noneHint}
        </Empty>
      )}
    </>
  )
}

/** Says who sees what (REQUIREMENTS V4). */
function PublicPage({ profile }: { profile: Profile }) {
  const t = useMemberTexts()
  const { brand } = useSite()
  return (
    <Section className="no-print" icon={ShowIcon} title={t.biodata.publicTitle(`${brand.idPrefix}${profile.number}`)}>
      <KeyValues
        isWide
        items={[
          { label: t.consent.seenBy.visitors, value: t.consent.words.publish.visitors },
          { label: t.consent.seenBy.members, value: t.consent.words.publish.members },
          { label: t.biodata.entitled, value: t.biodata.entitledSee[profile.contactFor ?? 'checked'] },
        ]}
      />
      <ContactState profile={profile} />
      <div className="mt-4 flex flex-wrap gap-2">
        <ButtonLink to={to.details(profile.id)} look="secondary" small>
          {t.biodata.publicPage}
        </ButtonLink>
        <CopyLink profile={profile} />
      </div>
    </Section>
  )
}

/** On no paper, because families pass it on. */
function PrivateWishes({ profile, shows }: { profile: OwnProfile; shows: (wish: Wish) => boolean }) {
  const t = useMemberTexts()
  const items = wishItems(t, profile, (wish) => !shows(wish))
  if (items.length === 0) return null
  return (
    <Section className="no-print" icon={RingsIcon} title={t.wishes.privateTitle}>
      <p className="mt-1 text-ink-2">
        {t.wishes.privateLead} {!profile.partnerWishesPrivate && t.wishes.faithLead}
      </p>
      <KeyValues items={items} />
    </Section>
  )
}

/** Who matches comes first (REQUIREMENTS V4). */
function Actions({ status }: { status: Profile['premiumStatus'] }) {
  const t = useMemberTexts()
  const client = useQueryClient()
  const { email } = useMember()
  const { people } = useSuspenseQuery(matches).data
  const request = useMutation({
    mutationFn: () => call(requestPremium, { email }),
    onSuccess({ modifiedCount }) {
      toast[modifiedCount > 0 ? 'success' : 'error'](t.biodata.premiumRequested)
      return client.invalidateQueries(queriesOf(viewOwn))
    },
    onError: (error) => toast.failed(t, error),
  })
  const question = (
    <>
      <p>{t.biodata.premiumDialogText}</p>
      <p className="mt-2 text-ink-2">{t.biodata.premiumMeans}</p>
    </>
  )
  return (
    <div className="flex flex-wrap items-center gap-2.5 no-print">
      <ButtonLink to={to.browse}>
        {people ? t.biodata.seeMatches(t.format.number(people)) : t.biodata.seeClosest} <ArrowRightIcon />
      </ButtonLink>
      <ButtonLink to={to.edit} look="secondary">
        <EditIcon /> {t.dashboard.editBiodata}
      </ButtonLink>
      <PrintButton />
      <AskingButton
        id="premium"
        look="quiet"
        disabled={!canRequestPremium(status)}
        busy={request.isPending}
        aria-describedby={status && 'premium-status'}
        question={{ title: t.biodata.premiumDialogTitle, text: question }}
        act={request.mutate}
      >
        <StarIcon /> {t.card.premium}
      </AskingButton>
      {status && (
        <p id="premium-status" tabIndex={-1} ref={request.isSuccess ? restoreFocus : undefined} className="text-ink-2">
          {status === 'pending' ? t.biodata.premiumPending : t.biodata.premiumApproved}
        </p>
      )}
    </div>
  )
}
