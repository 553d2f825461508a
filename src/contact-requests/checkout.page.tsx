import '#sandbox/stripe/card.css'
import { Elements } from '@stripe/react-stripe-js'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMember } from '#src/accounts/hooks.ts'
import type { PageModule, PageProps } from '#src/pages.ts'
import { to } from '#src/platform/addresses.ts'
import type { CallFailed } from '#src/platform/http/client.ts'
import { ask } from '#src/platform/http/query.ts'
import { type AllTexts, useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { useNavigate } from '#src/platform/routing.tsx'
import { sayFailure } from '#src/problems.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { TextField } from '#src/ui/field.tsx'
import { DocumentIcon, DoneIcon, type Icon, LockIcon, MailIcon, UnknownIcon } from '#src/ui/icons.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { toast } from '#src/ui/toast.tsx'
import { CardForm } from './card-form.tsx'
import { beginPayment, paymentOptions } from './contract.ts'
import { paidFor } from './hooks.ts'
import { useProviderScript } from './provider-script.ts'

const optionsFor = (number: number) => ask(paymentOptions, { bioDataId: number })

/** The number in the address, or undefined when no biodata can have it. */
const numberIn = (text = '') => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)

export const title: PageModule['title'] = (t) => t.checkout.title
export const questions: PageModule['questions'] = ({ params }) => {
  const number = numberIn(params.bioDataId)
  return number ? [optionsFor(number), paidFor(number)] : []
}

export default function CheckoutPage({ params }: PageProps) {
  const t = useMemberTexts()
  const number = numberIn(params.bioDataId)
  return (
    <div className="wrap py-6">
      <div className="mx-auto max-w-120">
        <h1 className="pb-4 text-title">{t.checkout.title}</h1>
        {number ? <Checkout key={number} number={number} /> : <Obstacle {...obstacles(t)['not-found']} />}
      </div>
    </div>
  )
}

function Checkout({ number }: { number: number }) {
  const t = useMemberTexts()
  const navigate = useNavigate()
  const { email, name, isPremium } = useMember()
  const { price, currency, provider, biodataId } = useSuspenseQuery(optionsFor(number)).data
  const { data: paid } = useSuspenseQuery(paidFor(number))
  const known = paid.isPaid
    ? 'already-paid'
    : !biodataId
      ? 'not-found'
      : isPremium
        ? 'not-needed'
        : provider
          ? undefined
          : 'payments-off'
  const script = useProviderScript(known ? null : provider)
  const payment = useQuery({
    ...ask(beginPayment, { bioDataId: number }),
    enabled: !known,
    // Its secret stays good until it is paid, and is of no use to anybody after that.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const obstacle = obstacles(t, biodataId)[known ?? payment.error?.code ?? '']
  if (obstacle) return <Obstacle {...obstacle} />

  function done() {
    toast.success(t.checkout.success)
    navigate(to.myRequests, { replace: true })
  }
  return (
    <div className="grid gap-4.5 rounded-panel bg-surface p-4 shadow-e1 sm:p-7">
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="font-semibold">{t.checkout.fee}</span>
        <span className="font-display text-h3">{t.format.money(price, currency)}</span>
      </p>
      <TextField label={t.checkout.biodataId} value={number} readOnly />
      <TextField label={t.checkout.yourEmail} type="email" value={email} readOnly />
      <Elements stripe={script.data ?? null}>
        <CardForm
          number={number}
          billing={{ email, name: name || 'anonymous' }}
          clientSecret={payment.data?.clientSecret}
          isSandbox={provider?.sandbox ?? false}
          onUnclear={() => payment.refetch()}
          onDone={done}
        />
      </Elements>
      {script.error && <Failed onRetry={script.refetch}>{t.checkout.providerMissing}</Failed>}
      {payment.error && <Failed onRetry={payment.refetch}>{sayFailure(t, payment.error)}</Failed>}
      {provider?.sandbox && <p className="text-sm text-ink-2">{t.checkout.sandbox}</p>}
    </div>
  )
}

function Failed({ onRetry, children }: { onRetry: () => unknown; children: string }) {
  const t = useMemberTexts()
  return (
    <Notice
      tone="danger"
      action={
        <Button look="secondary" small onClick={() => onRetry()}>
          {t.common.tryAgain}
        </Button>
      }
    >
      {children}
    </Notice>
  )
}

type Way = readonly [address: string, label: string]

interface Reason {
  icon: Icon
  text: string
  /** Where the person finds what they came for, the best way first. */
  ways: Way[]
}

/** Why nothing can be paid here, by the code of the server's refusal. */
function obstacles(
  t: AllTexts,
  biodataId?: string,
): Partial<Record<CallFailed['code'], Reason>> & { 'not-found': Reason } {
  const browse: Way = [to.browse, t.errors.toBiodatas]
  const profile: Way = biodataId ? [to.details(biodataId), t.card.viewProfile] : browse
  return {
    'not-found': { icon: UnknownIcon, text: t.checkout.unknownBiodata, ways: [browse] },
    'payments-off': { icon: LockIcon, text: t.checkout.off, ways: [profile, browse] },
    'not-needed': { icon: DoneIcon, text: t.checkout.notNeeded, ways: [profile] },
    'already-paid': {
      icon: MailIcon,
      text: t.checkout.alreadyPaid,
      ways: [[to.myRequests, t.checkout.toRequests], profile],
    },
    invalid: { icon: DocumentIcon, text: t.checkout.own, ways: [[to.viewOwn, t.biodata.viewTitle]] },
  }
}

const Obstacle = ({ icon, text, ways }: Reason) => (
  <Empty
    icon={icon}
    title={text}
    action={
      <div className="flex flex-wrap justify-center gap-2">
        {ways.map(([address, label], place) => (
          <ButtonLink key={address} to={address} look={place === 0 ? 'primary' : 'secondary'}>
            {label}
          </ButtonLink>
        ))}
      </div>
    }
  />
)
