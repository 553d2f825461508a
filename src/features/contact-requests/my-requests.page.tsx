import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { FeedbackQuestion } from '#src/features/contact-feedback/components.ts'
import { feedbackQuestions } from '#src/features/contact-feedback/hooks.ts'
import { ReportOrBlock } from '#src/features/safety/components.ts'
import { call } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { MailIcon } from '#src/ui/art/member-icons.ts'
import { DeleteRow } from '#src/ui/dialogs/delete-row.tsx'
import { Empty } from '#src/ui/empty.tsx'
import type { MemberPage } from '#src/ui/page-module.ts'
import { PagedTable, rowsOf } from '#src/ui/paged-table.tsx'
import { useSite } from '#src/ui/site.tsx'
import { CallButtons, EmailLink, PhoneLink } from './contact-links.tsx'
import { type ContactRequest, deleteRequest, restoreRequest } from './contract.ts'
import { ownRequests, usual } from './hooks.ts'
import { isWaiting } from './policy.ts'
import { nameIn, nameOf, RequestPill, RequestRoad, stateOf, withoutContact } from './request-road.tsx'

export const title: MemberPage['title'] = (t) => t.dashboard.myContactRequest
export const queries: MemberPage['queries'] = () => [ownRequests, usual, feedbackQuestions]

/** A refund arrives by itself, mostly within a second of what sent it. A provider that refuses is asked a day later. */
const whileRefundedMs = 3_000
/** An administrator or the provider may decide at any moment (REQUIREMENTS K4). */
const whileLiveMs = 20_000

function newsAfter(requests: ContactRequest[]) {
  if (requests.some(({ refund }) => refund && !refund.done)) return whileRefundedMs
  return requests.some(({ status }) => status === 'pending' || status === 'approve') && whileLiveMs
}

/** Why there is no contact. In cards the road above it says so, and no label stands before what is no number. */
function Without({ request }: { request: ContactRequest }) {
  const t = useMemberTexts()
  const why = withoutContact(t, request)
  if (isWaiting(stateOf(request))) return why
  return why !== nameIn(t, request) && <span className="said-beside">{why}</span>
}

export default function MyRequestsPage() {
  const t = useMemberTexts()
  const { brand } = useSite()
  const list = useSuspenseInfiniteQuery({
    ...ownRequests,
    refetchInterval: ({ state: { data } }) => newsAfter(data ? rowsOf({ data }) : []),
    refetchOnWindowFocus: 'always',
  })
  const requests = rowsOf(list)
  return (
    <>
      <h1 tabIndex={-1} className="pb-4 text-title">
        {t.dashboard.myContactRequest}
      </h1>
      {requests.length > 0 && <p className="pb-4 text-ink-2">{t.requests.lead}</p>}
      <FeedbackQuestion />
      {requests.length === 0 ? (
        <Empty icon={MailIcon} title={t.requests.none} ways={[[to.browse, t.browse.title]]}>
          {t.requests.noneHint}
        </Empty>
      ) : (
        <PagedTable
          list={list}
          caption={t.dashboard.myContactRequest}
          below={(request) => <RequestRoad request={request} />}
          columns={[
            {
              label: t.accounts.name,
              inCard: 'title',
              className: 'thread-name',
              cell: (request) =>
                request.biodataId && request.biodataName ? (
                  <Link to={to.details(request.biodataId)} className="underline wrap-anywhere">
                    {nameOf(t, request)}
                  </Link>
                ) : (
                  nameIn(t, request)
                ),
            },
            {
              label: t.requests.id,
              inCard: 'fact',
              className: 'whitespace-nowrap',
              cell: ({ number }) => `${brand.idPrefix}${number}`,
            },
            {
              label: t.requests.status,
              inCard: 'fact',
              cell: (request) => {
                const state = stateOf(request)
                return <RequestPill status={state}>{t.requests.states[state]}</RequestPill>
              },
            },
            {
              label: t.requests.mobile,
              cell: ({ contactPhone, contactPhoneOf: of, ...request }) =>
                contactPhone ? (
                  <>
                    <PhoneLink phone={contactPhone} />
                    {of && <small className="block text-ink-2">{t.biodata.phoneOf[of.gender][of.relation]}</small>}
                    <span className="mt-1 block request-calls">
                      <CallButtons phone={contactPhone} name={nameOf(t, request)} />
                    </span>
                  </>
                ) : (
                  <Without request={request} />
                ),
            },
            {
              label: t.accounts.email,
              cell: ({ contactEmail, ...request }) => {
                if (contactEmail) return <EmailLink email={contactEmail} />
                if (request.contactPhone) return t.requests.emailUnconfirmed
                return isWaiting(stateOf(request)) && <span className="said-beside">{withoutContact(t, request)}</span>
              },
            },
            {
              label: t.requests.action,
              inCard: 'end',
              cell: (request) => {
                const { id } = request
                const title = t.requests.deleteNamed(nameOf(t, request) || String(request.number))
                return (
                  <span className="inline-flex">
                    {request.biodataId && (
                      <ReportOrBlock
                        look="icon"
                        person={{ id: request.biodataId, label: brand.idPrefix + request.number }}
                      />
                    )}
                    <DeleteRow
                      row={request}
                      rows={requests}
                      label={title}
                      question={{ title, text: t.requests.deleteQuestion }}
                      onDelete={() => call(deleteRequest, { id })}
                      onUndo={() => call(restoreRequest, { id }).then(() => id)}
                    />
                  </span>
                )
              },
            },
          ]}
        />
      )}
    </>
  )
}
