/**
 * A QR code (ISO/IEC 18004) as rows of dark and light squares, without the light margin of four that belongs around it:
 * bytes, lowest error correction, versions 1 to 20, which is 858 bytes. A screen is neither torn nor dirty.
 */

/** By version: how many blocks the data is cut into, and the bytes of error correction of each (ISO 18004, table 9, level L). */
const blocksOf = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8]
const checksOf = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28]

type Grid = boolean[][]

/** Bytes of data and error correction together that a version holds: its squares without the patterns. */
function bytesIn(version: number) {
  const alignments = version === 1 ? 0 : (Math.floor(version / 7) + 2) ** 2 - 3
  const timing = version === 1 ? 0 : Math.floor(version / 7) * 2
  const size = version * 4 + 17
  const patterns = 3 * 64 + 2 * (size - 16) + 31 + alignments * 25 - timing * 5 + (version >= 7 ? 36 : 0)
  return Math.floor((size * size - patterns) / 8)
}

const dataBytes = (version: number) => bytesIn(version) - blocksOf[version - 1]! * checksOf[version - 1]!

/** In the field of 256 elements with x^8 + x^4 + x^3 + x^2 + 1. */
function multiply(a: number, b: number) {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    if ((b >> bit) & 1) product ^= a
  }
  return product
}

/** What is left of the data when it is divided by (x - 1)(x - 2)(x - 4) … with `degree` factors. */
function checkBytes(data: number[], degree: number) {
  let divisor = [1]
  for (let i = 0, root = 1; i < degree; i++, root = multiply(root, 2))
    divisor = [...divisor, 0].map((c, at) => c ^ (at > 0 ? multiply(divisor[at - 1]!, root) : 0))
  const rest = Array<number>(degree).fill(0)
  for (const byte of data) {
    const factor = byte ^ rest.shift()!
    rest.push(0)
    for (const at of rest.keys()) rest[at]! ^= multiply(divisor[at + 1]!, factor)
  }
  return rest
}

/** The bytes in the order in which they are drawn: of all blocks the first, then of all the second … */
function codewords(text: Uint8Array, version: number) {
  const bits = [0, 1, 0, 0]
  const put = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1)
  }
  put(text.length, version < 10 ? 8 : 16)
  for (const byte of text) put(byte, 8)
  const room = dataBytes(version)
  put(0, Math.min(4, room * 8 - bits.length))
  put(0, -bits.length & 7)
  for (let pad = 0xec; bits.length < room * 8; pad ^= 0xec ^ 0x11) put(pad, 8)
  const bytes = Array.from({ length: room }, (_, at) => Number.parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2))

  const count = blocksOf[version - 1]!
  const short = Math.floor(room / count)
  const longOnes = room % count
  const blocks = Array.from({ length: count }, (_, at) => {
    const begin = at * short + Math.max(0, at - (count - longOnes))
    return bytes.slice(begin, begin + short + (at >= count - longOnes ? 1 : 0))
  })
  const checks = blocks.map((block) => checkBytes(block, checksOf[version - 1]!))
  const inTurn = (columns: number[][], length: number) =>
    Array.from({ length }, (_, at) => columns.flatMap((column) => column[at] ?? [])).flat()
  return [...inTurn(blocks, short + 1), ...inTurn(checks, checksOf[version - 1]!)]
}

/** Where alignment patterns have their middle, in rows as in columns. */
function alignmentsOf(version: number) {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const last = version * 4 + 10
  const step = Math.ceil((last - 6) / (count - 1) / 2) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, at) => last - (count - 2 - at) * step)]
}

/** The remainder that protects format and version. */
function withRemainder(value: number, generator: number, degree: number) {
  let rest = value << degree
  const length = Math.floor(Math.log2(generator))
  for (let bit = 31; bit >= length; bit--) if ((rest >>> bit) & 1) rest ^= generator << (bit - length)
  return (value << degree) | rest
}

