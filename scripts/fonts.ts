import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place)).join('')

/** What English texts are written with; fonts.css names the same characters as `unicode-range`. */
const basicLatin = `${range(0x20, 0x7e)}\u00a0©·×–—‘’“”•…→−`
const bengali = `${range(0x980, 0x9fe)}\u0951\u0952।॥\u200c\u200d◌`
const latinFeatures = ['kern', 'liga', 'tnum', 'calt', 'ccmp', 'locl', 'mark', 'mkmk']
const weights = { variationAxes: { wght: { min: 400, max: 700 } } }

/**
 * Smaller files of the fonts, for the characters and weights that our texts use: 21 KB instead of 47 on an English
 * page, 150 KB instead of 190 more on a Bangla one. Names of people may hold other letters; the whole files stay for
 * those.
 */
export async function subsetFonts(folder: string) {
  await mkdir(folder, { recursive: true })
  const subset = async (name: string, from: string, characters: string, options: object) => {
    const font = await readFile(join('node_modules', from))
    await writeFile(join(folder, name), await subsetFont(font, characters, { targetFormat: 'woff2', ...options }))
  }
  const noto = '@fontsource-variable/noto-sans-bengali/files/noto-sans-bengali-bengali-wght-normal.woff2'
  await Promise.all([
    subset('figtree.woff2', '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2', basicLatin, {
      keepFeatures: latinFeatures,
      ...weights,
    }),
    // Only for large headings, which need no hints.
    subset('tiro.woff2', '@fontsource/tiro-bangla/files/tiro-bangla-latin-400-normal.woff2', basicLatin, {
      keepFeatures: latinFeatures,
      noHinting: true,
    }),
    subset('tiro-bangla.woff2', '@fontsource/tiro-bangla/files/tiro-bangla-bengali-400-normal.woff2', bengali, {}),
    subset('noto-bangla.woff2', noto, bengali, weights),
  ])
  await subset('bangla-metrics.woff2', noto, bengali, {
    ...widthsOnly,
    targetFormat: 'sfnt',
    variationAxes: { wght: 400 },
  })
  const metrics = join(folder, 'bangla-metrics.woff2')
  const blank = withoutOutlines(await readFile(metrics))
  await writeFile(metrics, await subsetFont(blank, bengali, { ...widthsOnly, targetFormat: 'woff2' }))
}

/** Of what joins letters, the commonest: all of it makes the file four times as large. */
const widthsOnly = { noHinting: true, keepFeatures: ['akhn', 'half'] }
const tablesForWidths = ['GSUB', 'OS/2', 'cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'name', 'post']

/**
 * A TrueType font that takes the same room and shows nothing.
 * Source: the table directory, `glyf` and `loca` of the OpenType specification 1.9.
 */
function withoutOutlines(font: Buffer): Buffer {
  const tables = new Map<string, Buffer>()
  for (let entry = 12; entry < 12 + 16 * font.readUInt16BE(4); entry += 16) {
    const start = font.readUInt32BE(entry + 8)
    const length = font.readUInt32BE(entry + 12)
    tables.set(font.toString('latin1', entry, entry + 4), font.subarray(start, start + length))
  }
  // Browsers refuse a font without any outline: every glyph is a triangle of one unit, too small to be seen.
  const triangle = Buffer.from(
    '0001 0000 0000 0001 0001 0002 0000 010101 0000 0001 ffff 0000 0000 0001 00'.replaceAll(' ', ''),
    'hex',
  )
  const glyphs = tables.get('maxp')!.readUInt16BE(4)
  const offsets = Buffer.alloc(2 * (glyphs + 1))
  for (let glyph = 0; glyph <= glyphs; glyph++) offsets.writeUInt16BE((glyph * triangle.length) / 2, 2 * glyph)
  const head = Buffer.from(tables.get('head')!)
  const shortOffsets = 0
  head.writeInt16BE(shortOffsets, 50)
  const noNames = Buffer.from('000000000006', 'hex')
  for (const [tag, table] of Object.entries({
    glyf: Buffer.alloc(glyphs * triangle.length, triangle),
    loca: offsets,
    head,
    name: noNames,
  }))
    tables.set(tag, table)

  const directory = Buffer.alloc(12 + 16 * tablesForWidths.length)
  directory.writeUInt32BE(0x00010000, 0)
  directory.writeUInt16BE(tablesForWidths.length, 4)
  const parts: Buffer[] = [directory]
  let end = directory.length
  for (const [place, tag] of tablesForWidths.entries()) {
    const table = tables.get(tag)!
    const entry = 12 + 16 * place
    directory.write(tag, entry, 'latin1')
    directory.writeUInt32BE(end, entry + 8)
    directory.writeUInt32BE(table.length, entry + 12)
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4)
    parts.push(table, padding)
    end += table.length + padding.length
  }
  return Buffer.concat(parts)
}
