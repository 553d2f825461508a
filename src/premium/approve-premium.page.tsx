import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import type { PageModule } from '#src/pages.ts'
import { requestOf } from '#src/platform/http/contract.ts'
import { askPages } from '#src/platform/http/query.ts'
import { inBangladesh } from '#src/platform/i18n/bangladesh-time.ts'
import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { BulkTable } from '#src/ui/bulk-table.tsx'
import { EmailText } from '#src/ui/email-text.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { DoneIcon, SearchIcon } from '#src/ui/icons.tsx'
import { ListTools, useListAddress, wantedOf } from '#src/ui/list-tools.tsx'
import { rowsOf } from '#src/ui/paged-table.tsx'
import { toast } from '#src/ui/toast.tsx'
import { exportPremiumRequests, listPremiumRequests } from './contract.ts'
import { useMakeEachPremium } from './hooks.ts'
import { MakePremium } from './make-premium.tsx'

const sortKeys = ['name', 'email', 'number', 'date'] as const
const requests = (address: URLSearchParams) =>
  askPages(listPremiumRequests, { limit: 25, ...wantedOf(address, sortKeys) })

export const title: PageModule['title'] = (t) => t.admin.premiumTitle
export const questions: PageModule['questions'] = ({ search }) => [requests(search)]

export default function ApprovePremiumPage() {
  const t = useMemberTexts()
  const { address, ...tools } = useListAddress(sortKeys, 'date')
  // Asking again on every return to the window would take away the rows that have just become `Premium`.
  const list = useSuspenseInfiniteQuery({
    ...requests(address),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { mutateAsync: approve } = useMakeEachPremium()
  const labels = {
    name: t.admin.userName,
    email: t.admin.userEmail,
    number: t.admin.biodataId,
    date: t.admin.requestedOn,
  }
  const column = (key: keyof typeof labels) => ({ key, label: labels[key], sort: tools.sorting(key) })
  return (
    <>
      <h1 className="pb-4 text-title">{t.admin.premiumTitle}</h1>
      <ListTools list={tools} sorts={labels} exportUrl={requestOf(exportPremiumRequests, tools.wanted).url} />
      {rowsOf(list).length === 0 ? (
        <Empty
          icon={tools.wanted.search ? SearchIcon : DoneIcon}
          title={tools.wanted.search ? t.admin.noneFound : t.admin.noPremiumRequests}
        />
      ) : (
        <BulkTable
          list={list}
          caption={t.admin.premiumTitle}
          columns={[
            { ...column('name'), rowHeader: true, cell: ({ name }) => name },
            { ...column('email'), className: 'wrap-anywhere', cell: ({ email }) => <EmailText address={email} /> },
            { ...column('number'), cell: ({ number }) => t.admin.biodataNumber(number) },
            {
              ...column('date'),
              className: 'whitespace-nowrap',
              cell: ({ date }) => t.format.date(inBangladesh(date).day),
            },
          ]}
          isApproved={() => false}
          action={{
            label: t.admin.makePremium,
            cell: (request, isDone, onDone) => <MakePremium user={request} isPremium={isDone} onDone={onDone} />,
          }}
          approve={approve}
          onApproved={() => toast.success(t.admin.madePremium)}
        />
      )}
    </>
  )
}
