import type { IncomingHttpHeaders } from 'node:http'
import { choiceIn } from '#src/platform/browser-storage/cookies.ts'
import { isLanguage, type Language } from '#src/platform/language.ts'

type Headers = Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>

/** The language that the reader has chosen in this browser. */
export const chosenLanguage = ({ cookie }: Headers) => [choiceIn(cookie, 'lang')].find(isLanguage)

/** The language of every page and answer of a request: the chosen one, else the browser's first that we have (REQUIREMENTS G8). */
export function pageLanguage(headers: Headers): Language {
  const wished = headers['accept-language']?.split(',').map((entry) => entry.trim().slice(0, 2).toLowerCase())
  return chosenLanguage(headers) ?? wished?.find(isLanguage) ?? 'en'
}
