import { setImmediate } from 'node:timers/promises'
import { ZipBuffer } from 'node:zlib'
import { SaxesParser } from 'saxes'
import { type SheetRow, UnreadableSheet } from './sheet.ts'

/** Of all parts that are read. A zip says how large its parts are, and Node refuses one that grows beyond what it says. */
const mostUnpackedBytes = 64 * 1024 * 1024
const mostColumns = 500
const sliceBytes = 64 * 1024
const lastRow = 1_048_576

type Open = (part: string) => Promise<Buffer | undefined>
type Handlers = {
  open?: (tag: string, attributes: Record<string, string>) => void
  text?: (text: string) => void
  close?: (tag: string) => void
}

const damaged = (cause?: unknown) => new UnreadableSheet('damaged', { cause })

/**
 * The rows of the first visible sheet (ECMA-376), each cell as the text that a CSV file would have. A moment is its day,
 * with `hasTimes` also the time. @throws UnreadableSheet
 */
export async function* readXlsx(file: Buffer, { hasTimes = false } = {}): AsyncGenerator<SheetRow, undefined> {
  const open = openZip(file)
  const { sheet, is1904 } = await findSheet(open)
  const isDate = await dateStyles(open)
  const shared = await sharedTexts(open)
  const found: SheetRow[] = []
  let width: number | undefined
  let row = 0
  let cells: string[] = []
  let column = 0
  let cell: Record<string, string> = {}
  let value = ''
  let isValue = false
  let isPhonetic = false

  const on: Handlers = {
    open(tag, attributes) {
      if (tag === 'row') {
        const next = attributes.r === undefined ? row + 1 : Number(attributes.r)
        if (!(next > row && next <= lastRow)) throw damaged()
        row = next
        cells = []
        column = 0
      } else if (tag === 'c') {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r)
        cell = attributes
        value = ''
      } else if (tag === 'rPh') isPhonetic = true
      else if (tag === 'v' || tag === 't') isValue = !isPhonetic
    },
    text(text) {
      if (isValue) value += text
    },
    close(tag) {
      if (tag === 'v' || tag === 't') isValue = false
      else if (tag === 'rPh') isPhonetic = false
      else if (tag === 'c' && column <= mostColumns) {
        const text = textOf(cell, value, { shared, isDate, is1904, hasTimes })
        if (text === '') return
        while (cells.length < column - 1) cells.push('')
        cells[column - 1] = text
      } else if (tag === 'row' && cells.length > 0) {
        width ??= cells.length
        while (cells.length < width) cells.push('')
        found.push({ row, cells })
      }
    },
  }
  const part = await open(sheet)
  if (!part) throw damaged()
  yield* scan(part, on, found)
}

/** What the columns of a row are called, as numbers from 1 on: `AB12` is 28. */
const columnOf = (reference: string) =>
  [
    ...reference
      .replace(/[^A-Za-z]/g, '')
      .toUpperCase()
      .slice(0, 4),
  ].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

function openZip(file: Buffer): Open {
  let zip: ZipBuffer
  try {
    zip = new ZipBuffer(file)
  } catch (error) {
    throw damaged(error)
  }
  let left = mostUnpackedBytes
  // Whole, not by its iterator: one that is left early ends the process (Node 26.10).
  async function contentOf(part: string) {
    try {
      const content = await zip.get(part).content({ maxSize: left })
      left -= content.length
      return content
    } catch (error) {
      const { code } = error as { code?: string }
      if (!code?.startsWith('ERR_ZIP')) throw error
      throw code === 'ERR_ZIP_ENTRY_TOO_LARGE' ? new UnreadableSheet('bomb', { cause: error }) : damaged(error)
    }
  }
  return async (part) => (zip.has(part) ? contentOf(part) : undefined)
}

