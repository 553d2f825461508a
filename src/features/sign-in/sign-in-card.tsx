import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Card } from '#src/features/biodata/contract.ts'
import { cardBehindLogin } from '#src/features/browse/contract.ts'
import { RefusalNotice, type useAttempt } from '#src/features/identity/components.ts'
import { useSignInWays } from '#src/features/identity/hooks.ts'
import { confirmRecord, signInByPasskey, signInWith } from '#src/features/identity/index.ts'
import { query } from '#src/platform/http/client.ts'
import { safeReturn, to } from '#src/platform/navigation/addresses.ts'
import { matchPath, useLocation } from '#src/platform/navigation/routing.tsx'
import { useEntryTexts } from '#src/texts/texts.tsx'
import { Portrait } from '#src/ui/art/art.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { FormCard, NoScript } from '#src/ui/forms/form-card.tsx'
import { useHydrated } from '#src/ui/hydrated.ts'
import { useSite } from '#src/ui/site.tsx'

interface CardProps {
  title: string
  from: string | undefined
  returnTo: { profile: string; page: string }
  attempts: ReturnType<typeof useAttempt>
  lead?: string
  side?: ReactNode
  children: ReactNode
}

/** The biodata that the person wanted to read before the login, if it was one. */
const waitingIn = (from: string | undefined) => {
  const id = matchPath(to.details(':id'), safeReturn(from ?? null))?.id
  return id && isUuid.test(id) ? id : undefined
}
const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export const queriesFor = ({ from }: { from: string | undefined }) => {
  const id = waitingIn(from)
  return id ? [query(cardBehindLogin, { id })] : []
}

export function SignInCard(props: CardProps) {
  const id = waitingIn(props.from)
  return id ? <BehindLogin id={id} {...props} /> : <Ways {...props} />
}

function BehindLogin({ id, ...props }: CardProps & { id: string }) {
  const { data: card } = useSuspenseQuery(query(cardBehindLogin, { id }))
  return <Ways {...props} waiting={card ?? undefined} />
}

function Ways({
  title,
  from,
  returnTo,
  attempts,
  lead,
  side,
  waiting,
  children,
}: CardProps & { waiting?: Card | undefined }) {
  const { refusal, attempt, secondStep } = attempts
  const t = useEntryTexts()
  const { brand } = useSite()
  const client = useQueryClient()
  const { pathname } = useLocation()
  const target = safeReturn(from ?? null)
  // The account is there: the form could only make it a second time. It is kept, with what was typed.
  const isUnrecorded = refusal?.code === 'unrecorded'
  const ways = [
    [to.register(from), t.nav.register, t.entry.isFree],
    [to.login(from), t.nav.login, t.entry.isMember],
  ] as const
  return (
    <FormCard
      title={waiting ? t.entry.read(brand.idPrefix + waiting.number) : title}
      side={waiting ? <Waiting card={waiting} /> : side}
    >
      <NoScript />
      {lead && <p className="text-ink-2">{lead}</p>}
      {waiting && (
        <div className="wide-hidden">
          <Waiting card={waiting} />
        </div>
      )}
      {target !== to.home && (
        <>
          <p className="text-ink-2">{matchPath(to.details(':id'), target) ? returnTo.profile : returnTo.page}</p>
          <nav aria-label={t.entry.ways} className="two-ways">
            {ways.map(([address, name, note]) => (
              <ButtonLink
                key={address}
                to={address}
                replace
                look="secondary"
                aria-current={address.startsWith(pathname) ? 'page' : undefined}
              >
                {name} <span className="text-sm font-normal">{note}</span>
              </ButtonLink>
            ))}
          </nav>
        </>
      )}
      {refusal && (
        <RefusalNotice text={refusal.text}>
          {isUnrecorded && (
            <Button
              look="secondary"
              small
              className="mt-3"
              onClick={() => attempt(() => confirmRecord(client), refusal.done!)}
            >
              {t.common.tryAgain}
            </Button>
          )}
        </RefusalNotice>
      )}
      {secondStep}
      <div className={isUnrecorded || secondStep ? 'hidden' : 'grid gap-4.5'}>
        <ProviderButtons attempt={attempt} />
        {children}
      </div>
    </FormCard>
  )
}

