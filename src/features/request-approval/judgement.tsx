import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { rowsOf } from '#src/features/admin-list/components.ts'
import { longestReason } from '#src/features/admin-list/index.ts'
import { formatOptionOfPerson } from '#src/features/biodata/index.ts'
import type { RequestStatus } from '#src/features/contact-requests/contract.ts'
import { inBangladesh, undoSeconds } from '#src/platform/clock.ts'
import { type pagedQuery, query } from '#src/platform/http/query.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link, useNavigate } from '#src/platform/navigation/routing.tsx'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'
import { Portrait } from '#src/ui/art/art.tsx'
import { ArrowLeftIcon, ArrowRightIcon } from '#src/ui/art/icons.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { RowLink } from '#src/ui/data-table.tsx'
import { undoLast } from '#src/ui/dialogs/held.ts'
import { ReasonDialog } from '#src/ui/dialogs/reason-dialog.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { useSite } from '#src/ui/site.tsx'
import { type Asked, type allRequests, type Judgement, judgement, type Side } from './contract.ts'
import type { Decisions } from './decisions.ts'
import { KeyList, useKeys } from './judgement-keys.tsx'

export const formatDecision = (t: AllTexts, status: RequestStatus, by: string | null | undefined) =>
  by && status !== 'pending' ? t.judging.decidedBy[status](by) : t.judging.decided[status]

/** The reasons that can be chosen; the words of the last one are one's own. */
export const refusalReasons = (t: AllTexts) => [...t.judging.reasons, { label: t.judging.otherReason, words: '' }]

export function JudgementPane({
  id,
  rows,
  addressOf,
  decisions: { decisions, sending, approve, refuse, undo },
}: {
  id: string
  rows: ReturnType<typeof pagedQuery<typeof allRequests.rows>>
  addressOf: (id: string | undefined) => string
  decisions: Decisions
}) {
  const t = useMemberTexts()
  const { brand } = useSite()
  const navigate = useNavigate()
  const { data: request, dataUpdatedAt } = useSuspenseQuery(query(judgement, { id }))
  // Rows keep their place while one after the other is judged.
  const listed = rowsOf(useSuspenseInfiniteQuery({ ...rows, refetchOnMount: false }))
  const place = listed.findIndex((row) => row.id === id)
  const [previous, next] = [listed[place - 1], place < 0 ? undefined : listed[place + 1]]
  const [isRefusing, setRefusing] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const isShown = useRef(true)
  useEffect(() => {
    heading.current?.focus()
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  const { status, by } = decisions.get(id) ?? { status: request.status, by: request.decidedBy }
  const isOpen = status === 'pending'
  const go = (row: Asked | undefined) => row && navigate(addressOf(row.id), { replace: true })

  const isSending = sending.has(id)
  const formatOf = (verdict: 'approve' | 'refused') =>
    t.judging.held[verdict](request.asker.name, brand.idPrefix + request.number)

  async function approveThis() {
    if (isSending) return
    // Somebody who went on meanwhile stays where they are.
    if ((await approve(id, formatOf('approve'))) && isShown.current) go(next)
  }
  function refuseThis(reason: string) {
    void refuse([id], formatOf('refused'), reason, t.judging.sentIn(undoSeconds))
    go(next)
  }

  useKeys({
    j: () => go(next),
    k: () => go(previous),
    x: () => document.getElementById(`choose-${id}`)?.click(),
    a: () => isOpen && approveThis(),
    r: () => isOpen && !isSending && setRefusing(true),
    z: undoLast,
  })

  return (
    <div className="grid min-w-0 content-start gap-3">
      <Link to={addressOf(undefined)} className="touch gap-2 font-semibold underline">
        <ArrowLeftIcon />
        {t.judging.back}
      </Link>
      <section className="section grid gap-4" aria-labelledby="judgement">
        <div className="flex items-start justify-between gap-3">
          <h2 id="judgement" ref={heading} tabIndex={-1} className="text-h3 wrap-anywhere judgement-name">
            {request.asker.name}{' '}
            <span className="block font-sans text-md font-normal text-ink-2">
              {t.judging.asksFor(brand.idPrefix + request.number)}
              {isOpen && `, ${t.admin.waits(request.waits)}`}
            </span>
            {request.deleted && <Pill tone="gold">{t.judging.deletedByPayer}</Pill>}
          </h2>
          <div className="flex">
            <Step to={previous && addressOf(previous.id)} label={t.judging.previous} icon={ArrowLeftIcon} />
            <Step to={next && addressOf(next.id)} label={t.judging.next} icon={ArrowRightIcon} />
          </div>
        </div>
        <BothPeople {...request} />
        <p className="border-t pt-3">
          <b className="font-semibold">
            {t.judging.paid(t.format.money(request.payment.price, request.payment.currency))}
          </b>{' '}
          <span className="block text-md text-ink-2 wrap-anywhere">
            {t.format.dateTime(request.date)}
            {request.payment.status !== 'succeeded' &&
              `, ${t.money.states[request.payment.status] ?? request.payment.status}`}
            {request.payment.providerRef && (
              <>
                {', '}
                <RowLink to={`${to.paymentFindings}?search=${request.payment.providerRef}`}>
                  {request.payment.providerRef}
                </RowLink>
              </>
            )}
          </span>
        </p>
        {isOpen ? (
          <div className="flex flex-wrap gap-2.5">
            <Button busy={isSending} onClick={approveThis}>
              {t.judging.approve}
            </Button>
            <Button look="secondary" disabled={isSending} onClick={() => setRefusing(true)}>
              {t.judging.refuse}
            </Button>
          </div>
        ) : (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <p role="status" className="font-semibold">
              {formatDecision(t, status, by)}
              {request.because && (
                <span className="block font-normal text-ink-2">{t.requests.because(request.because)}</span>
              )}
            </p>
            {status === 'approve' && request.undoMs !== null && (
              <UndoButton until={dataUpdatedAt + request.undoMs} undo={() => undo([id])} />
            )}
          </div>
        )}
      </section>
      <KeyList />
      <ReasonDialog
        open={isRefusing}
        onClose={() => setRefusing(false)}
        title={t.judging.refuseTitle}
        label={t.judging.reads(request.asker.name)}
        longest={longestReason}
        choices={refusalReasons(t)}
        confirmLabel={t.judging.refuseAndPayBack}
        danger
        onConfirm={refuseThis}
      >
        {t.judging.notTold}
      </ReasonDialog>
    </div>
  )
}

/** For as long as it can be undone, in whichever tab or page; `until` is of this browser's clock. */
function UndoButton({ until, undo }: { until: number; undo: () => Promise<unknown> }) {
  const t = useMemberTexts()
  const [isOver, setOver] = useState(false)
  const [isSending, setSending] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), until - Date.now())
    return () => clearTimeout(timer)
  }, [until])
  if (isOver) return null
  return (
    <Button
      small
      look="secondary"
      busy={isSending}
      onClick={async () => {
        setSending(true)
        await undo()
        setSending(false)
      }}
    >
      {t.actions.undo}
    </Button>
  )
}

