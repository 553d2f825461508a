import { createContext, type ReactNode, startTransition, useContext, useState } from 'react'
import { remember } from '#src/platform/browser-storage/cookies.ts'
import { isLanguage, type Language, languages } from '#src/platform/language.ts'
import type * as account from '#src/texts/en/account.ts'
import type * as admin from '#src/texts/en/admin.ts'
import type * as login from '#src/texts/en/login.ts'
import type * as member from '#src/texts/en/member.ts'
import type * as visitor from '#src/texts/en/visitor.ts'

export type { Language } from '#src/platform/language.ts'
export type Texts = typeof visitor
export type EntryTexts = Texts & typeof login
export type AccountPageTexts = EntryTexts & typeof account
export type AllTexts = AccountPageTexts & typeof member
export type AdminTexts = AllTexts & typeof admin

const files = import.meta.glob<object>('./*/{visitor,login,account,member,admin}.ts')

/** By whose words a page needs, all texts that it carries: each reader has those of the ones before too. */
export interface TextsFor {
  visitor: Texts
  login: EntryTexts
  account: AccountPageTexts
  member: AllTexts
  admin: AdminTexts
}
export type Reader = keyof TextsFor
const readers = ['visitor', 'login', 'account', 'member', 'admin'] as const satisfies Reader[]
const carriedBy = (reader: Reader) => readers.slice(0, readers.indexOf(reader) + 1)

const loaded = new Map<string, object>()
/** For whom words were loaded until now, and from then on in whatever language is chosen. */
let reader: Reader = import.meta.env.SSR ? 'admin' : 'visitor'

/** The files that hold the texts of a page, as the build's manifest names them. */
export const textFiles = (language: Language, wanted: Reader) =>
  carriedBy(wanted).map((part) => `src/texts/${language}/${part}.ts`)

export async function loadTexts(language: Language) {
  const carried = carriedBy(reader)
  const texts = Object.assign({}, ...(await Promise.all(carried.map((part) => files[`./${language}/${part}.ts`]!()))))
  for (const part of carried) loaded.set(part + language, texts)
}

const more: Partial<Record<Reader, Promise<void>>> = {}

/** The texts of others than visitors too, from now on. Everybody who asks waits until they are here. */
export function loadTextsFor(wanted: Reader) {
  if (import.meta.env.SSR) return
  if (!carriedBy(reader).includes(wanted)) reader = wanted
  more[wanted] ??= loadTexts(documentLanguage()).catch((error) => {
    more[wanted] = undefined
    throw error
  })
  return more[wanted]
}
export const loadMemberTexts = () => loadTextsFor('member')

export const documentLanguage = (): Language => {
  const { lang } = document.documentElement
  return isLanguage(lang) ? lang : 'en'
}

/** @throws Error when the texts were not loaded */
export function textsIn<R extends Reader>(reader: R, language: Language): TextsFor[R] {
  const texts = loaded.get(reader + language)
  if (!texts) throw new Error(`This page does not carry the texts of ${reader} pages`)
  return texts as TextsFor[R]
}

export async function loadLanguages() {
  await Promise.all(languages.map(loadTexts))
}

/** `choose` fails when the texts cannot be loaded, and nothing has changed then. */
const Chosen = createContext<{ language: Language; choose: (language: Language) => Promise<void> } | null>(null)

export function LanguageProvider({ initial, children }: { initial: Language; children: ReactNode }) {
  const [language, setLanguage] = useState(initial)
  const choose = async (chosen: Language) => {
    // Browsers remember a module that could not be fetched as missing, for as long as the page lives.
    if (!navigator.onLine && !loaded.has(reader + chosen)) throw new Error('offline')
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

export const useLanguage = () => useContext(Chosen)!

export const useTexts = () => textsIn('visitor', useLanguage().language)

/** Those of signing in too. Only for its pages, and for members. */
export const useEntryTexts = () => textsIn('login', useLanguage().language)

/** Those of mailed links too. Only for the pages they lead to, and for members. */
export const useAccountTexts = () => textsIn('account', useLanguage().language)

/** Only for pages that are not for visitors: others have not loaded them. */
export const useMemberTexts = () => textsIn('member', useLanguage().language)

export const useAdminTexts = () => textsIn('admin', useLanguage().language)
