import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { pagedQuery } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { DocumentIcon } from '#src/ui/art/member-icons.ts'
import { EmailText } from '#src/ui/contact-text.tsx'
import { RowLink } from '#src/ui/data-table.tsx'
import { Empty } from '#src/ui/empty.tsx'
import type { AdminPage } from '#src/ui/page-module.ts'
import { PagedTable, rowsOf } from '#src/ui/paged-table.tsx'
import { useSite } from '#src/ui/site.tsx'
import { type AdminAction, listActions } from './contract.ts'

const lines = pagedQuery(listActions, { limit: 25 })

export const title: AdminPage['title'] = (t) => t.admin.activity
export const queries: AdminPage['queries'] = () => [lines]

export default function ActivityPage() {
  const t = useAdminTexts()
  const { brand } = useSite()
  const list = useSuspenseInfiniteQuery(lines)
  return (
    <>
      <h1 className="pb-4 text-title">{t.admin.activity}</h1>
      {rowsOf(list).length === 0 ? (
        <Empty icon={DocumentIcon} title={t.admin.noActivity} />
      ) : (
        <PagedTable
          list={list}
          caption={t.admin.activity}
          columns={[
            {
              label: t.notifications.when,
              inCard: 'fact',
              cell: ({ at }) => t.format.dateTime(at),
            },
            {
              label: t.ledger.who,
              inCard: 'fact',
              className: 'actor-cell',
              cell: ({ actor, isCommandLine }) =>
                isCommandLine ? t.admin.commandLine : <Person person={actor} isOnOneLine />,
            },
            { label: t.whyYouTwo.what, inCard: 'title', cell: ({ action }) => t.admin.actions[action] ?? action },
            {
              label: t.admin.whom,
              className: 'seen-right',
              cell: ({ subject, subjectId, personId, number }) =>
                subjectId && (
                  <div>
                    <Person person={subject} id={personId} />
                    {number !== null && <span className={secondLine}>{t.admin.askedFor(brand.idPrefix + number)}</span>}
                  </div>
                ),
            },
          ]}
        />
      )}
    </>
  )
}

const secondLine = 'block text-sm text-ink-2'

type PersonProps = {
  person: AdminAction['actor']
  id?: string | null
  /** Where a card has no columns. */
  isOnOneLine?: true
}

function Person({ person, id, isOnOneLine }: PersonProps) {
  const t = useAdminTexts()
  if (!person) return t.admin.goneAccount
  return (
    <span className="wrap-anywhere">
      {id ? <RowLink to={to.person(id)}>{person.name}</RowLink> : person.name}{' '}
      <span className={isOnOneLine ? 'table-block text-sm text-ink-2' : secondLine}>
        <EmailText address={person.email} />
      </span>
    </span>
  )
}
