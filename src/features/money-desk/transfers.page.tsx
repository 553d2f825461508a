import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { type Claim, listClaims } from '#src/features/send-money/contract.ts'
import { pagedQuery } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useSearch } from '#src/platform/navigation/routing.tsx'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { DoneIcon } from '#src/ui/art/icons.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { useHydrated } from '#src/ui/hydrated.ts'
import type { AdminPage } from '#src/ui/page-module.ts'
import { PagedTable, rowsOf } from '#src/ui/paged-table.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { DeskHead, deskQueries, ForBiodata, Payer, Small, useCount } from './desk.tsx'
import { TransferPane } from './transfer-pane.tsx'

const claims = pagedQuery(listClaims, { limit: 25 })

export const title: AdminPage['title'] = (t) => t.desk.tabs.transfers
export const queries: AdminPage['queries'] = () => [claims, ...deskQueries]

export default function TransfersPage() {
  const t = useAdminTexts()
  const opened = useSearch().get('claim')
  const list = useSuspenseInfiniteQuery(claims)
  const n = useCount('transfers')
  const rows = rowsOf(list)
  const place = rows.findIndex(({ id }) => id === opened)
  const claim = rows[place]
  const listed = (
    <>
      {opened && !claim && (
        <div className="pb-4">
          <Notice>{t.desk.gone}</Notice>
        </div>
      )}
      {rows.length === 0 ? (
        <Empty icon={DoneIcon} title={t.desk.nothing}>
          {t.desk.nothingHint}
        </Empty>
      ) : (
        <>
          <p className="pb-4 text-ink-2">{t.desk.toConfirm(Math.max(n, rows.length))}</p>
          <Queue list={list} opened={opened} />
        </>
      )}
    </>
  )
  return (
    <>
      <DeskHead />
      {claim ? (
        <div className="beside">
          <div className="min-w-0 container">{listed}</div>
          <TransferPane key={claim.id} claim={claim} previous={rows[place - 1]} next={rows[place + 1]} />
        </div>
      ) : (
        listed
      )}
    </>
  )
}

function Queue({ list, opened }: { list: Parameters<typeof PagedTable<Claim>>[0]['list']; opened: string | null }) {
  const t = useAdminTexts()
  return (
    <PagedTable
      list={list}
      caption={t.desk.tabs.transfers}
      columns={[
        {
          label: t.findings.who,
          inCard: 'title',
          cell: ({ payer, number }) => (
            <>
              <Payer of={payer} />
              <ForBiodata number={number} />
            </>
          ),
        },
        {
          label: t.desk.transfer,
          inCard: 'fact',
          cell: ({ wallet, transactionId, lastDigits, price, currency }) => (
            <>
              {t.format.money(price, currency)}, {t.paymentReturn.wallets[wallet]}
              <Small>
                <code className="wrap-anywhere">{transactionId}</code>
                {lastDigits && `, ${`…${lastDigits}`}`}
              </Small>
            </>
          ),
        },
        { label: t.desk.answer, inCard: 'fact', cell: (claim) => <Due of={claim} /> },
        {
          label: t.findings.action,
          isLabelHidden: true,
          inCard: 'button',
          cell: ({ id, payer, transactionId }, place) => (
            <ButtonLink
              to={to.transfers(id)}
              small
              look={place === 0 && !opened ? 'primary' : 'secondary'}
              aria-label={t.desk.checkNamed(payer?.name ?? t.admin.goneAccount, transactionId)}
              aria-current={id === opened ? 'true' : undefined}
              data-opens-row
            >
              {t.desk.check}
            </ButtonLink>
          ),
        },
      ]}
    />
  )
}

const hourMs = 3_600_000

/** Hours are counted in the browser: the server’s page may be older. */
function Due({ of: { answerBy, trouble } }: { of: Claim }) {
  const t = useAdminTexts()
  const isHydrated = useHydrated()
  const leftMs = isHydrated ? Date.parse(answerBy) - Date.now() : undefined
  return (
    <span className="pills">
      {leftMs === undefined ? (
        <Pill>{t.desk.answerBy(t.format.dateTime(answerBy))}</Pill>
      ) : leftMs < 0 ? (
        <Pill tone="rani">{t.desk.over(Math.ceil(-leftMs / hourMs))}</Pill>
      ) : (
        <Pill tone={leftMs < 6 * hourMs ? 'gold' : 'plain'}>{t.desk.left(Math.floor(leftMs / hourMs))}</Pill>
      )}
      {trouble && <Pill tone="rani">{t.desk.twice}</Pill>}
    </span>
  )
}
