import { useMember } from '#src/features/identity/hooks.ts'
import { call } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { MailIcon } from '#src/ui/art/member-icons.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { sendVerification } from './contract.ts'

/** Asks a signed-in person to confirm the email. Nothing is refused without it, so most pages spend one line on it. */
export default function VerifyBanner({ isShort }: { isShort: boolean }) {
  const t = useMemberTexts()
  return isShort ? (
    <p className="pb-2 no-print">
      <Link to={to.account} className="touch gap-2 font-semibold text-gold-text underline">
        <MailIcon />
        {t.account.confirmEmail}
      </Link>
    </p>
  ) : (
    <WholeBanner />
  )
}

function WholeBanner() {
  const t = useMemberTexts()
  const { email } = useMember()
  const send = useAction(() => call(sendVerification, {}), { toastText: t.account.sentAgain })
  return (
    <div className="pb-4 wrap-anywhere no-print">
      <Notice icon={MailIcon}>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {t.account.verifyBanner(email)}
          <Button look="secondary" small busy={send.isPending} onClick={() => send.mutate()}>
            {t.account.sendLink}
          </Button>
        </div>
      </Notice>
    </div>
  )
}
