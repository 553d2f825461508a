import { useMutation, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Pane } from '#src/features/admin-list/components.ts'
import { longestReason } from '#src/features/admin-list/index.ts'
import type { RequestStatus } from '#src/features/contact-requests/contract.ts'
import { FamilyCalls } from '#src/features/family-answers/components.ts'
import { Stitches } from '#src/features/matching/components.ts'
import { undoSeconds } from '#src/platform/clock.ts'
import { type pagedQuery, query } from '#src/platform/http/client.ts'
import { nameFor } from '#src/platform/name-spellings.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link, useNavigate } from '#src/platform/navigation/routing.tsx'
import { type AdminTexts, useAdminTexts } from '#src/texts/texts.tsx'
import { Portrait } from '#src/ui/art/art.tsx'
import { Button } from '#src/ui/button.tsx'
import { RowLink } from '#src/ui/data-table.tsx'
import { undoLast } from '#src/ui/dialogs/held.ts'
import { ReasonButton } from '#src/ui/dialogs/reason-dialog.tsx'
import { rowsOf } from '#src/ui/paged-table.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { useSite } from '#src/ui/site.tsx'
import { type Asked, type allRequests, type Judgement, judgement } from './contract.ts'
import type { Decisions } from './decisions.ts'
import { factsOf } from './facts.tsx'
import { KeyList, useKeys } from './judgement-keys.tsx'

export const formatDecision = (t: AdminTexts, status: RequestStatus, by: string | null | undefined) =>
  by && status !== 'pending' ? t.judging.decidedBy[status](by) : t.judging.decided[status]

type Refusing = Omit<ComponentProps<typeof ReasonButton>, 'question'> & { label: string; isFree?: boolean }

export function RefuseButton({ label, isFree, ...button }: Refusing) {
  const t = useAdminTexts()
  const question = {
    title: t.judging.refuseTitle,
    label,
    longest: longestReason,
    // The words of the last one are one's own.
    choices: [...t.judging.reasons, { label: t.safety.reasons.other, words: '' }],
    confirmLabel: isFree ? t.judging.refuseFree : t.judging.refuseAndPayBack,
    danger: true,
    hint: t.judging.notTold,
  }
  return <ReasonButton {...button} question={question} />
}

export function JudgementPane({
  id,
  rows,
  addressOf,
  decisions: { decisions, approve, refuse, undo },
}: {
  id: string
  rows: ReturnType<typeof pagedQuery<typeof allRequests.rows>>
  addressOf: (id: string | undefined) => string
  decisions: Decisions
}) {
  const t = useAdminTexts()
  const { brand } = useSite()
  const navigate = useNavigate()
  const { data: request, dataUpdatedAt } = useSuspenseQuery(query(judgement, { id }))
  // Rows keep their place while one after the other is judged.
  const listed = rowsOf(useSuspenseInfiniteQuery({ ...rows, refetchOnMount: false }))
  const place = listed.findIndex((row) => row.id === id)
  const [previous, next] = [listed[place - 1], place < 0 ? undefined : listed[place + 1]]
  const heading = useRef<HTMLHeadingElement>(null)

  const known = decisions.get(id)
  // An approval forwards it where the family is asked first.
  const isForwarded = known?.status === 'approve' && request.status === 'forwarded'
  const { status, by } = isForwarded || !known ? { status: request.status, by: request.decidedBy } : known
  const isOpen = status === 'pending'
  const { payment } = request
  const asker = nameFor(t, request.asker)
  const go = (row: Asked | undefined) => row && navigate(addressOf(row.id), { replace: true })
  const formatOf = (verdict: 'approve' | 'refused') =>
    t.judging.held(t.judging.decided[verdict], asker, brand.idPrefix + request.number)

  const approving = useMutation({
    mutationFn: () => approve(id, formatOf('approve')),
    // Somebody who went on meanwhile stays where they are: this heading is gone.
    onSuccess: (isDone) => isDone && heading.current && go(next),
  })
  function refuseThis(reason: string) {
    void refuse([id], formatOf('refused'), reason, t.judging.sentIn(undoSeconds))
    go(next)
  }

  useKeys({
    j: () => go(next),
    k: () => go(previous),
    x: () => document.getElementById(`choose-${id}`)?.click(),
    a: () => document.getElementById('approve')?.click(),
    r: () => document.getElementById('refuse')?.click(),
    z: undoLast,
  })

  return (
    <Pane
      heading={heading}
      name={asker}
      detail={
        <>
          {t.judging.asksFor(brand.idPrefix + request.number)}
          {isOpen && `, ${t.requests.waits(request.waits)}`}
        </>
      }
      mark={request.deleted && <Pill tone="gold">{t.judging.deletedByPayer}</Pill>}
      back={t.judging.back}
      addressOf={addressOf}
      previous={previous}
      next={next}
      below={<KeyList />}
    >
      <div className="grid gap-4">
        <Match {...request} />
        {request.introduction && (
          <section aria-label={t.judging.introduction} className="border-t pt-3">
            <h3 className="font-sans text-base font-semibold">{t.judging.introduction}</h3>
            <p className="wrap-anywhere whitespace-pre-line">{request.introduction}</p>
          </section>
        )}
        {isOpen && request.asksFamily && (
          <p id="asks-family">{request.mustBeCalled ? t.calling.before : t.judging.asksFamily}</p>
        )}
        {request.asked && (
          <FamilyCalls request={id} person={request.asked.id} calls={request.calls} isForBureau={request.isForBureau} />
        )}
        <BothPeople {...request} />
        <p className="border-t pt-3">
          <b className="font-semibold">
            {payment ? t.judging.paid(t.format.money(payment.price, payment.currency)) : t.judging.free}
          </b>{' '}
          <span className="block text-md text-ink-2 wrap-anywhere">
            {t.format.dateTime(request.date)}
            {payment && payment.status !== 'succeeded' && `, ${t.money.states[payment.status] ?? payment.status}`}
            {payment?.providerRef && (
              <>
                <br />
                {t.money.reference}:{' '}
                <RowLink to={`${to.payments}?search=${payment.providerRef}`}>{payment.providerRef}</RowLink>
              </>
            )}
          </span>
        </p>
      </div>
      {isOpen ? (
        <div className="judgement-foot">
          <Button
            id="approve"
            busy={approving.isPending}
            aria-describedby={request.asksFamily ? 'asks-family' : undefined}
            onClick={() => approving.mutate()}
          >
            {t.judging.approveButton}
          </Button>
          <RefuseButton
            id="refuse"
            isFree={!payment}
            disabled={approving.isPending}
            label={t.judging.reads(asker)}
            act={refuseThis}
          >
            {t.judging.refuse}
          </RefuseButton>
          <p className="text-md text-ink-2">{t.judging.canUndo(undoSeconds)}</p>
        </div>
      ) : (
        <div className="judgement-foot">
          <p role="status" className="font-semibold">
            {formatDecision(t, status, by)}
            {status === 'forwarded' && request.answerBy && (
              <span className="block font-normal text-ink-2">
                {t.judging.answerBy(t.format.dateTime(request.answerBy))}
              </span>
            )}
            {request.because && (
              <span className="block font-normal text-ink-2">{t.requests.because(request.because)}</span>
            )}
          </p>
          {request.undoMs !== null && (status === 'approve' || status === 'forwarded') && (
            <UndoButton until={dataUpdatedAt + request.undoMs} undo={() => undo([id])} />
          )}
        </div>
      )}
    </Pane>
  )
}

