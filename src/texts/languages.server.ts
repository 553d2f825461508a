import { isLanguage, languages } from '#src/platform/language.ts'
import type { AdminTexts, Reader } from './texts.tsx'

const readers: Reader[] = ['visitor', 'login', 'account', 'member', 'admin']

async function load(code: string) {
  const parts: Promise<object>[] = readers.map((part) => import(`./${code}/${part}.ts`))
  const texts: AdminTexts = Object.assign({}, ...(await Promise.all(parts)))
  const serverTexts: typeof import('./en/server.ts') = await import(`./${code}/server.ts`)
  return { texts, serverTexts }
}

const files = Object.fromEntries(await Promise.all(languages.map(async (code) => [code, await load(code)] as const)))

/** The words of a language; English ones for a code that is none. */
export const languageFile = (code: string) => files[isLanguage(code) ? code : 'en']!