/** Lets others go on between its slices. A document type could make entities grow: none is read. */
async function* scan<Found>(part: Buffer, { open, text, close }: Handlers, found: Found[]) {
  const parser = new SaxesParser()
  const decoder = new TextDecoder()
  parser.on('doctype', () => {
    throw damaged()
  })
  parser.on('error', (error) => {
    throw damaged(error)
  })
  parser.on('opentag', ({ name, attributes }) => open?.(localName(name), attributes))
  parser.on('text', (read) => text?.(read))
  parser.on('cdata', (read) => text?.(read))
  parser.on('closetag', ({ name }) => close?.(localName(name)))
  for (let at = 0; at < part.length; at += sliceBytes) {
    parser.write(decoder.decode(part.subarray(at, at + sliceBytes), { stream: true }))
    yield* found.splice(0)
    await setImmediate()
  }
  parser.close()
  yield* found.splice(0)
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

async function readPart(part: Buffer | undefined, on: Handlers) {
  if (part) for await (const _ of scan(part, on, []));
}

async function findSheet(open: Open) {
  const workbook = await open('xl/workbook.xml')
  if (!workbook) throw damaged()
  const sheets: Record<string, string>[] = []
  let is1904 = false
  await readPart(workbook, {
    open(tag, attributes) {
      if (tag === 'sheet') sheets.push(attributes)
      if (tag === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
    },
  })
  const sheet = sheets.find(({ state }) => state === undefined || state === 'visible')
  const id = sheet && Object.entries(sheet).find(([name]) => /:id$/.test(name))?.[1]
  let target: string | undefined
  await readPart(await open('xl/_rels/workbook.xml.rels'), {
    open(tag, { Id, Target }) {
      if (tag === 'Relationship' && Id === id) target = Target
    },
  })
  if (!target) throw damaged()
  return { sheet: target.startsWith('/') ? target.slice(1) : `xl/${target}`, is1904 }
}

/** Whether a number of this style is a day. */
async function dateStyles(open: Open) {
  const formats = new Map<string, string>()
  const isDate: boolean[] = []
  let isCell = false
  await readPart(await open('xl/styles.xml'), {
    open(tag, { numFmtId = '0', formatCode = '' }) {
      if (tag === 'numFmt') formats.set(numFmtId, formatCode)
      if (tag === 'cellXfs') isCell = true
      if (tag === 'xf' && isCell) isDate.push(isDateFormat(numFmtId, formats.get(numFmtId)))
    },
    close(tag) {
      if (tag === 'cellXfs') isCell = false
    },
  })
  return isDate
}

/** The numbers of formats that every program knows are in ECMA-376, 18.8.30. */
const isDateFormat = (id: string, code: string | undefined) =>
  code === undefined
    ? /^(1[4-7]|22|2[7-9]|3[0-6]|5[0-8])$/.test(id)
    : /[ymd]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''))

async function sharedTexts(open: Open) {
  const texts: string[] = []
  let text = ''
  let isText = false
  let isPhonetic = false
  await readPart(await open('xl/sharedStrings.xml'), {
    open(tag) {
      if (tag === 'si') text = ''
      if (tag === 'rPh') isPhonetic = true
      if (tag === 't') isText = !isPhonetic
    },
    text(read) {
      if (isText) text += read
    },
    close(tag) {
      if (tag === 't') isText = false
      if (tag === 'rPh') isPhonetic = false
      if (tag === 'si') texts.push(text)
    },
  })
  return texts
}

function textOf(
  { t, s }: Record<string, string>,
  value: string,
  { shared, isDate, is1904, hasTimes }: { shared: string[]; isDate: boolean[]; is1904: boolean; hasTimes: boolean },
) {
  if (t === 'e' || value === '') return ''
  if (t === 's') return unescaped(shared[Number(value)] ?? '')
  if (t === 'b') return value === '1' ? 'true' : 'false'
  if (t === 'd') return hasTimes ? value.slice(0, 19) : value.slice(0, 10)
  if (t === 'str' || t === 'inlineStr') return unescaped(value)
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value.trim()
  const isDay = isDate[Number(s ?? 0)] && number > 0 && number < 2_958_466
  if (!isDay) return String(number)
  const seconds = Math.round((number % 1) * 86_400)
  return dayAt(Math.floor(number), is1904) + (hasTimes && seconds > 0 ? ` ${timeAt(seconds)}` : '')
}

const dayAt = (days: number, is1904: boolean) =>
  new Date(Date.UTC(is1904 ? 1904 : 1899, is1904 ? 0 : 11, is1904 ? 1 : 30) + days * 86_400_000)
    .toISOString()
    .slice(0, 10)

/** @param seconds since midnight, as `HH:MM:SS` */
const timeAt = (seconds: number) => new Date(Math.min(seconds, 86_399) * 1000).toISOString().slice(11, 19)

/** Excel writes signs that XML cannot hold as `_x000D_`. */
const unescaped = (text: string) =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))).trim()
