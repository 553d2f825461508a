import { createContext, type ReactNode, useContext, useState } from 'react'
import type { Texts } from './en.ts'

export type { Texts } from './en.ts'

/** The code of a language that has a file here, such as `bn`. */
export type Language = string

/** What the file of a language exports for pages. Adding a language is adding its file. */
interface LanguageFile {
  /** What the language calls itself. */
  name: string
  texts: Texts
}

const files = import.meta.glob<LanguageFile>('./[a-z][a-z].ts')
const loaded = new Map<Language, LanguageFile>()

export const isLanguage = (code: string | undefined): code is Language => `./${code}.ts` in files

/** Loads a language once; afterwards `textsIn` knows it, on the server and while hydrating. */
export async function loadLanguage(language: Language) {
  const file = await files[`./${language}.ts`]!()
  loaded.set(language, file)
  return file
}

/** The texts of a language that was loaded. */
export const textsIn = (language: Language) => loaded.get(language)!.texts

/** Every language and what it calls itself, for the switch. */
export const loadLanguageNames = () =>
  Promise.all(
    Object.keys(files).map(async (file) => {
      const code = file.slice(2, 4)
      return { code, name: (await loadLanguage(code)).name }
    }),
  )

interface Choice {
  language: Language
  choose: (language: Language) => void
}
const Chosen = createContext<Choice | null>(null)

export function LanguageProvider({ initial, children }: { initial: Language; children: ReactNode }) {
  const [language, setLanguage] = useState(initial)
  const choose = async (chosen: Language) => {
    await loadLanguage(chosen)
    // The server reads it at the next page; here the page changes at once and no form loses what was typed.
    remember('lang', chosen)
    document.documentElement.lang = chosen
    setLanguage(chosen)
  }
  return <Chosen value={{ language, choose }}>{children}</Chosen>
}

/** The chosen language, and how to choose another. */
export const useLanguage = () => useContext(Chosen)!

/** All texts in the chosen language. */
export const useTexts = () => textsIn(useLanguage().language)

/** A choice about how pages look, kept a year in a cookie so that the server can render accordingly. */
export function remember(name: 'lang' | 'theme', value: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we serve
  document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`
}
