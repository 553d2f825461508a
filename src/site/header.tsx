import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { languageSwitch, to } from '#src/platform/addresses.ts'
import { remember } from '#src/platform/choices.ts'
import { loadMemberTexts, useLanguage, useTexts } from '#src/platform/i18n/texts.tsx'
import { Link, NavLink, useLocation, useNavigate } from '#src/platform/routing.tsx'
import { useSite } from '#src/platform/site.tsx'
import { useUser } from '#src/sign-in/hooks.ts'
import { BanglaLabel, BrandMark } from '#src/ui/art.tsx'
import { Button, ButtonLink, IconButton } from '#src/ui/button.tsx'
import { MenuIcon, MoonIcon, PersonIcon } from '#src/ui/icons.ts'
import { sayFailure } from '#src/ui/problems.tsx'
import { closes, opens, Sheet } from '#src/ui/sheet.tsx'
import { toast } from '#src/ui/toast.tsx'

// Few people have a draft when they leave, so the others do not load what asks about it.
const DraftQuestion = lazy(() => import('./draft-question.tsx'))
const Search = lazy(() => import('./search.tsx'))

/**
 * Signs out, says so in the given words, and leaves a page that is not for visitors. Whoever has a draft in this browser
 * is asked first: `question` has to stand somewhere in the page.
 */
export function useSignOut(done: string) {
  const t = useTexts()
  const client = useQueryClient()
  const navigate = useNavigate()
  const email = useUser()?.email ?? ''
  const [isAsking, setAsking] = useState(false)

  async function leave(keepsDraft = false) {
    try {
      const { signOut } = await import('#src/sign-in/sign-out.ts')
      await signOut(client, email, keepsDraft)
      toast.success(done)
      navigate(to.home)
    } catch {
      toast.error(t.accounts.logoutFailed)
    }
  }
  async function logOut() {
    const { readDraft } = await import('#src/platform/drafts.ts').catch(() => ({ readDraft: () => undefined }))
    if (!readDraft(email)) return leave()
    await loadMemberTexts()
    setAsking(true)
  }
  const question = isAsking && (
    <Suspense>
      <DraftQuestion onClose={() => setAsking(false)} onLeave={leave} />
    </Suspense>
  )
  return { logOut, question }
}

/** A form, so that it works without a script: the server then remembers the language and leads back. */
function LanguageSwitch() {
  const t = useTexts()
  const { languages } = useSite()
  const { language, choose } = useLanguage()
  const { pathname, search } = useLocation()
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const chosen = languages.find(({ code }) => code === (submitter as HTMLButtonElement).value)
    if (!chosen) return
    choose(chosen.code).catch((error) => toast.error(sayFailure(t, error)))
  }
  return (
    <form action={languageSwitch} onSubmit={onSubmit}>
      <input type="hidden" name="from" value={pathname + search} />
      {languages
        .filter(({ code }) => code !== language)
        .map(({ code, name }) => (
          <button key={code} type="submit" name="lang" value={code} lang={code} aria-label={name} className="nav-link">
            {code === 'bn' ? <BanglaLabel /> : name}
          </button>
        ))}
    </form>
  )
}

function switchTheme() {
  const { dataset } = document.documentElement
  const theme = dataset.theme === 'dark' ? 'light' : 'dark'
  dataset.theme = theme
  remember('theme', theme)
}

const menuId = 'menu'

export function Header() {
  const t = useTexts()
  const { brand } = useSite()
  const user = useUser()
  const { logOut, question } = useSignOut(t.accounts.loggedOutHeader)
  const { pathname } = useLocation()
  const dashboard = user?.needsSecondFactor ? to.account : user?.isAdmin ? to.manageUsers : to.viewOwn
  const isAmongPeople = pathname === to.browse || pathname.startsWith(to.details(''))

  // Where who fits best comes first. Administrators have no wishes to look for.
  const people = user && !user.isAdmin ? to.find : to.browse
  const links = [
    [to.home, t.nav.home],
    [people, t.nav.biodatas],
    [to.about, t.nav.aboutUs],
    [to.contact, t.nav.contactUs],
  ] as const

  return (
    <header className="site-header print:hidden">
      <div className="wrap flex min-h-16 flex-wrap items-center gap-x-2">
        <Link to={to.home} className="inline-flex items-center gap-2">
          <BrandMark className="max-[21rem]:hidden" />
          <span className="brand-text">{t.brandName(brand)}</span>
        </Link>
        <nav aria-label={t.nav.main} className="ml-2 hidden flex-wrap gap-1 lg:flex xl:ml-6">
          {links.map(([address, label]) => (
            <NavLink
              key={address}
              to={address}
              end
              aria-current={address === people && isAmongPeople}
              className="nav-link"
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-1">
          {user && <Search />}
          <LanguageSwitch />
          <IconButton label={t.nav.theme} className="needs-script max-lg:hidden" onClick={switchTheme}>
            <MoonIcon />
          </IconButton>
          {user && (
            <NavLink
              to={to.account}
              aria-label={t.nav.signedInAs(user.name)}
              className="nav-link min-w-11 justify-center gap-2 px-2"
            >
              <PersonIcon className="size-5" />
              <span className="max-w-32 truncate max-[68rem]:hidden">{user.name}</span>
            </NavLink>
          )}
          {user ? (
            <div className="hidden items-center gap-1 lg:flex">
              <ButtonLink
                to={dashboard}
                look="quiet"
                small
                aria-current={pathname.startsWith('/dashboard/') || undefined}
              >
                {t.nav.dashboard}
              </ButtonLink>
              <Button look="secondary" small onClick={logOut}>
                {t.nav.logOut}
              </Button>
            </div>
          ) : (
            <ButtonLink to={to.login()} small>
              {t.nav.login}
            </ButtonLink>
          )}
          <IconButton label={t.nav.menu} className="lg:hidden" {...opens(menuId)}>
            <MenuIcon />
          </IconButton>
        </div>
      </div>
      <Sheet id={menuId} title={t.nav.menu} closeLabel={t.common.close}>
        {user && <Search isField />}
        <nav aria-label={t.nav.main} className="grid gap-1 pb-6">
          {links.map(([address, label]) => (
            <NavLink key={address} to={address} end className="nav-link w-fit">
              {label}
            </NavLink>
          ))}
          <button type="button" className="needs-script nav-link w-fit gap-2" onClick={switchTheme}>
            <MoonIcon /> {t.nav.theme}
          </button>
          {user && (
            <>
              <NavLink to={dashboard} className="nav-link w-fit">
                {t.nav.dashboard}
              </NavLink>
              <NavLink to={to.account} className="nav-link w-fit gap-2">
                <PersonIcon /> {t.nav.signedInAs(user.name)}
              </NavLink>
              <Button look="secondary" onClick={logOut} {...closes(menuId)}>
                {t.nav.logOut}
              </Button>
            </>
          )}
        </nav>
      </Sheet>
      {question}
    </header>
  )
}
