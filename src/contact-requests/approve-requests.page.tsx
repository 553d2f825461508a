import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import type { PageModule } from '#src/pages.ts'
import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { sayFailure } from '#src/problems.tsx'
import { EmailText } from '#src/ui/email-text.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { OneTimeAction } from '#src/ui/one-time-action.tsx'
import { PagedTable, rowsOf } from '#src/ui/paged-table.tsx'
import { toast } from '#src/ui/toast.tsx'
import type { ContactRequest } from './contract.ts'
import { everybodysRequests, useApproveRequest } from './hooks.ts'

export const title: PageModule['title'] = (t) => t.requests.adminTitle
export const questions: PageModule['questions'] = () => [everybodysRequests]

export default function ApproveRequestsPage() {
  const t = useMemberTexts()
  const list = useSuspenseInfiniteQuery(everybodysRequests)
  return (
    <>
      <h1 className="pb-4 text-title">{t.requests.adminTitle}</h1>
      {rowsOf(list).length === 0 ? (
        <Empty title={t.requests.adminNone} />
      ) : (
        <PagedTable
          list={list}
          caption={t.requests.adminTitle}
          columns={[
            { key: 'name', label: t.requests.name, rowHeader: true, cell: ({ name }) => name },
            {
              key: 'email',
              label: t.requests.email,
              className: 'wrap-anywhere',
              cell: ({ email }) => <EmailText address={email} />,
            },
            { key: 'id', label: t.requests.biodataId, cell: ({ number }) => number },
            { key: 'approve', label: t.requests.approve, cell: (request) => <Approve request={request} /> },
          ]}
        />
      )}
    </>
  )
}

function Approve({ request }: { request: ContactRequest }) {
  const t = useMemberTexts()
  const approve = useApproveRequest()
  return (
    <OneTimeAction
      isDone={request.status === 'approve' || !request.biodataId}
      doneText={request.biodataId ? t.requests.approvedState : t.requests.deletedBiodata}
      label={t.requests.approveNamed(request.name, request.number)}
      busy={approve.isPending}
      onPress={() =>
        approve.mutate(request.id, {
          onSuccess: () => toast.success(t.requests.approved),
          onError: (error) => toast.error(sayFailure(t, error)),
        })
      }
    >
      {t.requests.approveButton}
    </OneTimeAction>
  )
}
