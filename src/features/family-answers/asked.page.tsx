import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { presence, usePresence } from '#src/features/presence/hooks.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { PhoneIcon } from '#src/ui/art/member-icons.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import type { MemberPage } from '#src/ui/page-module.ts'
import { MoreRows, rowsOf } from '#src/ui/paged-table.tsx'
import { Asker, nameOfAsker, StatePill } from './asker.tsx'
import type { AskedOf } from './contract.ts'
import { asked } from './hooks.ts'

export const title: MemberPage['title'] = (t) => t.asked.title
export const queries: MemberPage['queries'] = () => [asked, presence]

export default function AskedPage() {
  const t = useMemberTexts()
  const list = useSuspenseInfiniteQuery(asked)
  const own = usePresence()
  const rows = rowsOf(list)
  const waits = ({ state }: AskedOf) => state === 'waiting'
  // The one whose time is over first.
  const inOrder = [...rows.filter(waits).toReversed(), ...rows.filter((row) => !waits(row))]
  return (
    <>
      <h1 tabIndex={-1} className="pb-2 text-title">
        {t.asked.title}
      </h1>
      {rows.length === 0 ? (
        <Empty icon={PhoneIcon} title={t.asked.none} ways={[[to.privacyAndPresence, t.asked.change]]}>
          {own && own.contactFor !== 'ask' ? t.asked.noneNotAsked : t.asked.noneHint}
        </Empty>
      ) : (
        <>
          <p className="pb-4 text-ink-2">{t.asked.lead}</p>
          <ul className="grid gap-4">
            {inOrder.map((request) => (
              <li key={request.id}>
                <Request request={request} />
              </li>
            ))}
          </ul>
        </>
      )}
      <MoreRows list={list} />
    </>
  )
}

function Request({ request }: { request: AskedOf }) {
  const t = useMemberTexts()
  const { id, state, hoursLeft, answerBy, answeredAt } = request
  const isWaiting = state === 'waiting'
  return (
    <article className="section" aria-label={nameOfAsker(t, request)}>
      <Asker request={request}>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatePill state={state} />
          {isWaiting && (
            <span>
              <b className="font-semibold">{t.asked.hoursLeft(hoursLeft)}</b>{' '}
              <span className="text-ink-2">{t.asked.until(t.format.dateTime(answerBy))}</span>
            </span>
          )}
          {!isWaiting && answeredAt && <span className="text-ink-2">{t.asked.on(t.format.dateTime(answeredAt))}</span>}
        </p>
      </Asker>
      {(isWaiting || state === 'yes') && (
        <ButtonLink to={to.askedBy(id)} look={isWaiting ? 'primary' : 'secondary'} className="mt-4">
          {isWaiting ? t.asked.read : t.asked.saidYes}
          <span className="sr-only">: {nameOfAsker(t, request)}</span>
        </ButtonLink>
      )}
    </article>
  )
}
