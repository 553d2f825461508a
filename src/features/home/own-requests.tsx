import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { viewSums } from '#src/features/contact-ledger/hooks.ts'
import { nameIn, requestInShort } from '#src/features/contact-requests/components.ts'
import { listRequests } from '#src/features/contact-requests/contract.ts'
import { pagedQuery } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { type Icon, LockIcon, ShowIcon } from '#src/ui/art/icons.ts'
import { rowsOf } from '#src/ui/paged-table.tsx'

const latest = pagedQuery(listRequests, { limit: 3, mine: 'true', contacts: 'later' })

export const requestQueries = [latest, viewSums]

/** What the member waits for, and who looked at their contact; absent where there is neither. */
export function OwnRequests() {
  const t = useMemberTexts()
  const requests = rowsOf(useSuspenseInfiniteQuery(latest))
  const { peopleLately, lastAt } = useSuspenseQuery(viewSums).data
  if (requests.length === 0 && peopleLately === 0) return null
  return (
    <section aria-labelledby="requests" className="pt-12">
      <h2 id="requests" className="mb-4 text-section">
        {t.memberHome.requests}
      </h2>
      <ul className="panel own-news">
        {requests.map((request) => (
          <Row key={request.id} icon={LockIcon} title={nameIn(t, request)} link={to.myRequests}>
            {requestInShort(t, request)}
          </Row>
        ))}
        {peopleLately > 0 && (
          <Row icon={ShowIcon} title={t.memberHome.seenBy(peopleLately)} link={to.seen}>
            {t.memberHome.seenLast(t.format.shortDate(lastAt!))}
          </Row>
        )}
      </ul>
    </section>
  )
}

function Row({ icon: Sign, title, link, children }: { icon: Icon; title: string; link: string; children: ReactNode }) {
  const t = useMemberTexts()
  return (
    <li>
      <span className="sign">
        <Sign className="size-5" />
      </span>
      <div>
        <p className="font-semibold wrap-anywhere">{title}</p>
        <p className="text-ink-2">{children}</p>
      </div>
      <Link
        to={link}
        aria-label={t.actions.named(t.memberHome.open, title)}
        className="touch font-semibold text-primary underline"
      >
        {t.memberHome.open}
      </Link>
    </li>
  )
}
