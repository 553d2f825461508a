import { readdirSync } from 'node:fs'

/** A language's file, as the server outside of pages reads it: mails and prose. */
type LanguageFile = typeof import('./en.ts')

const files = readdirSync(import.meta.dirname).filter((file) => /^[a-z]{2}\.ts$/.test(file))
const languages = new Map(
  await Promise.all(
    files.map(async (file) => [file.slice(0, 2), (await import(`./${file}`)) as LanguageFile] as const),
  ),
)

/** The file of a language; English where there is none for the code. */
export const languageFile = (code: string) => languages.get(code) ?? languages.get('en')!
