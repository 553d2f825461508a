import { type ChildNode, parse } from 'postcss'
import parseSelectors, { type Selector } from 'postcss-selector-parser'

interface Part {
  head: string
  inside?: Part[]
}
/** The class names without which a selector means nobody, those of `:is()` and the like one of several. */
interface Needs {
  classes: string[]
  oneOf: Needs[][]
}
interface Rule extends Part {
  selectors: { text: string; needs: Needs }[]
}

function needsOf(selector: Selector): Needs {
  const needs: Needs = { classes: [], oneOf: [] }
  selector.each((node) => {
    if (node.type === 'class') needs.classes.push(node.value)
    // Whom `:not()` leaves out says nothing about who is meant.
    if (node.type === 'pseudo' && /^:(is|where|has)$/.test(node.value)) needs.oneOf.push(node.nodes.map(needsOf))
  })
  return needs
}

function prepare(nodes: ChildNode[]): (Part | Rule)[] {
  const parts = nodes.flatMap((node): (Part | Rule)[] => {
    if (node.type === 'comment') return []
    if (node.type === 'decl') return [{ head: node.toString() }]
    if (node.type === 'atrule') {
      const head = `@${node.name} ${node.params}`.trim()
      return [node.nodes ? { head, inside: prepare(node.nodes) } : { head }]
    }
    const selectors = parseSelectors()
      .astSync(node.selector)
      .map((selector) => ({ text: selector.toString(), needs: needsOf(selector) }))
    return [{ head: node.selector, inside: prepare(node.nodes), selectors }]
  })
  // The minifier repeats some declarations.
  return parts.filter(({ head, inside }, place) => inside || head !== parts[place - 1]?.head)
}

const write = (parts: Part[]): string =>
  parts
    .map(({ head, inside }, place) =>
      inside ? `${head}{${write(inside)}}` : place < parts.length - 1 ? `${head};` : head,
    )
    .join('')

const isMet = ({ classes, oneOf }: Needs, shown: Set<string>): boolean =>
  classes.every((name) => shown.has(name)) && oneOf.every((group) => group.some((needs) => isMet(needs, shown)))

const isGroup = ({ head }: Part) => /^@(layer|media|supports|container|starting-style)\b/.test(head)

function keep(parts: (Part | Rule)[], shown: Set<string>): Part[] {
  return parts.flatMap((part) => {
    if ('selectors' in part) {
      const head = part.selectors
        .filter(({ needs }) => isMet(needs, shown))
        .map(({ text }) => text)
        .join(',')
      return head ? [{ head, inside: part.inside! }] : []
    }
    if (!part.inside || !isGroup(part)) return [part]
    const inside = keep(part.inside, shown)
    return inside.length > 0 ? [{ ...part, inside }] : []
  })
}

const variables = (text: string) => new Set([...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name!))

function withoutUnused(parts: Part[], usedBeside: Set<string>): Part[] {
  const text = write(parts)
  const used = new Set([...variables(text), ...usedBeside])
  const animations = [...text.matchAll(/animation(?:-name)?:([^;}]+)/g)].join()
  const drop = (all: Part[]): Part[] =>
    all.flatMap((part) => {
      const [, variable] = /^(?:@property )?(--[\w-]+)/.exec(part.head) ?? []
      if (variable && !used.has(variable)) return []
      const [, animation] = /^@keyframes ([\w-]+)/.exec(part.head) ?? []
      if (animation && !animations.includes(animation)) return []
      if (!part.inside) return [part]
      const inside = drop(part.inside)
      return inside.length > 0 || part.head.startsWith('@property') ? [{ ...part, inside }] : []
    })
  const left = drop(parts)
  // What was dropped may have been all that used something else.
  return write(left).length < text.length ? withoutUnused(left, usedBeside) : left
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
function classesIn(html: string) {
  // Most attributes of a page stand in it many times.
  const attributes = new Set<string>()
  for (const [, names] of html.matchAll(/ class="([^"]*)"/g)) attributes.add(names!)
  const read = (names: string) =>
    names.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name]!).split(/\s+/)
  return new Set([...attributes].flatMap(read))
}

/** Pages differ in whose portraits they show, so there are more of them than addresses. */
const mostRemembered = 200

/** The rules for HTML in every state without scripts. Of what scripts draw later, only `always` counts. */
export function stylesFor(css: string, always: string) {
  const sheet = prepare(parse(css).nodes)
  // Where a layer is left out, the whole sheet, which comes later, would put it last.
  const layers = new Set(
    sheet.flatMap(({ head }) => (head.startsWith('@layer ') ? head.slice('@layer '.length).split(/\s*,\s*/) : [])),
  )
  const order = `@layer ${[...layers].join()};`
  const alwaysShown = classesIn(always)
  const remembered = new Map<string, string>()
  return (html: string) => {
    const shown = new Set([...classesIn(html), ...alwaysShown])
    const usedBeside = variables(html)
    const key = [...shown, ...usedBeside].sort().join(' ')
    const known = remembered.get(key)
    if (known !== undefined) return known
    const styles = order + write(withoutUnused(keep(sheet, shown), usedBeside))
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(key, styles)
    return styles
  }
}
