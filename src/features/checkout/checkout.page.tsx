import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { NextStep } from '#src/features/biodata/components.ts'
import { staleAfterDays } from '#src/features/biodata/policy.ts'
import type { Way as WayToPay } from '#src/features/contact-requests/contract.ts'
import { fee, paidFor } from '#src/features/contact-requests/hooks.ts'
import { FamilyFirst } from '#src/features/family-answers/components.ts'
import { useMember, useSignInWays } from '#src/features/identity/hooks.ts'
import { FitInShort } from '#src/features/matching/components.ts'
import { checkPremium } from '#src/features/premium/contract.ts'
import type { NumberedCard } from '#src/features/profile/contract.ts'
import { cardOf } from '#src/features/profile/hooks.ts'
import { query } from '#src/platform/http/client.ts'
import { nameFor } from '#src/platform/name-spellings.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useNavigate } from '#src/platform/navigation/routing.tsx'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'
import { Portrait } from '#src/ui/art/art.tsx'
import { CheckIcon, DoneIcon, type Icon, LockIcon, PauseIcon, UnknownIcon } from '#src/ui/art/icons.ts'
import { ChevronDownIcon, DocumentIcon, MailIcon, PeopleIcon } from '#src/ui/art/member-icons.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { Empty, type Way } from '#src/ui/empty.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { NoScript } from '#src/ui/forms/form-card.tsx'
import type { Address, MemberPage } from '#src/ui/page-module.ts'
import { PaymentForm } from './payment-form.tsx'
import { RedirectForm } from './redirect-form.tsx'
import { SendForm } from './send-form.tsx'
import { WaysToPay } from './ways.tsx'

/** The number in the address, or undefined when no biodata can have it. */
export const parse = ({ params: { bioDataId = '' }, search }: Address) => ({
  number: /^[1-9]\d{0,8}$/.test(bioDataId) ? Number(bioDataId) : undefined,
  /** The kind of way to pay that the payer was led to. */
  kind: search.get('way'),
})
type Props = ReturnType<typeof parse>

const amPremium = query(checkPremium, { email: 'me' })

export const title: MemberPage['title'] = (t) => t.checkout.title
export const queries: MemberPage<Props>['queries'] = ({ number }) =>
  number ? [fee, cardOf(number), paidFor(number), amPremium] : []

export default function CheckoutPage({ number, kind }: Props) {
  const t = useMemberTexts()
  return (
    <div className="wrap py-6">
      <div className="checkout">
        <NextStep />
        <h1 className="pb-4 text-title">{t.checkout.title}</h1>
        {number ? <Checkout key={number} number={number} kind={kind} /> : obstacles(t)['not-found']}
      </div>
    </div>
  )
}

