import { createContext, type ReactNode, useContext } from 'react'
import { en, type Texts } from './en.ts'

export type { Texts } from './en.ts'

export const languages = { en: { texts: en, name: 'English' } }
export type Language = keyof typeof languages

const Chosen = createContext<Texts>(en)

export const LanguageProvider = ({ language, children }: { language: Language; children: ReactNode }) => (
  <Chosen value={languages[language].texts}>{children}</Chosen>
)

/** All texts in the chosen language. */
export const useTexts = () => useContext(Chosen)
