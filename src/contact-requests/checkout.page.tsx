import '#sandbox/stripe/card.css'
import { Elements } from '@stripe/react-stripe-js'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useMember } from '#src/accounts/hooks.ts'
import type { PageModule, PageProps } from '#src/pages.ts'
import { to } from '#src/platform/addresses.ts'
import type { CallFailed } from '#src/platform/http/client.ts'
import { ask } from '#src/platform/http/query.ts'
import { type AllTexts, useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { sayFailure } from '#src/problems.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { TextField } from '#src/ui/field.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { toast } from '#src/ui/toast.tsx'
import { CardForm } from './card-form.tsx'
import { beginPayment, paymentOptions } from './contract.ts'
import { paidFor } from './hooks.ts'
import { useProviderScript } from './provider-script.ts'

const options = ask(paymentOptions, {})

/** The number in the address, or undefined when no biodata can have it. */
const numberIn = (text = '') => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)

export const title: PageModule['title'] = (t) => t.checkout.title
export const questions: PageModule['questions'] = ({ params }) => {
  const number = numberIn(params.bioDataId)
  return number ? [options, paidFor(number)] : []
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
  const { price, currency, provider } = useSuspenseQuery(options).data
  const { data: paid } = useSuspenseQuery(paidFor(number))
  const known = !provider ? 'payments-off' : paid.isPaid ? 'already-paid' : isPremium ? 'not-needed' : undefined
  const script = useProviderScript(known ? null : provider)
  const payment = useQuery({
    ...ask(beginPayment, { bioDataId: number }),
    enabled: !known,
    // Its secret stays good until it is paid, and is of no use to anybody after that.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const obstacle = obstacles(t)[known ?? payment.error?.code ?? '']
  if (obstacle) return <Obstacle {...obstacle} />

  function done() {
    toast.success(t.checkout.success)
    navigate(to.myRequests, { replace: true })
  }
  return (
    <div className="grid gap-4.5 rounded-panel bg-surface p-5 shadow-e1 sm:p-7">
      <p className="flex items-center justify-between gap-4">
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

interface Reason {
  text: string
  link: string
  label: string
}

/** Why nothing can be paid here, by the code of the server's refusal. */
const obstacles = (t: AllTexts): Partial<Record<CallFailed['code'], Reason>> & { 'not-found': Reason } => {
  const browse = { link: to.browse, label: t.errors.toBiodatas }
  return {
    'not-found': { text: t.checkout.unknownBiodata, ...browse },
    'payments-off': { text: t.checkout.off, ...browse },
    'not-needed': { text: t.checkout.notNeeded, ...browse },
    'already-paid': { text: t.checkout.alreadyPaid, link: to.myRequests, label: t.checkout.toRequests },
    invalid: { text: t.checkout.own, link: to.viewOwn, label: t.biodata.viewTitle },
  }
}

const Obstacle = ({ text, link, label }: Reason) => (
  <Empty title={text} action={<ButtonLink to={link}>{label}</ButtonLink>} />
)
