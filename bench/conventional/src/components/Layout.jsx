import { Link, Outlet } from 'react-router-dom'
import { useAuth } from '../AuthProvider.jsx'
import { Header } from './Header.jsx'

export function Layout() {
  const { loading } = useAuth()
  if (loading) {
    return (
      <div className="flex min-h-screen items-center justify-center">
        <span className="loading loading-spinner loading-lg" />
      </div>
    )
  }
  return (
    <div className="mx-auto max-w-6xl">
      <Header />
      <main className="min-h-[calc(100vh-64px)] px-4">
        <Outlet />
      </main>
      <footer className="footer footer-center mt-16 gap-4 bg-neutral p-10 text-neutral-content">
        <p className="text-xl font-bold">Nikhad</p>
        <nav className="grid grid-flow-col gap-4">
          {['About', 'Privacy Policy', 'Licensing', 'Contact'].map((name) => (
            <Link key={name} to="/" className="link">
              {name}
            </Link>
          ))}
        </nav>
        <p>© 2025 Nikhad</p>
      </footer>
    </div>
  )
}
