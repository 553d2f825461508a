import { initializeApp } from 'firebase/app'
import { GoogleAuthProvider, getAuth, onAuthStateChanged, signInWithPopup, signOut } from 'firebase/auth'
import { createContext, useContext, useEffect, useState } from 'react'

const app = initializeApp({
  apiKey: 'key',
  authDomain: 'matrimony.example',
  projectId: 'matrimony',
  appId: 'matrimony',
})
const auth = getAuth(app)
const googleProvider = new GoogleAuthProvider()

const AuthContext = createContext(null)
export const useAuth = () => useContext(AuthContext)

export function AuthProvider({ children }) {
  const [user, setUser] = useState(null)
  const [loading, setLoading] = useState(true)

  useEffect(() => {
    return onAuthStateChanged(auth, (currentUser) => {
      setUser(currentUser)
      setLoading(false)
    })
  }, [])

  const googleSignIn = () => signInWithPopup(auth, googleProvider)
  const logOut = () => signOut(auth)
  return <AuthContext value={{ user, loading, googleSignIn, logOut }}>{children}</AuthContext>
}
