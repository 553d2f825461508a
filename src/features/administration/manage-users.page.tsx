import { AdminListPage, emailColumn, listQueries, nameColumn } from '#src/features/admin-list/components.ts'
import { MakePremium } from '#src/features/premium/components.ts'
import { makeAdmin, userStatuses, users } from '#src/features/users/admin-contract.ts'
import { call } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { RowLink } from '#src/ui/data-table.tsx'
import { OneTimeAction } from '#src/ui/forms/one-time-action.tsx'
import type { AdminPage } from '#src/ui/page-module.ts'
import { Pill } from '#src/ui/pill.tsx'
import { useSite } from '#src/ui/site.tsx'
import { SetupLine, setup } from './setup.tsx'

const list = listQueries(users, () => '-date', { statuses: ['all', ...userStatuses] })

export const title: AdminPage['title'] = (t) => t.dashboard.manageUsers
export const queries: AdminPage['queries'] = (address) => [...list.queries(address), setup]

export default function ManageUsersPage() {
  const t = useAdminTexts()
  const { brand } = useSite()
  return (
    <AdminListPage
      list={list}
      title={t.dashboard.manageUsers}
      before={<SetupLine />}
      none={t.admin.noUsers}
      shown={(status) => t.admin.userStatuses[status]}
      columns={[
        {
          ...nameColumn,
          label: t.admin.userName,
          cell: ({ id, name, number }) => (
            <>
              <RowLink to={to.person(id)}>{name}</RowLink>{' '}
              {number > 0 && (
                <span className="text-sm font-normal whitespace-nowrap text-ink-2 table-block">
                  {brand.idPrefix + number}
                </span>
              )}
            </>
          ),
        },
        { ...emailColumn, label: t.admin.userEmail },
        { key: 'date', label: t.admin.since, inCard: 'end', cell: ({ since }) => t.format.shortDate(since) },
        {
          label: t.admin.state,
          inCard: 'fact',
          className: 'state-cell',
          cell: ({ isSuspended, isVerified, isPublished }) => (
            <span className="pills">
              {isSuspended && <Pill tone="rani">{t.admin.userStatuses.suspended}</Pill>}
              {!isVerified && <Pill tone="gold">{t.admin.userStatuses.unconfirmed}</Pill>}
              {isPublished ? (
                <Pill tone="ok" className="usual-state">
                  {t.person.published}
                </Pill>
              ) : (
                <Pill>{isPublished === null ? t.admin.userStatuses['without-biodata'] : t.person.hidden}</Pill>
              )}
            </span>
          ),
        },
        {
          inCard: 'button',
          label: t.admin.makeAdmin,
          className: 'calm-action',
          cell: ({ id, name, role }) => (
            <OneTimeAction
              look="quiet"
              isDone={role === 'admin'}
              doneText={t.admin.admin}
              label={t.actions.named(t.admin.makeAdmin, name)}
              question={t.admin.makeAdminQuestion(name)}
              act={() => call(makeAdmin, { id })}
              stale={[users.rows]}
              toastText={t.admin.madeAdmin}
            >
              {t.admin.makeAdmin}
            </OneTimeAction>
          ),
        },
        {
          inCard: 'button',
          label: t.admin.makePremium,
          className: 'calm-action',
          cell: (user) => <MakePremium look="quiet" user={user} isDone={user.premium} />,
        },
      ]}
    />
  )
}