function Checkout({ number, kind }: { number: number; kind: string | null }) {
  const t = useMemberTexts()
  const navigate = useNavigate()
  const { isAdmin } = useMember()
  const { ways, requiresBiodata } = useSuspenseQuery(fee).data
  const { way, opened, choose } = useWays(ways, kind)
  const { data: card } = useSuspenseQuery(cardOf(number))
  const { data: paid } = useSuspenseQuery(paidFor(number))
  const { premium } = useSuspenseQuery(amPremium).data
  const [refused, setRefused] = useState<string>()
  const [areCardsBarred, barCards] = useState(false)
  const reasons = obstacles(t, card ?? undefined, isAdmin)
  const isBought = paid.isPaid && card?.contact !== 'own'
  const hasNoBiodata = card?.fit === null
  const asksFirst = card?.asksFirst === true
  const isFree = asksFirst && premium
  const isBarred = (hasNoBiodata && (requiresBiodata || asksFirst) && 'biodata-needed') || refused
  const known = !card ? 'not-found' : isBought ? 'already-paid' : card.contact in reasons ? card.contact : isBarred
  const obstacle = reasons[known || (way || isFree ? '' : 'payments-off')]
  // Money may be on its way although nobody can ask any more.
  if (obstacle && paid.page)
    return (
      <div className="grid gap-4">
        {obstacle}
        <ButtonLink to={to.paymentReturn(paid.page)} look="secondary">
          {t.sendMoney.seeTransfer}
        </ButtonLink>
      </div>
    )
  if (obstacle) return obstacle

  function done() {
    toast.success(t.checkout.success)
    navigate(to.myRequests, { replace: true })
  }
  // Declined cards bar cards alone.
  const onRefused = (code: string) => (code === 'cards-declined' && ways.length > 1 ? barCards(true) : setRefused(code))
  if (card && isFree)
    return (
      <div className="grid items-start gap-4 checkout-columns">
        <Summary card={card} way={undefined} />
        <FamilyFirst number={number} isFree />
      </div>
    )
  return (
    card &&
    way && (
      <div className="grid items-start gap-4 checkout-columns">
        {hasNoBiodata && <WriteFirst />}
        <Summary card={card} way={way} />
        <div className="grid gap-4 checkout-paying">
          {asksFirst && <FamilyFirst number={number} isFree={false} />}
          {card.isUnconfirmed && <Notice>{t.checkout.longUnconfirmed(staleAfterDays)}</Notice>}
          {ways.length > 1 && <WaysToPay ways={ways} chosen={way} choose={choose} />}
          {opened.map((one) => (
            // Hidden, not taken away: a payer who looks at another way loses nothing that was typed.
            <div key={one.id} hidden={one !== way}>
              <div className="grid gap-4.5 rounded-panel bg-surface shadow-e1 checkout-part">
                <NoScript />
                {one.kind === 'card' && areCardsBarred && reasons['cards-declined']}
                {one.kind === 'card' && !areCardsBarred && (
                  <PaymentForm {...{ number, asksFirst, onRefused }} way={one} onDone={done} />
                )}
                {one.kind === 'redirect' && <RedirectForm {...{ number, asksFirst, onRefused }} way={one} />}
                {one.kind === 'send' && <SendForm {...{ number, asksFirst, onRefused }} way={one} />}
              </div>
            </div>
          ))}
        </div>
      </div>
    )
  )
}

/** The first way is chosen at first, unless a link leads to another. `opened`: those that were chosen until now. */
function useWays(ways: readonly WayToPay[], kind: string | null) {
  const first = ways.find((way) => way.kind === kind) ?? ways[0]
  const [chosen, setChosen] = useState(first ? [first.id] : [])
  const opened = ways.filter(({ id }) => chosen.includes(id))
  return {
    way: ways.find(({ id }) => id === chosen[0]) ?? first,
    opened,
    choose: (id: string) => setChosen([id, ...chosen.filter((other) => other !== id)]),
  }
}

/** Said before the fee, not after a refusal (REQUIREMENTS A10). */
function WriteFirst() {
  const t = useMemberTexts()
  return (
    <section aria-labelledby="write-first" className="write-first">
      <div>
        <h2 id="write-first" className="text-h3">
          {t.checkout.readable}
        </h2>
        <p className="mt-1 text-ink-2">{t.checkout.writeFirst}</p>
      </div>
      <ButtonLink to={to.edit} look="secondary">
        {t.checkout.write}
      </ButtonLink>
    </section>
  )
}

