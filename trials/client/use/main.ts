import createClient from 'openapi-fetch'
import type { components, paths } from './schema.js'

// A client that somebody writes from the document alone: `node main.js ADDRESS EMAIL PASSWORD [ORIGIN]` prints what it was answered.

declare const process: { argv: string[] }
const [, , address = '', email = '', password = '', origin = address] = process.argv

let cookie = ''
const client = createClient<paths>({
  baseUrl: `${address}/api`,
  headers: { origin },
  fetch: async (request: Request) => {
    const answer = await fetch(new Request(request, { headers: { ...Object.fromEntries(request.headers), cookie } }))
    const cookies = answer.headers.getSetCookie().map((set) => set.split(';')[0])
    if (cookies.length > 0) cookie = cookies.join('; ')
    return answer
  },
})

type Card = components['schemas']['Card']
type Problem = components['schemas']['Problem']

const isWoman = (card: Card) => card.gander === 'Female'
const codeOf = (problem: Problem | undefined) => problem?.code

const refused = await client.GET('/viewBioData', { params: { query: { email: 'me' } } })
const signedIn = await client.POST('/auth/sign-in/email', { body: { email, password } })
const session = await client.GET('/session')
const women = await client.GET('/bioData-filter', { params: { query: { gander: 'Female', limit: 5 } } })
const own = await client.GET('/viewBioData', { params: { query: { email: 'me' } } })
const misspelt = await fetch(`${address}/api/bioData-filter?gender=Female`)
const problem = (await misspelt.json()) as Problem
const signedOut = await client.POST('/auth/sign-out')

console.log(
  JSON.stringify({
    refused: codeOf(refused.error),
    signedIn: signedIn.data && 'user' in signedIn.data ? signedIn.data.user.email : undefined,
    session: session.data?.user?.email,
    women: women.data?.length,
    areWomen: women.data?.every(isWoman),
    ownNumber: own.data?.bioDataId,
    problem: problem.errors?.map(({ field, message }) => `${field} ${message}`),
    signedOut: signedOut.data?.success,
  }),
)
