import { isLanguage, languages } from '#src/platform/language.ts'

async function load(code: string) {
  const [visitor, login, account, member, server] = await Promise.all([
    import(`./${code}/visitor.ts`) as Promise<typeof import('#src/texts/en/visitor.ts')>,
    import(`./${code}/login.ts`) as Promise<typeof import('#src/texts/en/login.ts')>,
    import(`./${code}/account.ts`) as Promise<typeof import('#src/texts/en/account.ts')>,
    import(`./${code}/member.ts`) as Promise<typeof import('#src/texts/en/member.ts')>,
    import(`./${code}/server.ts`) as Promise<typeof import('#src/texts/en/server.ts')>,
  ])
  return { ...visitor, ...login, ...account, ...member, ...server }
}

const files = Object.fromEntries(await Promise.all(languages.map(async (code) => [code, await load(code)] as const)))

/** The words of a language; English ones for a code that is none. */
export const languageFile = (code: string) => files[isLanguage(code) ? code : 'en']!
