import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

// A part of the lint step: the words and the commit subjects that STYLE.md refuses. `--message FILE` checks one commit
// message instead; `.githooks/commit-msg` calls it so.

const words = /\b(?:whoever|whomever|such as are|for ever)\b/gi
const fragments = ['The', 'A', 'An', 'What', 'Who', 'Whoever', 'Whose', 'How', 'It', 'Its', 'Nobody', 'Where', 'That']
const longestSubject = 72
/** Subjects are checked from the commit after this one. */
const lastUnchecked = '5cde1e4daf995e151c41bc62880947e2d31ced5a'
/** These quote the refused words. */
const quoting = ['STYLE.md', 'docs/requirements.md', 'scripts/plain-english.ts', 'scripts/plain-english.test.ts']

/** @returns each refused word with its line, as `7: whoever` */
export const refusedWordsIn = (text: string) =>
  text.split('\n').flatMap((line, at) => [...line.matchAll(words)].map(([word]) => `${at + 1}: ${word}`))

/** @returns what is wrong with the first line of a commit message, or undefined. Git's own subjects pass. */
export function wrongInSubject(subject: string) {
  if (/^(?:Merge|Revert|fixup!|squash!|amend!) ?/.test(subject)) return undefined
  if (subject.length > longestSubject) return `${subject.length} characters; ${longestSubject} are allowed`
  const [first] = subject.split(' ')
  return fragments.includes(first!) ? `begins with “${first}”; begin with a verb` : undefined
}

/** Subjects after `lastUnchecked`; none where git or that commit is missing, as in an unpacked or a shallow copy. */
function subjects() {
  try {
    const range = `${lastUnchecked}..HEAD`
    const log = execFileSync('git', ['log', '--no-merges', '--format=%h %s', range], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return log.toString().split('\n').filter(Boolean)
  } catch {
    return []
  }
}

function problems() {
  const files = globSync([
    '{src,tests,trials,scripts,demo,sandbox,deploy,docs}/**/*.{ts,tsx,mjs,md,css,sql,conf}',
    '*.{md,ts}',
  ]).filter((file) => !quoting.includes(file))
  return [
    ...files.flatMap((file) => refusedWordsIn(readFileSync(file, 'utf8')).map((found) => `${file}:${found}`)),
    ...subjects().flatMap((line) => {
      const wrong = wrongInSubject(line.slice(line.indexOf(' ') + 1))
      return wrong ? [`commit ${line}: ${wrong}`] : []
    }),
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const message = process.argv[2] === '--message' ? process.argv[3] : undefined
  const wrong = message && wrongInSubject(readFileSync(message, 'utf8').split('\n')[0]!)
  const found = message ? (wrong ? [wrong] : []) : problems()
  for (const problem of found) console.error(problem)
  if (found.length > 0) console.error('STYLE.md says how to write instead.')
  process.exitCode = found.length === 0 ? 0 : 1
}
