import { createContext, type ReactNode, startTransition, useContext, useState } from 'react'
import { remember } from '#src/platform/browser-storage/cookies.ts'
import { isLanguage, type Language, languages } from '#src/platform/language.ts'
import type { AccountTexts } from '#src/texts/en/account.ts'
import type { LoginTexts } from '#src/texts/en/login.ts'
import type { MemberTexts } from '#src/texts/en/member.ts'
import type { Texts } from '#src/texts/en/visitor.ts'

export type { Language } from '#src/platform/language.ts'
export type { Texts } from '#src/texts/en/visitor.ts'
export type EntryTexts = Texts & LoginTexts
export type AccountPageTexts = EntryTexts & AccountTexts
export type AllTexts = AccountPageTexts & MemberTexts

const forVisitors = import.meta.glob<Texts>('./*/visitor.ts', { import: 'texts' })
const forSigningIn = import.meta.glob<LoginTexts>('./*/login.ts', { import: 'loginTexts' })
const forAccounts = import.meta.glob<AccountTexts>('./*/account.ts', { import: 'accountTexts' })
const forMembers = import.meta.glob<MemberTexts>('./*/member.ts', { import: 'memberTexts' })

/** By whose words a page needs, all texts that it carries: each reader has those of the ones before too. */
export interface TextsFor {
  visitor: Texts
  login: EntryTexts
  account: AccountPageTexts
  member: AllTexts
}
export type Reader = keyof TextsFor
const readers = ['visitor', 'login', 'account', 'member'] as const satisfies Reader[]
const needs = (reader: Reader, wanted: Reader) => readers.indexOf(wanted) >= readers.indexOf(reader)

const loaded: { [R in Reader]: Map<Language, TextsFor[R]> } = {
  visitor: new Map(),
  login: new Map(),
  account: new Map(),
  member: new Map(),
}
/** For whom words were loaded until now, and from then on in whatever language is chosen. */
let reader: Reader = import.meta.env.SSR ? 'member' : 'visitor'

/** The files that hold the texts of a page, as the build's manifest names them. */
export const textFiles = (language: Language, wanted: Reader) =>
  readers.filter((part) => needs(part, wanted)).map((part) => `src/texts/${language}/${part}.ts`)

export async function loadTexts(language: Language) {
  const [texts, loginTexts, accountTexts, memberTexts] = await Promise.all([
    forVisitors[`./${language}/visitor.ts`]!(),
    needs('login', reader) && forSigningIn[`./${language}/login.ts`]!(),
    needs('account', reader) && forAccounts[`./${language}/account.ts`]!(),
    needs('member', reader) && forMembers[`./${language}/member.ts`]!(),
  ])
  const entry = loginTexts ? { ...texts, ...loginTexts } : undefined
  const account = entry && accountTexts ? { ...entry, ...accountTexts } : undefined
  const all = account && memberTexts ? { ...account, ...memberTexts } : undefined
  loaded.visitor.set(language, all ?? account ?? entry ?? texts)
  if (entry) loaded.login.set(language, all ?? account ?? entry)
  if (account) loaded.account.set(language, all ?? account)
  if (all) loaded.member.set(language, all)
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

export const documentLanguage = (): Language => {
  const { lang } = document.documentElement
  return isLanguage(lang) ? lang : 'en'
}

/** @throws Error when the texts were not loaded */
export function textsIn<R extends Reader>(reader: R, language: Language): TextsFor[R] {
  const texts = loaded[reader].get(language)
  if (!texts) throw new Error(`This page does not carry the texts of ${reader} pages`)
  return texts
}

/** Tells what each language calls itself. */
export async function loadLanguages() {
  await Promise.all(languages.map(loadTexts))
  return languages.map((code) => ({ code, name: textsIn('visitor', code).languageName }))
}

/** `choose` fails when the texts cannot be loaded, and nothing has changed then. */
const Chosen = createContext<{ language: Language; choose: (language: Language) => Promise<void> } | null>(null)

export function LanguageProvider({ initial, children }: { initial: Language; children: ReactNode }) {
  const [language, setLanguage] = useState(initial)
  const choose = async (chosen: Language) => {
    // Browsers remember a module that could not be fetched as missing, for as long as the page lives.
    if (!navigator.onLine && !loaded[reader].has(chosen)) throw new Error('offline')
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

/** All texts in the chosen language. Only for pages that are not for visitors: others have not loaded them. */
export const useMemberTexts = () => textsIn('member', useLanguage().language)
