import { type FormEvent, lazy } from 'react'
import { useUser } from '#src/features/identity/hooks.ts'
import { remember } from '#src/platform/browser-storage/cookies.ts'
import type { Language } from '#src/platform/language.ts'
import { languageSwitch, to } from '#src/platform/navigation/addresses.ts'
import { Link, NavLink, useLocation } from '#src/platform/navigation/routing.tsx'
import { useLanguage, useTexts } from '#src/texts/texts.tsx'
import { BanglaLabel, BrandMark } from '#src/ui/art/art.tsx'
import { MenuIcon, MoonIcon } from '#src/ui/art/icons.ts'
import { ButtonLink, IconButton } from '#src/ui/button.tsx'
import { opens, Sheet } from '#src/ui/dialogs/sheet.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { useSite } from '#src/ui/site.tsx'

const MemberLinks = lazy(() => import('./member-links.tsx'))

/** A form, so that it works without a script: the server then remembers the language and leads back. */
function LanguageSwitch() {
  const t = useTexts()
  const { choose } = useLanguage()
  const { pathname, search } = useLocation()
  const isSignedIn = useUser() !== null
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    choose((submitter as HTMLButtonElement).value as Language).catch((error) => toast.failed(t, error))
  }
  return (
    <form action={languageSwitch} onSubmit={onSubmit}>
      {/* BREACH: a compressed page with a contact must not repeat what a link says, or its size tells the contact. */}
      <input type="hidden" name="from" value={isSignedIn ? pathname : pathname + search} />
      {Object.entries(t.otherLanguages).map(([code, name]) => (
        <button
          key={code}
          type="submit"
          name="lang"
          value={code}
          lang={code}
          // It has to begin with what is seen, on a phone the code.
          aria-label={code === 'bn' ? name : `${code.toUpperCase()} ${name}`}
          className="nav-link"
        >
          {code === 'bn' ? (
            <BanglaLabel />
          ) : (
            <>
              <span className="phone-hidden">{name}</span>
              <span className="phone-only">{code.toUpperCase()}</span>
            </>
          )}
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
  const { pathname, search } = useLocation()
  // On the login wall it leads back to the page that waits, as the wall's own way does.
  const from = new URLSearchParams(search).get('from') ?? undefined
  const isLogin = pathname === to.login()
  const isAmongPeople = pathname.startsWith(to.details(''))
  const links = [
    [to.home, t.nav.home],
    [to.browse, t.nav.biodatas],
    [to.about, t.nav.aboutUs],
    [to.contact, t.nav.contactUs],
  ] as const

  return (
    <header className="site-header no-print">
      <div className="wrap header-row">
        <Link to={to.home} className="inline-flex items-center gap-2">
          <BrandMark className={user || isLogin ? 'phone-hidden' : 'header-brand'} />
          <span className="brand-text">{t.brandName(brand)}</span>
        </Link>
        <nav
          aria-label={t.nav.main}
          className={`flex wide-only flex-wrap gap-1 header-nav ${user ? '' : 'of-visitors'}`}
        >
          {links.map(([address, label]) => (
            <NavLink
              key={address}
              to={address}
              end
              aria-current={address === to.browse && isAmongPeople}
              className="nav-link"
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-1">
          {user && <MemberLinks place="start" />}
          <LanguageSwitch />
          <IconButton label={t.nav.theme} className="needs-script wide-only" onClick={switchTheme}>
            <MoonIcon />
          </IconButton>
          {user ? (
            <MemberLinks place="end" />
          ) : (
            <>
              {/* On a phone there is room for one of the two: on the login, for the other way in. */}
              <ButtonLink to={to.login()} look="secondary" small className={isLogin ? 'wide-only' : ''}>
                {t.nav.login}
              </ButtonLink>
              <ButtonLink to={to.register(from)} small className={isLogin ? '' : 'wide-only'}>
                {t.nav.register}
              </ButtonLink>
            </>
          )}
          <IconButton label={t.nav.menu} className="wide-hidden" {...opens(menuId)}>
            <MenuIcon />
          </IconButton>
        </div>
      </div>
      <Sheet id={menuId} title={t.nav.menu}>
        {user && <MemberLinks />}
        <nav aria-label={t.nav.main} className="grid menu-links">
          {links.map(([address, label]) => (
            <NavLink key={address} to={address} end className="nav-link w-fit">
              {label}
            </NavLink>
          ))}
          <button type="button" className="needs-script nav-link w-fit gap-2" onClick={switchTheme}>
            <MoonIcon /> {t.nav.theme}
          </button>
          {user ? <MemberLinks place={menuId} /> : <ButtonLink to={to.register(from)}>{t.nav.register}</ButtonLink>}
        </nav>
      </Sheet>
    </header>
  )
}
