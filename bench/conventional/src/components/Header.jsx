import { useState } from 'react'
import { Link, NavLink } from 'react-router-dom'
import Swal from 'sweetalert2'
import { useAuth } from '../AuthProvider.jsx'

export function Header() {
  const { user, googleSignIn, logOut } = useAuth()
  const [theme, setTheme] = useState('light')
  const [open, setOpen] = useState(false)

  const toggleTheme = () => {
    const next = theme === 'light' ? 'dark' : 'light'
    document.documentElement.setAttribute('data-theme', next)
    localStorage.setItem('theme', next)
    setTheme(next)
  }
  const done = (title) => Swal.fire({ icon: 'success', title })
  const failed = (error) => Swal.fire({ icon: 'error', title: error.message })
  const handleLogOut = () => logOut().then(() => done('logout successful '), failed)
  const handleLogin = () => googleSignIn().then(() => done('Login Successful! 🎉✅'), failed)

  const links = [
    ['/', 'Home'],
    ['/baiDataPage', 'Biodatas'],
    ['/about', 'About Us'],
    ['/contact', 'Contact Us'],
    ...(user ? [['/dashboard/viewBioData', 'Dashboard']] : []),
  ].map(([to, name]) => (
    <li key={to}>
      <NavLink to={to}>{name}</NavLink>
    </li>
  ))

  return (
    <header className="navbar bg-base-100">
      <div className="navbar-start">
        <button type="button" aria-label="Menu" className="btn btn-ghost lg:hidden" onClick={() => setOpen(!open)}>
          ☰
        </button>
        <Link to="/" className="bg-linear-to-r from-pink-600 to-orange-500 bg-clip-text text-2xl text-transparent">
          Nikhad
        </Link>
      </div>
      <nav className="navbar-center hidden lg:flex">
        <ul className="menu menu-horizontal px-1">{links}</ul>
      </nav>
      <div className="navbar-end gap-2">
        <button type="button" aria-label="Light or dark" className="btn btn-ghost btn-circle" onClick={toggleTheme}>
          {theme === 'light' ? '🌙' : '☀️'}
        </button>
        <button type="button" className="btn btn-primary btn-sm" onClick={user ? handleLogOut : handleLogin}>
          {user ? 'logOut' : 'Login'}
        </button>
      </div>
      {open && <ul className="menu absolute top-16 z-10 w-52 rounded-box bg-base-100 shadow lg:hidden">{links}</ul>}
    </header>
  )
}
