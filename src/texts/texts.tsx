import { createContext, type ReactNode, startTransition, useContext, useState } from 'react'
import { remember } from '#src/platform/browser-storage/cookies.ts'
import { isLanguage, type Language, languages } from '#src/platform/language.ts'
import type { AccountTexts } from '#src/texts/en/account.ts'
import type { LoginTexts } from '#src/texts/en/login.ts'
import type { MemberTexts } from '#src/texts/en/member.ts'
import type { Texts } from '#src/texts/en/visitor.ts'

export type { Language } from '#src/platform/language.ts'
export type { Texts } from '#src/texts/en/visitor.ts'
/** The texts on the pages of signing in. */
export type EntryTexts = Texts & LoginTexts
/** The texts on the pages that links in mails lead to. */
export type AccountPageTexts = EntryTexts & AccountTexts
/** The texts on pages of members. */
export type AllTexts = AccountPageTexts & MemberTexts

const forVisitors = import.meta.glob<Texts>('./*/visitor.ts', { import: 'texts' })
const forSigningIn = import.meta.glob<LoginTexts>('./*/login.ts', { import: 'loginTexts' })
const forAccounts = import.meta.glob<AccountTexts>('./*/account.ts', { import: 'accountTexts' })
const forMembers = import.meta.glob<MemberTexts>('./*/member.ts', { import: 'memberTexts' })

/** Whose words a page needs; each has those before it too. */
const readers = ['visitor', 'login', 'account', 'member'] as const
export type Reader = (typeof readers)[number]
const needs = (reader: Reader, wanted: Reader) => readers.indexOf(wanted) >= readers.indexOf(reader)

const loaded = new Map<Language, Texts>()
/** For whom words were loaded until now, and from then on in whatever language is chosen. */
let reader: Reader = import.meta.env.SSR ? 'member' : 'visitor'

/** The files that hold the texts of a page, as the build's manifest names them. */
export const textFiles = (language: Language, wanted: Reader) =>
  readers.filter((part) => needs(part, wanted)).map((part) => `src/texts/${language}/${part}.ts`)

/** Loads the texts of a language once; afterwards `textsIn` knows them, on the server and while hydrating. */
export async function loadTexts(language: Language) {
  const [texts, loginTexts, accountTexts, memberTexts] = await Promise.all([
    forVisitors[`./${language}/visitor.ts`]!(),
    needs('login', reader) && forSigningIn[`./${language}/login.ts`]!(),
    needs('account', reader) && forAccounts[`./${language}/account.ts`]!(),
    needs('member', reader) && forMembers[`./${language}/member.ts`]!(),
  ])
  // A page of members asks twice at once. The answer without their texts may come last and must not take them away.
  loaded.set(language, { ...loaded.get(language), ...texts, ...loginTexts, ...accountTexts, ...memberTexts })
}

const more: Partial<Record<Reader, Promise<void>>> = {}

/** The texts of others than visitors too, from now on. Everybody who asks waits until they are here. */
export function loadTextsFor(wanted: Reader) {
  if (import.meta.env.SSR) return
  if (!needs(wanted, reader)) reader = wanted
  more[wanted] ??= loadTexts(documentLanguage()).catch((error) => {
    more[wanted] = undefined
    throw error
  })
  return more[wanted]
}
export const loadMemberTexts = () => loadTextsFor('member')

/** In which language the page is. */
export const documentLanguage = (): Language => {
  const { lang } = document.documentElement
  return isLanguage(lang) ? lang : 'en'
}

/** The texts of a language that was loaded. */
export const textsIn = (language: Language) => loaded.get(language) as AllTexts

/** Loads all languages, on the server; tells what each calls itself. */
export async function loadLanguages() {
  await Promise.all(languages.map(loadTexts))
  return languages.map((code) => ({ code, name: textsIn(code).languageName }))
}

/** `choose` fails when the texts cannot be loaded, and nothing has changed then. */
const Chosen = createContext<{ language: Language; choose: (language: Language) => Promise<void> } | null>(null)

export function LanguageProvider({ initial, children }: { initial: Language; children: ReactNode }) {
  const [language, setLanguage] = useState(initial)
  const choose = async (chosen: Language) => {
    // Browsers remember a module that could not be fetched as missing, for as long as the page lives.
    if (!navigator.onLine && !loaded.has(chosen)) throw new Error('offline')
    await loadTexts(chosen)
    // The server reads it at the next page; here the page changes at once and no form loses what was typed.
    remember('lang', chosen)
    document.documentElement.lang = chosen
    document.documentElement.dataset.bangla ||= 'late'
    // A page whose words come from the server keeps the old ones until the others are here.
    startTransition(() => setLanguage(chosen))
  }
  return <Chosen value={{ language, choose }}>{children}</Chosen>
}

/** The chosen language, and how to choose another. */
export const useLanguage = () => useContext(Chosen)!

/** The texts in the chosen language, for what visitors may see too. */
export const useTexts = (): Texts => textsIn(useLanguage().language)

/** Those of signing in too. Only for its pages, and for members. */
export const useEntryTexts = (): EntryTexts => textsIn(useLanguage().language)

/** Those of mailed links too. Only for the pages they lead to, and for members. */
export const useAccountTexts = (): AccountPageTexts => textsIn(useLanguage().language)

/** All texts in the chosen language. Only for pages that are not for visitors: others have not loaded them. */
export const useMemberTexts = () => textsIn(useLanguage().language)