/** For as long as it can be undone, in whichever tab or page; `until` is of this browser's clock. */
function UndoButton({ until, undo }: { until: number; undo: () => Promise<unknown> }) {
  const t = useAdminTexts()
  const [isOver, setOver] = useState(false)
  const undoing = useMutation({ mutationFn: undo })
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), until - Date.now())
    return () => clearTimeout(timer)
  }, [until])
  if (isOver) return null
  return (
    <Button small look="secondary" busy={undoing.isPending} onClick={() => undoing.mutate()}>
      {t.actions.undo}
    </Button>
  )
}

function Match({ match, asker: { biodata } }: Pick<Judgement, 'match' | 'asker'>) {
  const t = useAdminTexts()
  if (!match || !biodata) return null
  const { ofAsker, ofAsked } = match
  const sides = [
    [biodata.gender, ofAsker],
    [biodata.gender === 'Female' ? 'Male' : 'Female', ofAsked],
  ] as const
  const of = ofAsker.of + ofAsked.of
  return (
    <div className="judgement-match">
      <p className="font-semibold">{of > 0 ? t.judging.match(ofAsker.met + ofAsked.met, of) : t.judging.noWishes}</p>
      {sides.map(
        ([gender, wishes]) =>
          wishes.of > 0 && (
            <p key={gender}>
              <Stitches {...wishes} /> {t.judging.meets[gender](wishes.met, wishes.of)}
            </p>
          ),
      )}
    </div>
  )
}

function BothPeople({ asker, asked }: Pick<Judgement, 'asker' | 'asked'>) {
  const t = useAdminTexts()
  const { brand } = useSite()
  const sides = [
    [asker, t.judging.asks],
    [asked, t.judging.isAsked],
  ] as const
  return (
    <table className="versus">
      <caption className="sr-only">{t.judging.both}</caption>
      <thead>
        <tr>
          <td />
          {sides.map(([side, role]) => (
            <th key={role} scope="col">
              {side?.biodata && <Portrait of={side.biodata} className="mb-3 portrait-small" />}
              {side ? (
                <Link to={side.biodata ? to.details(side.id) : to.person(side.id)} className="font-semibold underline">
                  {nameFor(t, side)}
                </Link>
              ) : (
                t.admin.goneAccount
              )}
              <span className="block text-md text-ink-2">
                {side?.biodata ? brand.idPrefix + side.biodata.number : t.judging.noBiodata}, {role}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {factsOf(t).map(([label, of]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{of(asker) ?? '–'}</td>
            <td>{(asked && of(asked)) ?? '–'}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{t.judging.quarter}</th>
          <td>{t.judging.made(asker.requests.made)}</td>
          <td>{asked ? t.judging.received(asked.requests.received, asked.requests.shown) : '–'}</td>
        </tr>
      </tbody>
    </table>
  )
}