/** The patterns that are in every code of a version, and which squares they take. */
function frame(version: number) {
  const size = version * 4 + 17
  const dark: Grid = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const taken: Grid = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const set = (x: number, y: number, isDark: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return
    dark[y]![x] = isDark
    taken[y]![x] = true
  }
  const rings = (middleX: number, middleY: number, radius: number, isDark: (ring: number) => boolean) => {
    for (let y = -radius; y <= radius; y++)
      for (let x = -radius; x <= radius; x++) set(middleX + x, middleY + y, isDark(Math.max(Math.abs(x), Math.abs(y))))
  }
  for (let at = 0; at < size; at++) {
    set(at, 6, at % 2 === 0)
    set(6, at, at % 2 === 0)
  }
  const middles = alignmentsOf(version)
  for (const x of middles)
    for (const y of middles)
      if (!((x === 6 && (y === 6 || y === size - 7)) || (x === size - 7 && y === 6)))
        rings(x, y, 2, (ring) => ring !== 1)
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    rings(x, y, 4, (ring) => ring !== 2 && ring !== 4)
  if (version >= 7) {
    const told = withRemainder(version, 0x1f25, 12)
    for (let bit = 0; bit < 18; bit++) {
      const [near, far] = [Math.floor(bit / 3), size - 11 + (bit % 3)]
      set(near, far, ((told >> bit) & 1) === 1)
      set(far, near, ((told >> bit) & 1) === 1)
    }
  }
  return { dark, taken, set, size }
}

const masks: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

function draw(version: number, bytes: number[], mask: number): Grid {
  const { dark, taken, set, size } = frame(version)
  // Level L is 01; the constant keeps the format from being all light.
  const format = withRemainder((0b01 << 3) | mask, 0x537, 10) ^ 0x5412
  for (let bit = 0; bit < 15; bit++) {
    const isDark = ((format >> bit) & 1) === 1
    const along = bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit
    set(8, along, isDark)
    set(bit < 8 ? size - 1 - bit : bit === 8 ? 7 : 14 - bit, 8, isDark)
  }
  set(8, size - 8, true)
  let at = 0
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2)
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const isUpward = ((right > 6 ? size - 1 - right : size - 2 - right) / 2) % 2 === 0
        const y = isUpward ? size - 1 - step : step
        if (taken[y]![x]) continue
        const bit = ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1
        dark[y]![x] = (bit === 1) !== masks[mask]!(x, y)
        at++
      }
  return dark
}

/** How hard a code is to read (ISO 18004, 7.8.3): long runs, blocks, what looks like a corner, and too much of one colour. */
function penaltyOf(grid: Grid) {
  const size = grid.length
  const columns = grid.map((_, x) => grid.map((row) => row[x]!))
  let penalty = 0
  for (const line of [...grid, ...columns]) {
    const text = line.map(Number).join('')
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2
    penalty += 40 * [...text.matchAll(/(?=00001011101|10111010000)/g)].length
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++)
      if (new Set([grid[y]![x], grid[y - 1]![x], grid[y]![x - 1], grid[y - 1]![x - 1]]).size === 1) penalty += 3
  const share = grid.flat().filter(Boolean).length / size ** 2
  return penalty + 10 * Math.floor(Math.abs(share - 0.5) * 20)
}

/** @throws RangeError for a text of more than 858 bytes */
export function qrModules(text: string): Grid {
  const bytes = new TextEncoder().encode(text)
  const version = blocksOf.findIndex((_, at) => dataBytes(at + 1) >= bytes.length + (at < 9 ? 2 : 3)) + 1
  if (version === 0) throw new RangeError('Too long for a QR code')
  const told = codewords(bytes, version)
  const drawn = masks.map((_, mask) => draw(version, told, mask))
  return drawn.reduce((best, grid) => (penaltyOf(grid) < penaltyOf(best) ? grid : best))
}
