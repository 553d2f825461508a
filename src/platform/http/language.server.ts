import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { choiceIn } from '#src/platform/browser-storage/cookies.ts'
import { isLanguage, type Language } from '#src/platform/language.ts'

type Headers = Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>

declare module 'fastify' {
  interface FastifyRequest {
    readonly language: Language
  }
}

const chosenIn = ({ cookie }: Headers) => [choiceIn(cookie, 'lang')].find(isLanguage)

/** The chosen language, else the browser's first that we have (REQUIREMENTS G8). */
export function languageOf(headers: Headers): Language {
  const wished = headers['accept-language']?.split(',').map((entry) => entry.trim().slice(0, 2).toLowerCase())
  return chosenIn(headers) ?? wished?.find(isLanguage) ?? 'en'
}

/** The language of later mails to a member: a choice in the browser replaces the one that the account has `kept`. */
export const mailLanguageOf = (headers: Headers, kept: Language) => chosenIn(headers) ?? kept

export function decideLanguage(app: FastifyInstance) {
  app.decorateRequest('language', {
    getter() {
      return languageOf(this.headers)
    },
  })
}
