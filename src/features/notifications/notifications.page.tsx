import { useMutation, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { inBangladesh } from '#src/platform/clock.ts'
import { call, pagedQuery, queriesOf } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'
import { BellIcon, CheckIcon, type Icon, SearchIcon, ShowIcon, StarIcon } from '#src/ui/art/icons.ts'
import {
  ChatIcon,
  MailIcon,
  PaymentIcon,
  PeopleIcon,
  PhoneIcon,
  ReportIcon,
  ShieldIcon,
  UndoIcon,
  VerifiedIcon,
} from '#src/ui/art/member-icons.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { restoreFocus } from '#src/ui/focus.ts'
import { NumberText } from '#src/ui/number-text.tsx'
import type { MemberPage } from '#src/ui/page-module.ts'
import { MoreRows, rowsOf } from '#src/ui/paged-table.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { useSite } from '#src/ui/site.tsx'
import { daysKept, listNotifications, markNotifications, type Notice } from './contract.ts'
import { kinds } from './kinds.ts'

const notifications = pagedQuery(listNotifications, { limit: 30 })

export const title: MemberPage['title'] = (t) => t.nav.news(0)
export const queries: MemberPage['queries'] = () => [notifications]

export default function NotificationsPage() {
  const t = useMemberTexts()
  const client = useQueryClient()
  const list = useSuspenseInfiniteQuery(notifications)
  const mark = useMutation({
    mutationFn: (id: string | undefined) => call(markNotifications, { as: 'read', ...(id && { id: Number(id) }) }),
    onSuccess: () => client.invalidateQueries(queriesOf(listNotifications)),
  })
  const rows = rowsOf(list)
  const markAll = () => mark.mutate(undefined, { onError: (error) => toast.failed(t, error) })
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 ref={mark.isSuccess ? restoreFocus : undefined} tabIndex={-1} className="text-title wrap-anywhere">
          {t.nav.news(0)}
        </h1>
        <div className="flex flex-wrap gap-2">
          {rows.some(({ isNew }) => isNew) && (
            <Button look="secondary" small busy={mark.isPending} onClick={markAll}>
              <CheckIcon />
              {t.notifications.markAll}
            </Button>
          )}
          <ButtonLink to={to.mailSettings} look="quiet" small>
            <MailIcon />
            {t.notifications.settings}
          </ButtonLink>
        </div>
      </div>
      {rows.length === 0 ? (
        <Empty icon={BellIcon} title={t.notifications.none} ways={[[to.browse, t.browse.title]]}>
          {t.notifications.noneHint}
        </Empty>
      ) : (
        (['today', 'week', 'earlier'] as const).map((age) => {
          const notices = rows.filter((row) => row.age === age)
          if (notices.length === 0) return null
          return (
            <section key={age} aria-labelledby={age}>
              <h2 id={age} className="mt-5 mb-2 font-sans text-base font-semibold text-ink-2">
                {t.notifications.groups[age]}
              </h2>
              <ul className="notices">
                {notices.map((notice) => (
                  <Line key={notice.id} notice={notice} onOpen={() => notice.isNew && mark.mutate(notice.id)} />
                ))}
              </ul>
            </section>
          )
        })
      )}
      <MoreRows list={list} />
      {rows.length > 0 && !list.hasNextPage && (
        <p className="mt-4 text-center text-ink-2">{t.notifications.kept(daysKept)}</p>
      )}
    </>
  )
}

interface Look {
  icon: Icon
  tone?: string
  /** `idOf` writes the number of a biodata. */
  says: (t: AllTexts['notifications'], notice: Notice, id: string, idOf: (number: number) => string) => string
  /** Where the notice leads, if not where all of its kind do. */
  leadsTo?: (notice: Notice) => string | undefined
}
const gold = 'bg-gold-soft text-gold-text'

