import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from './accounts/hooks.ts'
import { to } from './platform/addresses.ts'
import { remember, useLanguage, useTexts } from './platform/i18n/texts.tsx'
import { Link, NavLink, useLocation, useNavigate } from './platform/routing.tsx'
import { useSite } from './platform/site.tsx'
import { BanglaLabel, BrandMark } from './ui/art.tsx'
import { Button, ButtonLink, IconButton } from './ui/button.tsx'
import { MenuIcon, MoonIcon } from './ui/icons.tsx'
import { Sheet } from './ui/sheet.tsx'
import { toast } from './ui/toast.tsx'

/** Signs out, says so in the given words, and leaves a page that is not for visitors. */
export function useSignOut(done: string) {
  const t = useTexts()
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    try {
      const { signOut } = await import('./accounts/sign-in.ts')
      await signOut(client)
      toast.success(done)
      navigate(to.home)
    } catch {
      toast.error(t.accounts.logoutFailed)
    }
  }
}

function LanguageSwitch() {
  const { languages } = useSite()
  const { language, choose } = useLanguage()
  return languages
    .filter(({ code }) => code !== language)
    .map(({ code, name }) => (
      <button key={code} type="button" lang={code} aria-label={name} className="nav-link" onClick={() => choose(code)}>
        {code === 'bn' ? <BanglaLabel /> : name}
      </button>
    ))
}

function switchTheme() {
  const { dataset } = document.documentElement
  const theme = dataset.theme === 'dark' ? 'light' : 'dark'
  dataset.theme = theme
  remember('theme', theme)
}

export function Header() {
  const t = useTexts()
  const { brand } = useSite()
  const user = useUser()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const closeMenu = () => setMenuOpen(false)
  const logOut = useSignOut(t.accounts.loggedOutHeader)
  const { pathname } = useLocation()
  const dashboard = user?.isAdmin ? to.manageUsers : to.viewOwn

  const links = [
    [to.home, t.nav.home],
    [to.browse, t.nav.biodatas],
    [to.about, t.nav.aboutUs],
    [to.contact, t.nav.contactUs],
  ] as const

  return (
    <header className="site-header print:hidden">
      <div className="wrap flex min-h-16 flex-wrap items-center gap-x-2">
        <Link to={to.home} className="inline-flex items-center gap-2">
          <BrandMark />
          <span className="brand-text">{t.brandName(brand)}</span>
        </Link>
        <nav aria-label={t.nav.main} className="ml-6 hidden flex-wrap gap-1 lg:flex">
          {links.map(([address, label]) => (
            <NavLink key={address} to={address} end className="nav-link">
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-1">
          <LanguageSwitch />
          <IconButton label={t.nav.theme} className="max-lg:hidden" onClick={switchTheme}>
            <MoonIcon />
          </IconButton>
          {user ? (
            <div className="hidden items-center gap-1 lg:flex">
              <ButtonLink
                to={dashboard}
                look="quiet"
                small
                aria-current={pathname.startsWith('/dashboard/') ? 'true' : undefined}
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
          <IconButton label={t.nav.menu} aria-haspopup="dialog" className="lg:hidden" onClick={() => setMenuOpen(true)}>
            <MenuIcon />
          </IconButton>
        </div>
      </div>
      <Sheet open={isMenuOpen} onClose={closeMenu} title={t.nav.menu} closeLabel={t.common.close}>
        <nav aria-label={t.nav.main} className="grid gap-1 pb-2">
          {links.map(([address, label]) => (
            <NavLink key={address} to={address} end className="nav-link w-fit" onClick={closeMenu}>
              {label}
            </NavLink>
          ))}
          <button type="button" className="nav-link w-fit gap-2" onClick={switchTheme}>
            <MoonIcon /> {t.nav.theme}
          </button>
          {user && (
            <>
              <NavLink to={dashboard} className="nav-link w-fit" onClick={closeMenu}>
                {t.nav.dashboard}
              </NavLink>
              <Button
                look="secondary"
                onClick={() => {
                  closeMenu()
                  logOut()
                }}
              >
                {t.nav.logOut}
              </Button>
            </>
          )}
        </nav>
      </Sheet>
    </header>
  )
}
