import { readdirSync } from 'node:fs'

/** A language's file, as the server outside of pages reads it: for mails and prose. */
type LanguageFile = typeof import('./en.ts')

const codes = readdirSync(import.meta.dirname).flatMap((file) => file.match(/^([a-z]{2})\.ts$/)?.[1] ?? [])
const languages = new Map(
  await Promise.all(codes.map(async (code) => [code, (await import(`./${code}.ts`)) as LanguageFile] as const)),
)

export const isLanguage = (code: string) => languages.has(code)

/** The file of a language; English where there is none for the code. */
export const languageFile = (code: string) => languages.get(code) ?? languages.get('en')!
