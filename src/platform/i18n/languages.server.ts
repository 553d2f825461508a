import { readdirSync } from 'node:fs'

/** A language's two files, as the server outside of pages reads them: for mails and prose. */
type LanguageFile = typeof import('./en.ts') & typeof import('./en.server.ts')

const codes = readdirSync(import.meta.dirname).flatMap((file) => file.match(/^([a-z]{2})\.ts$/)?.[1] ?? [])
const languages = new Map(
  await Promise.all(
    codes.map(async (code) => {
      const [shared, serverOnly] = await Promise.all([import(`./${code}.ts`), import(`./${code}.server.ts`)])
      return [code, { ...shared, ...serverOnly } as LanguageFile] as const
    }),
  ),
)

/** The files of a language; English where there is none for the code. */
export const languageFile = (code: string) => languages.get(code) ?? languages.get('en')!
