import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId } from 'react'
import { dashboardOf, isOnlyGuardian } from '#src/app/pages/pages.ts'
import { useProgress } from '#src/features/biodata/hooks.ts'
import { currentSession } from '#src/features/identity/contract.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { markNotifications } from '#src/features/notifications/contract.ts'
import { call, queriesOf } from '#src/platform/http/client.ts'
import { isInDashboard, searchOf, to } from '#src/platform/navigation/addresses.ts'
import { NavLink, useLocation, useNavigate } from '#src/platform/navigation/routing.tsx'
import { useTexts } from '#src/texts/texts.tsx'
import { BellIcon, PersonIcon, SearchIcon } from '#src/ui/art/icons.ts'
import { Button, ButtonLink, IconButton } from '#src/ui/button.tsx'
import { closes, numberSheet, opens, Sheet } from '#src/ui/dialogs/sheet.tsx'
import { takesFocus } from '#src/ui/focus.ts'
import { useSite } from '#src/ui/site.tsx'
import { useSignOut } from './sign-out.tsx'

/** The header's parts for members, and without `place` the menu's search field. Visitors do not load this file. */
export default function MemberLinks({ place }: { place?: 'start' | 'end' | 'menu' }) {
  if (place === 'start') return <NumberSearch />
  if (place === 'end') return <Ends />
  if (place) return <MenuLinks menuId={place} />
  return <NumberField />
}

const iconLink = 'nav-link nav-icon'

/** Where the header has no room for it, `Biodatas` has a button that opens the same sheet. */
function NumberSearch() {
  const t = useTexts()
  return (
    <>
      <IconButton label={t.nav.byNumber} className="wide-header" {...opens(numberSheet)}>
        <SearchIcon className="size-5" />
      </IconButton>
      <Sheet id={numberSheet} title={t.nav.byNumber} hasFocus>
        <NumberField hasHeading />
      </Sheet>
    </>
  )
}

/** `hasHeading`: the words of its label stand above it already. */
function NumberField({ hasHeading }: { hasHeading?: boolean }) {
  const t = useTexts()
  const id = useId()
  const { brand } = useSite()
  const navigate = useNavigate()
  function go(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    navigate(to.browse + searchOf({ number: new FormData(event.currentTarget).get('number') }))
  }
  return (
    <search>
      <form action={to.browse} onSubmit={go} className="by-number">
        <label htmlFor={id} className={hasHeading ? 'sr-only' : 'text-sm font-semibold'}>
          {t.nav.byNumber}
        </label>
        <input
          ref={hasHeading ? takesFocus : undefined}
          id={id}
          type="search"
          name="number"
          required
          autoComplete="off"
          placeholder={`${brand.idPrefix}1042`}
          className="input"
        />
        <Button type="submit" look="secondary" aria-label={t.nav.byNumber}>
          <SearchIcon />
        </Button>
      </form>
    </search>
  )
}

/** Counts what came since the list was last opened; reading one does not change the count. */
function Bell() {
  const t = useTexts()
  const client = useQueryClient()
  const { news } = useMember()
  const { pathname } = useLocation()
  const isOpen = pathname === to.notifications
  useEffect(() => {
    if (!isOpen || news === 0) return
    // What fails here is counted a little longer.
    call(markNotifications, { as: 'seen' }).then(
      () => client.invalidateQueries(queriesOf(currentSession)),
      () => {},
    )
  }, [isOpen, news, client])
  const count = news > 9 ? `${t.format.digits(9)}+` : t.format.digits(news)
  return (
    <NavLink to={to.notifications} aria-label={t.nav.news(news && count)} className={`${iconLink} bell`}>
      <BellIcon className="size-5" />
      {news > 0 && <b aria-hidden="true">{count}</b>}
    </NavLink>
  )
}

function Ends() {
  const t = useTexts()
  const { logOut, question } = useSignOut(t.accounts.loggedOutHeader)
  const user = useMember()
  const { pathname } = useLocation()
  return (
    <>
      <Bell />
      <NavLink to={to.account} aria-label={t.nav.signedInAs(user.name)} className={`${iconLink} gap-2`}>
        <PersonIcon className="size-5" />
        <span className="wide-header header-name">{user.name}</span>
      </NavLink>
      <div className="flex wide-only items-center gap-1">
        <ButtonLink to={dashboardOf(user)} look="quiet" small aria-current={isInDashboard(pathname) || undefined}>
          {t.nav.dashboard}
        </ButtonLink>
        <Button look="secondary" small onClick={logOut}>
          {t.nav.logOut}
        </Button>
      </div>
      {question}
    </>
  )
}

/** The next step, as home and browse show it, with its progress (REQUIREMENTS A10). */
function WriteBiodata() {
  const t = useTexts()
  const { filled, needed } = useProgress()
  return (
    <div>
      <ButtonLink to={to.edit} small>
        {t.home.create}
      </ButtonLink>
      <p className="text-sm text-ink-2">{t.nav.filled(filled, needed)}</p>
    </div>
  )
}

function MenuLinks({ menuId }: { menuId: string }) {
  const t = useTexts()
  const { pathname } = useLocation()
  const { logOut, question } = useSignOut(t.accounts.loggedOutHeader)
  const user = useMember()
  return (
    <>
      {/* Another page reads the progress again. */}
      {!user.hasBiodata && !user.isAdmin && !isOnlyGuardian(user) && <WriteBiodata key={pathname} />}
      <NavLink to={dashboardOf(user)} className="nav-link w-fit">
        {t.nav.dashboard}
      </NavLink>
      <NavLink to={to.account} className="nav-link w-fit gap-2">
        <PersonIcon /> {t.nav.signedInAs(user.name)}
      </NavLink>
      <Button look="secondary" onClick={logOut} {...closes(menuId)}>
        {t.nav.logOut}
      </Button>
      {question}
    </>
  )
}
