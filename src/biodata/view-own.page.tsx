import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PageModule } from '#src/pages.ts'
import { to } from '#src/platform/addresses.ts'
import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { canRequestPremium } from '#src/premium/policy.ts'
import { sayFailure } from '#src/problems.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { takeLostFocus } from '#src/ui/focus.ts'
import { DocumentIcon, EditIcon, StarIcon } from '#src/ui/icons.tsx'
import { toast } from '#src/ui/toast.tsx'
import { ownBiodata, useRequestPremium } from './hooks.ts'
import type { Profile } from './profile-contract.ts'
import { BiodataSections, ContactSection, PrintButton, PrintHead } from './sections.tsx'
import { fieldOrder, filledIn, typedOf } from './typed-form.ts'

export const title: PageModule['title'] = (t) => t.biodata.viewTitle
export const questions: PageModule['questions'] = () => [ownBiodata]

export default function ViewOwnPage() {
  const t = useMemberTexts()
  const { data: profile } = useSuspenseQuery(ownBiodata)
  return (
    <>
      <h1 className="pb-4 text-title print:sr-only">{t.biodata.viewTitle}</h1>
      {profile ? (
        <div className="grid gap-4">
          <PrintHead number={profile.number} />
          <PremiumRequest status={profile.premiumStatus} />
          <p className="text-sm text-ink-2 print:hidden">
            {t.biodata.filled(filledIn(typedOf(profile, String)), fieldOrder.length)}
          </p>
          <BiodataSections profile={profile} />
          <ContactSection
            contact={{ email: profile.email ?? '', phone: profile.phone ?? '', photoUrl: profile.photoUrl }}
          />
        </div>
      ) : (
        <Empty
          icon={DocumentIcon}
          title={t.biodata.none}
          action={<ButtonLink to={to.edit}>{t.biodata.edit}</ButtonLink>}
        >
          {t.biodata.noneHint}
        </Empty>
      )}
    </>
  )
}

/** Asks for the biodata to become premium; once asked, says what became of it. */
function PremiumRequest({ status }: { status: Profile['premiumStatus'] }) {
  const t = useMemberTexts()
  const [isAsking, setAsking] = useState(false)
  const request = useRequestPremium()

  function confirm() {
    request.mutate(undefined, {
      onSuccess: ({ modifiedCount }) =>
        modifiedCount > 0 ? toast.success(t.biodata.premiumRequested) : toast.error(t.biodata.premiumRequested),
      onError: (error) => toast.error(sayFailure(t, error)),
    })
  }

  return (
    <div className="flex flex-wrap items-center gap-2.5 print:hidden">
      <Button
        look="gold"
        disabled={!canRequestPremium(status)}
        busy={request.isPending}
        aria-describedby={status && 'premium-status'}
        onClick={() => setAsking(true)}
      >
        <StarIcon /> {t.biodata.premiumButton}
      </Button>
      <ButtonLink to={to.edit} look="secondary">
        <EditIcon /> {t.biodata.edit}
      </ButtonLink>
      <PrintButton />
      {status && (
        <p id="premium-status" tabIndex={-1} ref={request.isSuccess ? takeLostFocus : undefined} className="text-ink-2">
          {status === 'pending' ? t.biodata.premiumPending : t.biodata.premiumApproved}
        </p>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t.biodata.premiumDialogTitle}
        confirmLabel={t.common.confirm}
        cancelLabel={t.common.cancel}
        onConfirm={confirm}
      >
        {t.biodata.premiumDialogText}
      </ConfirmDialog>
    </div>
  )
}