/** Only what a visitor may read. */
function Waiting({ card }: { card: Card }) {
  const t = useEntryTexts()
  const { brand } = useSite()
  const facts = [t.format.digits(card.age), t.options.occupation[card.occupation], t.options.division[card.division]]
  return (
    <div className="waiting">
      <Portrait of={card} />
      <p className="font-semibold text-gold">{t.entry.waits}</p>
      <p className="card-name">{brand.idPrefix + card.number}</p>
      <p>{facts.join(', ')}</p>
      <p className="wide-only">{t.entry.registeringIsFree}</p>
    </div>
  )
}

/** `isAlone`: no form for a password follows. */
export function ProviderButtons({ attempt, isAlone }: Pick<CardProps['attempts'], 'attempt'> & { isAlone?: boolean }) {
  const t = useEntryTexts()
  const { isDemo } = useSite()
  const client = useQueryClient()
  const ways = useSignInWays()
  const isHydrated = useHydrated()
  const offered = (['google', 'oidc'] as const).filter((provider) => ways[provider])
  if (offered.length === 0 && !ways.passkey) return null
  return (
    <div className="needs-script">
      <div className="grid gap-2">
        {offered.map((provider) => (
          <Button
            key={provider}
            look="secondary"
            disabled={!isHydrated}
            onClick={() => attempt(() => signInWith(client, provider), t.entry.loginDone)}
          >
            {provider === 'google' && <GoogleMark />}
            {t.entry[provider]}
          </Button>
        ))}
        {ways.passkey && (
          <Button
            look="secondary"
            disabled={!isHydrated || !window.PublicKeyCredential}
            onClick={() => attempt(() => signInByPasskey(client), t.entry.loginDone)}
          >
            {t.entry.passkey}
          </Button>
        )}
        {isDemo && ways.google && <p className="text-center text-sm text-ink-2">{t.entry.sandboxGoogle}</p>}
        {!isAlone && (
          <p className="or-line">
            <span className="stitch flex-1" />
            {t.entry.or}
            <span className="stitch flex-1" />
          </p>
        )}
      </div>
    </div>
  )
}

/** Google's mark in its own colours, as its rules for sign-in buttons ask. */
const googleMark = {
  '#ea4335':
    'M24 9.5c3.5 0 6.7 1.2 9.2 3.6l6.8-6.8C35.9 2.4 30.5 0 24 0 14.6 0 6.5 5.4 2.6 13.2l8 6.2C12.4 13.7 17.7 9.5 24 9.5z',
  '#4285f4': 'M47 24.6c0-1.6-.1-3.1-.4-4.5H24v9h12.9c-.6 3-2.3 5.5-4.8 7.2l7.7 6c4.5-4.2 7.1-10.4 7.1-17.6z',
  '#fbbc05': 'M10.5 28.6c-.5-1.4-.8-3-.8-4.6s.3-3.1.8-4.6l-8-6.2C.9 16.5 0 20.1 0 24c0 3.9.9 7.5 2.6 10.8l8-6.2z',
  '#34a853':
    'M24 48c6.5 0 11.9-2.1 15.9-5.8l-7.7-6c-2.1 1.4-4.9 2.3-8.2 2.3-6.3 0-11.6-4.2-13.5-9.9l-8 6.2C6.5 42.6 14.6 48 24 48z',
}
const GoogleMark = () => (
  <svg viewBox="0 0 48 48" aria-hidden="true" className="size-5">
    {Object.entries(googleMark).map(([fill, d]) => (
      <path key={fill} fill={fill} d={d} />
    ))}
  </svg>
)
