import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ReportOrBlock } from '#src/features/safety/components.ts'
import { answerDays } from '#src/features/safety/contract.ts'
import { pagedQuery } from '#src/platform/http/client.ts'
import { requestOf } from '#src/platform/http/contract.ts'
import { nameFor } from '#src/platform/name-spellings.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'
import { DownloadIcon, LockIcon, ShowIcon, StarIcon } from '#src/ui/art/icons.ts'
import { ChevronDownIcon, PhoneIcon, ReportIcon, ShieldIcon } from '#src/ui/art/member-icons.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { RowLink } from '#src/ui/data-table.tsx'
import { Empty } from '#src/ui/empty.tsx'
import type { MemberPage } from '#src/ui/page-module.ts'
import { PagedTable } from '#src/ui/paged-table.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { useSite } from '#src/ui/site.tsx'
import { type ContactViewer, contactViewers, contactViewFile } from './contract.ts'
import { viewSums } from './hooks.ts'

const viewers = pagedQuery(contactViewers, { limit: 20 })

export const title: MemberPage['title'] = (t) => t.dashboard.seen
export const queries: MemberPage['queries'] = () => [viewers, viewSums]

export default function SeenPage() {
  const t = useMemberTexts()
  const { brand } = useSite()
  const list = useSuspenseInfiniteQuery(viewers)
  const { people, times, lately } = useSuspenseQuery(viewSums).data
  const figures = { [t.ledger.people]: people, [t.ledger.timesSum]: times, [t.ledger.lately]: lately }
  return (
    <>
      <h1 tabIndex={-1} className="text-title">
        {t.dashboard.seen}
      </h1>
      <p className="mt-1 mb-5 text-ink-2">{t.ledger.lead}</p>
      {times === 0 ? (
        <Empty
          icon={ShowIcon}
          title={t.ledger.none}
          action={
            <ButtonLink to={to.privacyAndPresence} look="secondary">
              {t.ledger.change}
            </ButtonLink>
          }
        >
          {t.ledger.noneHint}
        </Empty>
      ) : (
        <>
          <dl className="mb-4 grid seen-figures">
            {Object.entries(figures).map(([label, n]) => (
              <div key={label} className="gap-1 panel p-4 figure">
                <dt className="figure-label">{label}</dt>
                <dd className="figure-value">{t.format.number(n)}</dd>
              </div>
            ))}
          </dl>
          <PagedTable
            list={list}
            caption={t.dashboard.seen}
            columns={[
              {
                label: t.ledger.who,
                inCard: 'title',
                className: 'align-top',
                cell: (row) => {
                  const { name, note } = nameOf(t, row, brand.idPrefix)
                  const linked = row.biodataId ? <RowLink to={to.details(row.biodataId)}>{note}</RowLink> : note
                  return (
                    <>
                      <strong className="wrap-anywhere">{name}</strong>
                      {note && <span className="field-hint block">{linked}</span>}
                    </>
                  )
                },
              },
              { label: t.ledger.when, className: beside, cell: (row) => <When viewer={row} /> },
              { label: t.ledger.right, className: beside, cell: (row) => <ByRight viewer={row} /> },
              {
                label: t.ledger.what,
                className: beside,
                cell: ({ looks }) => (looks.every(({ inFile }) => inFile) ? t.ledger.emailOnly : t.ledger.all),
              },
              {
                label: t.safety.menu,
                isLabelHidden: true,
                inCard: 'button',
                className: 'align-top',
                cell: (row) => <Complain viewer={row} />,
              },
            ]}
          />
        </>
      )}
      {times > 0 && (
        <p className="mt-4 flex flex-wrap justify-between gap-x-6">
          <Link to={to.privacyAndPresence} className="touch font-semibold underline">
            {t.ledger.change}
          </Link>
          <a href={requestOf(contactViewFile, {}).url} download className="touch gap-2 font-semibold underline">
            <DownloadIcon />
            {t.ledger.download}
          </a>
        </p>
      )}
    </>
  )
}

/** In the card of a row what a cell says begins below what the others say, beside its label where there is room for both. */
const beside = 'align-top seen-right'

function nameOf(t: AllTexts, { byRight, name, nameInOtherScript, number, hasLeft }: ContactViewer, idPrefix: string) {
  const id = number === null ? undefined : `${idPrefix}${number}`
  if (byRight === 'administrator') return { name: t.ledger.anAdministrator, note: t.ledger.ofThisSite }
  if (hasLeft) return { name: t.ledger.gone, note: id && t.ledger.was(id) }
  return { name: nameFor(t, { name: name ?? '', nameInOtherScript }), note: id }
}

const reasonOf = (t: AllTexts, { inFile, reason }: ContactViewer['looks'][number]) =>
  reason && (inFile ? t.ledger.inFile(t.ledger.lists[reason] ?? reason) : t.ledger.reason(reason))

function When({ viewer }: { viewer: ContactViewer }) {
  const t = useMemberTexts()
  const { brand } = useSite()
  const { looks, times } = viewer
  return (
    <div>
      <span className="block font-semibold">{t.format.dateTime(looks[0]!.at)}</span>
      <details>
        <summary
          aria-label={t.actions.named(t.ledger.times(times), nameOf(t, viewer, brand.idPrefix).name)}
          className="ledger-times touch cursor-pointer gap-1 underline"
        >
          {t.ledger.times(times)}
          <ChevronDownIcon className="chevron" />
        </summary>
        <ul className="grid gap-1 pb-2">
          {looks.map((look) => (
            <li key={`${look.at}${look.reason}`}>
              {t.format.dateTime(look.at)}
              {look.reason && <span className="field-hint block">{reasonOf(t, look)}</span>}
            </li>
          ))}
          {times > looks.length && <li>{t.ledger.earlier(times - looks.length)}</li>}
        </ul>
      </details>
    </div>
  )
}

const rights = {
  premium: { icon: StarIcon, tone: 'gold' },
  request: { icon: LockIcon, tone: 'rani' },
  answer: { icon: PhoneIcon, tone: 'rani' },
  administrator: { icon: ShieldIcon, tone: 'plain' },
} as const

function ByRight({ viewer: { byRight, looks } }: { viewer: ContactViewer }) {
  const t = useMemberTexts()
  const { icon: RightIcon, tone } = rights[byRight]
  const notes = {
    premium: t.ledger.premiumNote,
    request: t.ledger.requestNote,
    answer: t.ledger.answerNote,
    administrator: reasonOf(t, looks[0]!) || t.ledger.noReason,
  }
  return (
    <div className="seen-words">
      <Pill tone={tone}>
        <RightIcon />
        {t.ledger.rights[byRight]}
      </Pill>
      <span className="field-hint mt-1 block">{notes[byRight]}</span>
    </div>
  )
}

function Complain({ viewer }: { viewer: ContactViewer }) {
  const t = useMemberTexts()
  const { brand } = useSite()
  const { name, note } = nameOf(t, viewer, brand.idPrefix)
  const { viewerId: id, reportedAt } = viewer
  if (id === null) return null
  const answerAt = reportedAt && new Date(Date.parse(reportedAt) + answerDays * 86_400_000).toISOString()
  return (
    <>
      {answerAt && (
        <div className="mb-2">
          <Pill>
            <ReportIcon />
            {t.ledger.reported}
          </Pill>
          <span className="field-hint mt-1 block">{t.ledger.answerBy(t.format.shortDate(answerAt))}</span>
        </div>
      )}
      <ReportOrBlock look="button" person={{ id, label: note ?? name }} />
    </>
  )
}