const looks: Record<Notice['kind'], Look> = {
  'request-answered': { icon: PhoneIcon, says: (t, { answer }, id) => t.answered[answer!](id) },
  'fee-returned': {
    icon: UndoIcon,
    tone: gold,
    says(t, { because }, id) {
      if (because === 'not named') return t.feeReturnedUnnamed
      return because === 'suspended' ? t.feeReturnedSuspended(id) : t.feeReturned(id)
    },
  },
  transfer: {
    icon: PaymentIcon,
    tone: gold,
    says: (t, { outcome, number }, id) =>
      outcome === 'returned' ? t.transfer.returned(number === undefined ? undefined : id) : t.transfer[outcome!](id),
    leadsTo: ({ outcome, page }) => (page && outcome !== 'paid' ? to.paymentReturn(page) : undefined),
  },
  asked: {
    icon: ChatIcon,
    tone: 'rani-tone',
    says: (t, { what, number, ward }, id, idOf) =>
      t.asked[what!](number === undefined ? undefined : id, ward && idOf(ward)),
    leadsTo: ({ request }) => request && to.asked(request),
  },
  'contact-seen': {
    icon: ShowIcon,
    tone: gold,
    says(t, { undone, by, number }, id) {
      const name = number === undefined ? undefined : id
      if (undone) return t.seenThenUndone(name)
      return by === 'administrator' ? t.seenByAdministrator : t.seenBy[by!](name)
    },
  },
  guardian: {
    icon: PeopleIcon,
    says: (t, { guardian, relation, number }, id) =>
      guardian === 'ended'
        ? t.guardian.ended(number === undefined ? undefined : id)
        : t.guardian[guardian!](t.relations[relation!]),
    leadsTo: ({ guardian }) => (guardian === 'ended' ? to.kept() : undefined),
  },
  search: { icon: SearchIcon, says: (t, { found, search }) => t.found(found!, search!) },
  premium: { icon: StarIcon, tone: gold, says: (t) => t.premium },
  'report-answered': { icon: ReportIcon, says: (t) => t.reportAnswered },
  'still-right': {
    icon: CheckIcon,
    tone: gold,
    says(t, { isPaused, isUnanswered, ward }, _id, idOf) {
      if (isUnanswered) return t.numberUnanswered(ward ? idOf(ward) : undefined)
      if (ward) return t.stillRightOf[isPaused ? 'paused' : 'asked'](idOf(ward))
      return isPaused ? t.stillRightPaused : t.stillRight
    },
    leadsTo({ isUnanswered, ward }) {
      if (ward) return to.kept()
      return isUnanswered ? to.edit : undefined
    },
  },
  attestation: { icon: VerifiedIcon, says: (t) => t.attestation },
  feedback: { icon: ChatIcon, says: (t, _, id) => t.feedback(id) },
  security: { icon: ShieldIcon, tone: 'rani-tone', says: (t) => t.security },
}

function Line({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const t = useMemberTexts()
  const { brand } = useSite()
  const { kind, isNew } = notice
  const idOf = (number: number) => `${brand.idPrefix}${number}`
  const { icon: KindIcon, tone = 'bg-surface-2 text-ok', says, leadsTo } = looks[kind]
  return (
    <li className={isNew ? 'unread' : undefined}>
      <span className={`grid notice-icon ${tone}`}>
        <KindIcon className="size-5" />
      </span>
      <div>
        <Link to={leadsTo?.(notice) ?? kinds[kind].link} onClick={onOpen}>
          <NumberText text={says(t.notifications, notice, idOf(notice.number!), idOf)} />
        </Link>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ink-2">
          <time dateTime={notice.date}>{momentOf(t, notice)}</time>
          {isNew && <Pill tone="rani">{t.searches.isNew}</Pill>}
        </p>
      </div>
    </li>
  )
}

function momentOf(t: AllTexts, { date, age }: Notice) {
  const { day, hour, minute } = inBangladesh(date)
  if (age === 'today') return t.format.time(`${hour}:${minute}`)
  return age === 'week' ? t.format.dateTime(date) : t.format.date(day)
}
