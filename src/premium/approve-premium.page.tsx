import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import type { PageModule } from '#src/pages.ts'
import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { EmailText } from '#src/ui/email-text.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { PagedTable, rowsOf } from '#src/ui/paged-table.tsx'
import { premiumRequests } from './hooks.ts'
import { MakePremium } from './make-premium.tsx'

export const title: PageModule['title'] = (t) => t.admin.premiumTitle
export const questions: PageModule['questions'] = () => [premiumRequests]

export default function ApprovePremiumPage() {
  const t = useMemberTexts()
  // Asking again on every return to the window would take away the rows that have just become `Premium`.
  const list = useSuspenseInfiniteQuery({ ...premiumRequests, refetchOnWindowFocus: false, refetchOnReconnect: false })
  return (
    <>
      <h1 className="pb-4 text-title">{t.admin.premiumTitle}</h1>
      {rowsOf(list).length === 0 ? (
        <Empty title={t.admin.noPremiumRequests} />
      ) : (
        <PagedTable
          list={list}
          caption={t.admin.premiumTitle}
          columns={[
            { key: 'name', label: t.admin.userName, rowHeader: true, cell: ({ name }) => name },
            {
              key: 'email',
              label: t.admin.userEmail,
              className: 'wrap-anywhere',
              cell: ({ email }) => <EmailText address={email} />,
            },
            { key: 'id', label: t.admin.biodataId, cell: ({ number }) => t.admin.biodataNumber(number) },
            {
              key: 'premium',
              label: t.admin.makePremium,
              cell: (request) => <MakePremium user={request} isPremium={false} />,
            },
          ]}
        />
      )}
    </>
  )
}