function Step({
  to: address,
  label,
  icon: StepIcon,
}: {
  to: string | undefined
  label: string
  icon: typeof ArrowLeftIcon
}) {
  if (!address) return null
  return (
    <ButtonLink to={address} replace look="quiet" className="min-h-11 judgement-step" aria-label={label} title={label}>
      <StepIcon />
    </ButtonLink>
  )
}

function BothPeople({ asker, asked }: Pick<Judgement, 'asker' | 'asked'>) {
  const t = useMemberTexts()
  const { requests } = asker
  const fact = (label: string, of: (side: Side) => ReactNode) => (
    <tr>
      <th scope="row">{label}</th>
      <td>{of(asker) ?? '–'}</td>
      <td>{(asked && of(asked)) ?? '–'}</td>
    </tr>
  )
  const { options } = t
  const word = (labels: Record<string, string>, value: string | undefined) => value && (labels[value] ?? value)
  return (
    <table className="versus">
      <caption className="sr-only">{t.judging.both}</caption>
      <thead>
        <tr>
          <td />
          <Head side={asker} role={t.judging.asks} />
          <Head side={asked} role={t.judging.isAsked} />
        </tr>
      </thead>
      <tbody>
        {fact(t.judging.age, ({ biodata }) => (biodata && t.format.digits(biodata.age)) || undefined)}
        {fact(t.judging.division, ({ biodata }) => word(options.division, biodata?.division))}
        {fact(t.judging.occupation, ({ biodata }) => word(options.occupation, biodata?.occupation))}
        {fact(
          t.judging.maritalStatus,
          ({ biodata }) =>
            biodata?.maritalStatus && formatOptionOfPerson(t, 'maritalStatus', biodata.maritalStatus, biodata.gender),
        )}
        {fact(t.judging.since, (side) => (
          <>
            {/* On a phone it would break inside the year. */}
            <span className="judgement-since">{t.format.shortDate(inBangladesh(side.since).day)}</span>
            <span className="block text-md font-normal text-ink-2">
              {side.isVerified ? t.judging.verified : t.judging.notVerified}
            </span>
          </>
        ))}
        {fact(t.judging.week, (side) => t.format.digits(side.requests.week))}
        <tr>
          <th scope="row">{t.judging.quarter}</th>
          <td>{t.judging.made(requests.made)}</td>
          <td>{asked ? t.judging.received(asked.requests.received, asked.requests.shown) : '–'}</td>
        </tr>
      </tbody>
    </table>
  )
}

function Head({ side, role }: { side: Side | null; role: string }) {
  const t = useMemberTexts()
  const { brand } = useSite()
  const biodata = side?.biodata
  return (
    <th scope="col">
      {biodata && (
        <Portrait
          gender={biodata.gender}
          bioDataId={biodata.number}
          premium={biodata.premium}
          className="mb-3 portrait-small"
        />
      )}
      {side ? (
        <Link to={biodata ? to.details(side.id) : to.person(side.id)} className="font-semibold underline">
          {side.name}
        </Link>
      ) : (
        t.judging.gone
      )}
      <span className="block text-md text-ink-2">
        {biodata ? brand.idPrefix + biodata.number : t.judging.noBiodata}, {role}
      </span>
    </th>
  )
}