/** Without a way nothing is paid. */
function Summary({ card, way }: { card: NumberedCard; way: WayToPay | undefined }) {
  const t = useMemberTexts()
  const { mail } = useSignInWays()
  const mailed = mail ? [t.checkout.getMail] : []
  const getBack = way && [way.kind === 'card' ? t.checkout.getBack : t.checkout.getBackAsPaid]
  const checked = card.asksFirst ? [] : [t.checkout.getChecked]
  const promises = [t.checkout.getContact, ...checked, ...(getBack ?? []), ...mailed]
  return (
    <section aria-labelledby="person" className="checkout-summary">
      <details ref={openWhereRoomy} className="rounded-panel bg-surface shadow-e1">
        <summary>
          <Portrait of={card} title={t.biodata.portrait[card.gender]} className="checkout-portrait" />
          <h2 id="person">{t.biodata.nameAndAge(nameFor(t, card), card.age)}</h2>
          {way && (
            <strong className="font-display font-normal wide-hidden">{t.format.money(way.price, way.currency)}</strong>
          )}
          <ChevronDownIcon />
        </summary>
        <div className="grid gap-5 checkout-part">
          <Facts
            facts={[
              { label: t.card.gender, value: t.options.gender[card.gender] },
              { label: t.card.division, value: t.options.division[card.division] },
            ]}
          />
          {card.confirmedOn && (
            <p className="text-md text-ink-2">{t.biodata.lastConfirmed(t.format.date(card.confirmedOn))}</p>
          )}
          {card.fit && <FitInShort fit={card.fit} gender={card.gender} />}
          <div>
            <h3 className="plain-heading text-md">{t.checkout.get}</h3>
            <ul className="mt-2 grid gap-2 text-md text-ink-2">
              {promises.map((promise) => (
                <li key={promise} className="flex gap-2.5">
                  <CheckIcon className="mt-1 text-ok" />
                  <span>{promise}</span>
                </li>
              ))}
            </ul>
          </div>
        </div>
      </details>
    </section>
  )
}

/** On phones it is one line, so that the payment begins on the first screen. */
function openWhereRoomy(details: HTMLDetailsElement | null) {
  if (details && matchMedia('(width >= 56.25rem)').matches) details.open = true
}

/** Why there is nothing to pay, by the server's code. `ways` lead to what the person came for, the best one first. */
function obstacles(t: AllTexts, card?: NumberedCard, isAdmin?: boolean): Partial<Record<string, ReactNode>> {
  const browse: Way = [to.browse, t.errors.toBiodatas]
  const profile: Way = card ? [to.details(card.id), t.card.viewProfile] : browse
  const requests: Way = [to.myRequests, t.dashboard.myContactRequest]
  const obstacle = (icon: Icon, title: string, ways: Way[], hint?: string) => (
    <Empty icon={icon} title={title} ways={ways}>
      {hint}
    </Empty>
  )
  const needed: Way = card?.fit === null ? [to.edit, t.checkout.write] : [to.privacyAndPresence, t.dashboard.privacy]
  const needless = isAdmin ? t.checkout.notNeededAdmin : t.checkout.notNeeded
  const notNeeded = obstacle(DoneIcon, needless, [profile], t.checkout.pressShow)
  const own = obstacle(DocumentIcon, t.checkout.own, [[to.viewOwn, t.dashboard.viewBiodata]])
  const from = card?.contactFrom && t.format.dateTime(card.contactFrom)
  // A date in one piece is wider than a phone in a large heading.
  const limited = from && t.biodata.limited(from.replaceAll('\u00a0', ' '))
  return {
    'not-found': obstacle(UnknownIcon, t.checkout.unknownBiodata, [browse]),
    'payments-off': obstacle(LockIcon, t.checkout.off, [profile, browse]),
    'not-needed': notNeeded,
    shown: notNeeded,
    available: notNeeded,
    'already-paid': obstacle(MailIcon, t.checkout.alreadyPaid, [requests, profile]),
    'biodata-needed': obstacle(DocumentIcon, t.checkout.readable, [needed, profile], t.checkout.publishFirst),
    'asked-lately': obstacle(PauseIcon, t.checkout.askedLately, [profile, browse], t.checkout.askedLatelyHint),
    guardian: obstacle(PeopleIcon, t.checkout.guardian, [profile], t.checkout.guardianHint),
    closed: obstacle(LockIcon, t.checkout.closed, [profile, browse]),
    limited: limited && obstacle(PauseIcon, limited, [profile, browse], t.biodata.limitedHint(from)),
    'cards-declined': obstacle(LockIcon, t.checkout.cardsDeclined, [profile]),
    invalid: own,
    own,
  }
}
