import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Setting, settings } from '#src/platform/config/settings.server.ts'

// `npm run document-settings` writes `.env.example` and the tables of docs/operating.md anew from the declared settings.

const root = join(import.meta.dirname, '..')
const groups = Map.groupBy(Object.entries<Setting>(settings), ([, { group }]) => group)
const begin = '<!-- Written by `npm run document-settings`, like .env.example. Do not edit here. -->'
const end = '<!-- End of the settings. -->'

/** The default of a real site, and that of the demo where it is another. */
function defaultsOf({ default: byDefault }: Setting) {
  return typeof byDefault === 'object' ? byDefault : { serve: byDefault, demo: byDefault }
}

/** `.env.example`: every setting commented out, so that an unchanged copy changes nothing. */
function envExample() {
  const lines = ([name, setting]: [string, Setting]) => {
    const { serve, demo } = defaultsOf(setting)
    const notes = [
      setting.about,
      ...(setting.isRequired ? ['Required for a real site.'] : []),
      ...(setting.otherwise ? [`If not set: ${setting.otherwise}.`] : []),
      ...(demo === serve ? [] : [`In the demo ${demo}.`]),
    ]
    return `# ${notes.join(' ')}\n#${name}=${serve ?? setting.example ?? ''}\n`
  }
  const head = [
    'The settings of Nikhad, with defaults or examples. Written by `npm run document-settings`: do not edit here.',
    'Copy this file to .env and remove the # before what you set; the npm commands read it. Keep it secret: chmod 600 .env',
    'A variable of the environment wins over this file. An empty value counts as not set.',
    'Put a value between quotation marks if it contains a # or begins or ends with a blank.',
  ]
  return [
    head.map((line) => `# ${line}\n`).join(''),
    ...[...groups].map(([group, members]) => `# ---- ${group} ----\n\n${members.map(lines).join('\n')}`),
  ].join('\n')
}

/** The settings as Markdown, a table for each group. */
function tables() {
  const row = ([name, setting]: [string, Setting]) => {
    const { serve, demo } = defaultsOf(setting)
    const otherwise = setting.otherwise ?? (setting.isRequired ? 'required' : 'none')
    const known = serve === undefined ? otherwise : `\`${serve}\``
    return `| \`${name}\` | ${demo === serve ? known : `${known}; demo: \`${demo}\``} | ${setting.about} |\n`
  }
  return [...groups]
    .map(([group, members]) => `### ${group}\n\n| setting | default | |\n|---|---|---|\n${members.map(row).join('')}`)
    .join('\n')
}

/** Both documents as they should be, by their path in the repository. */
export function settingsDocuments() {
  const operating = readFileSync(join(root, 'docs/operating.md'), 'utf8')
  const [before, rest = ''] = operating.split(begin)
  const [, after] = rest.split(end)
  if (after === undefined) throw new Error(`docs/operating.md lacks the line ${begin} or ${end}`)
  return {
    '.env.example': envExample(),
    'docs/operating.md': `${before}${begin}\n\n${tables()}\n${end}${after}`,
  }
}

if (import.meta.main)
  for (const [path, text] of Object.entries(settingsDocuments())) writeFileSync(join(root, path), text)
