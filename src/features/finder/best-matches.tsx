import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatOption, isNumber, wishes } from '#src/features/biodata/index.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { MemberCards } from '#src/features/matching/components.ts'
import { formatWished, formatWishNames, labelOf } from '#src/features/matching/index.ts'
import { enoughPeople, fewWishes } from '#src/features/matching/policy.ts'
import { type Found, find, type OwnWishes, rememberSteps } from '#src/features/search/contract.ts'
import { isPlain } from '#src/features/search/index.ts'
import { call, queriesOf } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'
import { WishesIcon } from '#src/ui/art/member-icons.ts'
import { toast } from '#src/ui/dialogs/toast.tsx'

type Part = NonNullable<Found['part']>

/** Where they are the whole list, its total has said how many. */
function formatPart(t: AllTexts, { mayMiss, people = 0, isRest }: Part, total: number | undefined) {
  if (isRest) return t.best.rest
  const count = t.format.number(people)
  if (mayMiss.length > 0) return t.best.others(count, formatWishNames(t, mayMiss))
  if (people === total) return t.best.everybody
  return total === undefined ? t.best.all(count) : t.best.allOf(count, t.format.number(total))
}

/** Where these are all or none, the heading has said it, or the cards do. */
const formatBothWays = (t: AllTexts, { people = 0, bothWays = 0 }: Part) =>
  bothWays > 0 && bothWays < people && t.best.bothWays

const linked = 'inline-block py-1 font-medium text-ink underline'

/** Everybody else stands behind every step. */
const stepOf = ({ mayMiss, isRest }: Part): number | 'rest' => (isRest ? 'rest' : mayMiss.length)

type SearchWith = (change: { steps: number }) => string

interface BestMatchesProps {
  cards: Found[]
  isWhole: boolean
  total: number | undefined
  /** Whether others stand before them, on another page. */
  isContinued: boolean
  searchWith: SearchWith
  save: ReactNode
}

export function BestMatches({ cards, isWhole, total, isContinued, searchWith, save }: BestMatchesProps) {
  const t = useMemberTexts()
  const { further } = cards[0]!.part!
  const parts = [...new Set(cards.map(({ part }) => stepOf(part!)))].map((step) => ({
    step,
    found: cards.filter(({ part }) => stepOf(part!) === step),
  }))
  const onLadder = cards.filter(({ part }) => !part!.isRest).length
  // Who is put first can be seen by now.
  const isLadderWhole = isWhole || onLadder < cards.length
  const canGoFurther = further && !isContinued && isLadderWhole && onLadder < enoughPeople
  const wider = canGoFurther && (
    <p className="mb-4 flex flex-wrap items-baseline gap-x-5 gap-y-1 text-ink-2">
      <span>{t.best.leftOut}</span>
      <StepsLink steps={further.length} searchWith={searchWith}>
        {t.best.include(formatWishNames(t, further))}
      </StepsLink>
    </p>
  )
  return (
    <>
      {parts[0]!.step !== 0 && !isContinued && <p className="mb-4 text-lg font-semibold">{t.best.nobody}</p>}
      {parts.map(({ step, found }, place) => (
        <section key={step} className={step === 0 ? undefined : 'ladder'}>
          <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <h2 className="text-h3">{formatPart(t, found[0]!.part!, total)}</h2>
            {step === 0 && (
              <p className="text-ink-2">
                {!isContinued && formatBothWays(t, found[0]!.part!)}{' '}
                <Link to={to.fit} className="font-medium text-ink underline">
                  {t.best.how}
                </Link>
              </p>
            )}
            {step !== 0 && step !== 'rest' && (
              <p className="w-full text-ink-2">
                {t.best.lead}{' '}
                <StepsLink steps={step - 1} searchWith={searchWith}>
                  {t.best.leaveOut}
                </StepsLink>
              </p>
            )}
          </div>
          {step === 'rest' && wider}
          <MemberCards cards={found} heading="h3">
            {place === 0 && save}
          </MemberCards>
          {step === 0 && <MoreWishes found={found} />}
        </section>
      ))}
      {onLadder === cards.length && wider && <div className="mt-8">{wider}</div>}
    </>
  )
}

/** With few wishes all of many people meet them, and nothing tells them apart. */
function MoreWishes({ found: [first] }: { found: Found[] }) {
  const t = useMemberTexts()
  const { people = 0 } = first!.part!
  if (people < enoughPeople || (first!.fit?.yours.of ?? fewWishes) >= fewWishes) return null
  return (
    <p className="mt-4">
      <Link to={to.edit} className={linked}>
        {t.best.moreWishes(t.format.number(people))}
      </Link>
    </p>
  )
}

/** Keeps the steps for the next list, too. */
function StepsLink({ steps, searchWith, children }: { steps: number; searchWith: SearchWith; children: ReactNode }) {
  const t = useMemberTexts()
  const client = useQueryClient()
  const { email } = useMember()
  const { mutate } = useMutation({
    // One after the other: of two presses the second has to win.
    scope: { id: 'steps' },
    mutationFn: () => call(rememberSteps, { steps, email }),
    // This list was asked for by its address; others refetch once they are shown.
    onSuccess: () => client.invalidateQueries({ ...queriesOf(find), refetchType: 'none' }),
    onError: (error) => toast.failed(t, error),
  })
  return (
    <Link to={to.browse + searchWith({ steps })} onClick={() => mutate()} className={linked}>
      {children}
    </Link>
  )
}

/** Numbers say by their unit what they are about. */
function formatWish(t: AllTexts, { name, ...asked }: OwnWishes['wishes'][number]) {
  const words = formatWished(t, name, asked)
  if (isNumber(name)) return words
  return isPlain(wishes[name].about) ? words : t.actions.named(labelOf(t, name), words)
}

/** How many wishes a phone shows before the rest folds. */
const shownOnPhones = 2

/** The order removes nobody, so it is no filter. */
export function FromYourWishes({ own }: { own: OwnWishes }) {
  const t = useMemberTexts()
  const parts = [
    formatOption(t, 'gender', own.gender === 'Male' ? 'Female' : 'Male'),
    ...own.wishes.map((wish) => formatWish(t, wish)),
  ]
  const rest = parts.slice(shownOnPhones)
  const format = (parts: readonly string[]) => <b>{parts.join('\u00a0· ')}</b>
  return (
    <div className="from-wishes">
      <WishesIcon />
      <p className={rest.length > 0 ? 'phone-hidden' : undefined}>
        {t.best.fromWishes} {format(parts)}
      </p>
      {rest.length > 0 && (
        <details className="phone-only">
          <summary>
            {t.best.fromWishes} {format(parts.slice(0, shownOnPhones))} <u>{t.best.more(rest.length)}</u>
          </summary>
          {format(rest)}
        </details>
      )}
      <Link to={`${to.edit}#expects`} aria-label={t.whyYouTwo.change} className="touch font-semibold underline">
        {t.best.change}
      </Link>
    </div>
  )
}
