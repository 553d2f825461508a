import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dictionary } from '@zxcvbn-ts/language-common'
import { root } from '#src/platform/root.server.ts'

/** The best-known passwords without the numbers people put around them, many of them of Bangladesh. Collected by hand. */
const common = new Set(
  readFileSync(join(root, 'src/features/identity/common-passwords.txt'), 'utf8').normalize('NFKC').split(/\s+/),
)

/** The most leaked ones that are long enough here, in small letters (docs/decisions/006-passwords.md). */
const leaked = new Set(dictionary['passwords-common'].filter((password) => password.length >= 8))

const digits = '12345678901234567890'
const keyboard = ['qwertyuiopasdfghjklzxcvbnm', 'qazwsxedcrfvtgbyhnujmikolp', '1qaz2wsx3edc4rfv5tgb6yhn', digits]
const alphabet = 'abcdefghijklmnopqrstuvwxyz'
const backwards = (text: string) => [...text].reverse().join('')
const runs = [...keyboard, alphabet].flatMap((run) => [run, backwards(run)])

const disguises: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' }
const undisguised = (text: string) => text.replace(/[013457@$!]/g, (sign) => disguises[sign]!)
const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{M}]/gu, '')
/** Without numbers and signs before and after: `Dhaka@2026!` is `dhaka`. */
const bare = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, '')

/** By code, as better-auth names the first two. */
export const passwordFaults = {
  PASSWORD_TOO_SHORT: 'must have at least 8 characters',
  PASSWORD_TOO_LONG: 'must have at most 128 characters',
  PASSWORD_TOO_COMMON: 'is too easy to guess',
}
type PasswordFault = keyof typeof passwordFaults

/** Refuses all but 8 to 128 characters, passwords tried first and those made of a known name (REQUIREMENTS A6). */
export function passwordFault(
  password: string,
  { email, name, brand }: { email: string; name: string; brand: string },
): PasswordFault | undefined {
  if (password.length < 8) return 'PASSWORD_TOO_SHORT'
  if (password.length > 128) return 'PASSWORD_TOO_LONG'
  const text = password.normalize('NFKC').toLowerCase()
  const squeezed = text.replace(/\s/g, '')
  const own = new Set([email, email.split('@')[0]!, name, brand, ...name.split(' ')].map(lettersOf))
  const isKnown = (word: string) => common.has(word) || (word.length > 2 && own.has(word))
  const core = bare(text)
  const isCommon =
    leaked.has(text) ||
    squeezed.includes(email.toLowerCase()) ||
    // One to four characters again and again.
    /^(.{1,4}?)\1+.{0,3}$/u.test(squeezed) ||
    runs.some((run) => run.includes(squeezed) || (core.length > 3 && run.includes(core))) ||
    /^[\d\s./+-]{8,14}$/.test(text) ||
    [core, text, undisguised(core), undisguised(text)]
      .map(lettersOf)
      .some((word) => isKnown(word) || isKnown(word.replace(/^(.+)\1$/u, '$1')))
  return isCommon ? 'PASSWORD_TOO_COMMON' : undefined
}
