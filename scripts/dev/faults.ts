import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { isAbsolute, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import type { DevEnvironment, ErrorPayload } from 'vite'
import { escaped } from '#src/platform/http/html.server.ts'
import { root } from '#src/platform/root.server.ts'

/** As a browser tells it. */
export interface BrowserFault {
  message: string
  stack?: string
}
type Fault = ErrorPayload['err']
interface Place {
  file: string
  line: number
  column: number
}

/** Vite adds these to the errors of the files that it transforms. */
type BuildError = Error & {
  id?: string
  frame?: string
  plugin?: string
  loc?: { file?: string; line: number; column: number }
}

/** What went wrong, with file, line and the lines around it, for Vite's overlay. */
export function describe(error: BuildError): Fault {
  const { stack = '', id, frame, plugin, loc } = error
  const message = stripVTControlCharacters(error.message)
  if (loc || id) return { message, stack: '', ...pick({ id: loc?.file ?? id, frame, plugin, loc }) }
  const [, address, importer = ''] = /^Failed to load url (\S+) .* in (.+)\. Does the file exist\?$/.exec(message) ?? []
  if (address) return { message, stack: '', ...at(placeOfText(importer, address)) }
  const place = [...stack.matchAll(/(?:\(|at )(?:async )?((?:file:\/\/)?\/[^()\n]+?):(\d+):(\d+)\)?$/gm)]
    .map(([, file = '', line, column]) => ({
      file: pathOf(file),
      line: Number(line),
      column: Number(column),
    }))
    .find(({ file }) => isOurs(file))
  return { message, stack, ...(place && at(place)) }
}

const at = (place: Place) => ({ id: place.file, loc: place, frame: linesAround(place) })

/** Where this text stands first in a file. */
function placeOfText(file: string, text: string): Place {
  const before = readFileSync(file, 'utf8').split(text, 1)[0]!.split('\n')
  return { file, line: before.length, column: before.at(-1)!.length + 1 }
}

/** Node writes some paths of a stack as they are, some as addresses and some half so. */
function pathOf(written: string) {
  if (written.startsWith('file:')) return fileURLToPath(written)
  return existsSync(written) ? written : decodeURI(written)
}

const pick = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fault>

function isOurs(file: string) {
  const path = relative(root, file)
  return !path.startsWith('..') && !isAbsolute(path) && !path.startsWith('node_modules')
}

function linesAround({ file, line, column }: Place) {
  const lines = readFileSync(file, 'utf8').split('\n')
  const first = Math.max(1, line - 2)
  return lines
    .slice(first - 1, line + 2)
    .flatMap((text, place) => {
      const number = first + place
      const shown = `${String(number).padStart(5)} | ${text}`
      return number === line ? [shown, `      | ${' '.repeat(Math.max(0, column - 1))}^`] : [shown]
    })
    .join('\n')
}

/** The stack of an error in a browser, whose lines are those of Vite's answers, with the lines of the sources. */
export const inSources = ({ moduleGraph }: DevEnvironment, stack: string) =>
  stack.replace(/https?:\/\/[^/\s]+(\/[^\s?:)]+)(?:\?[^\s:)]*)?:(\d+):(\d+)/g, (told, path, line, column) => {
    const module = [...(moduleGraph.getModulesByFile(root + path) ?? [])].find(({ type }) => type === 'js')
    const map = module?.transformResult?.map
    if (!map || !('mappings' in map) || !map.mappings) return told
    const entry = new SourceMap(map as unknown as SourceMapPayload).findEntry(Number(line) - 1, Number(column) - 1)
    return 'originalLine' in entry ? `${root}${path}:${entry.originalLine + 1}:${entry.originalColumn + 1}` : told
  })

const placeOf = ({ id, loc }: Fault) => (id ? relative(root, id) + (loc ? `:${loc.line}:${loc.column}` : '') : '')

/** What went wrong as plain text. */
export const inText = (fault: Fault) =>
  [fault.message, placeOf(fault), fault.frame, fault.stack].filter(Boolean).join('\n\n')

/** The document in place of a page that cannot be shown. It is asked for again after the next change (browser.ts). */
export const pageOf = (error: Error, version: number) => {
  const fault = describe(error)
  return `<!doctype html><html lang="en" data-fault data-version="${version}"><head><meta charset="utf-8"><title>${escaped(placeOf(fault) || 'Error')}</title><style>body{margin:2rem;font:1rem/1.5 monospace;background:#181818;color:#eee}h1{font-size:1.2rem;color:#ff6b6b;white-space:pre-wrap}pre{overflow-x:auto}</style><script type="module" src="/scripts/dev/browser.ts"></script></head><body><h1>${escaped(fault.message)}</h1><pre>${escaped(inText({ ...fault, message: '' }))}</pre><p>Mend the file and save it: this page is loaded again.</p></body></html>`
}
