import { type ChildNode, parse } from 'postcss'
import parseSelectors, { type Selector } from 'postcss-selector-parser'

/** The class names without which a selector means nobody, those of `:is()` and the like one of several. */
interface Needs {
  classes: string[]
  oneOf: Needs[][]
}
interface Part {
  head: string
  inside?: Part[]
  selectors?: { text: string; needs: Needs }[]
  /** A variable or an animation, which is of no use where nothing names it. */
  defines?: string | undefined
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

const isMet = ({ classes, oneOf }: Needs, shown: Set<string>): boolean =>
  classes.every((name) => shown.has(name)) && oneOf.every((group) => group.some((needs) => isMet(needs, shown)))

function prepare(nodes: ChildNode[]): Part[] {
  const parts = nodes.flatMap((node): Part[] => {
    if (node.type === 'comment') return []
    if (node.type === 'decl') return [{ head: node.toString(), defines: node.variable ? node.prop : undefined }]
    const inside = node.nodes && { inside: prepare(node.nodes) }
    if (node.type === 'atrule') {
      const defines = /^(property|keyframes)$/.test(node.name) ? node.params : undefined
      return [{ head: `@${node.name} ${node.params}`.trim(), defines, ...inside }]
    }
    const selectors = parseSelectors()
      .astSync(node.selector)
      .map((selector) => ({ text: selector.toString(), needs: needsOf(selector) }))
    return [{ head: node.selector, selectors, ...inside }]
  })
  // The minifier repeats some declarations.
  return parts.filter(({ head, inside }, place) => inside || head !== parts[place - 1]?.head)
}

/** Without rules that mean nothing where these classes are shown, and without definitions that are not `used`. */
function write(parts: Part[], shown: Set<string> | undefined, used: Set<string> | undefined): string {
  const texts = parts.flatMap(({ head, inside, selectors, defines }) => {
    if (used && defines !== undefined && !used.has(defines)) return []
    if (!inside) return [head]
    const meant = selectors?.filter(({ needs }) => !shown || isMet(needs, shown)).map(({ text }) => text)
    // A rule that is meant keeps the rules inside it.
    const content = meant?.length === 0 ? '' : write(inside, meant ? undefined : shown, used)
    return content ? [`${meant ?? head}{${content}}`] : []
  })
  return texts.map((text, place) => (text.endsWith('}') || place === texts.length - 1 ? text : `${text};`)).join('')
}

const variablesIn = (text: string) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name!)
const animationsIn = (text: string) =>
  [...text.matchAll(/animation(?:-name)?:([^;}]+)/g)].flatMap(([, names]) => names!.split(/[\s,]+/))

/** The theme's, which only rules name; a script may set others. */
const tokens = /--(?:color|radius|text|font|leading|tracking|weight|brand)-[\w-]+/g
/** Short names, which took 240 bytes off the compressed home page. The whole sheet defines the long ones for itself. */
function shorten(rules: string, kept: Set<string>) {
  const short = new Map<string, string>()
  return rules.replace(tokens, (name) => {
    if (kept.has(name)) return name
    if (!short.has(name)) short.set(name, `--t${short.size}`)
    return short.get(name)!
  })
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
function classesIn(html: string) {
  // Most attributes of a page stand in it many times.
  const attributes = new Set([...html.matchAll(/ class="([^"]*)"/g)].map(([, names]) => names!))
  return [...attributes].flatMap((names) =>
    names.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name]!).split(/\s+/),
  )
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
  const alwaysShown = classesIn(always)
  const usedAlways = variablesIn(always)
  const remembered = new Map<string, string>()
  return (html: string) => {
    const shown = new Set([...classesIn(html), ...alwaysShown])
    const usedBeside = new Set(variablesIn(html))
    const key = [...shown, ...usedBeside].sort().join(' ')
    const known = remembered.get(key)
    if (known !== undefined) return known
    let rules = write(sheet, shown, undefined)
    // What is dropped may be all that used something else.
    for (let before = ''; before !== rules; ) {
      before = rules
      rules = write(sheet, shown, new Set([...variablesIn(before), ...animationsIn(before), ...usedBeside]))
    }
    const styles = `@layer ${[...layers].join()};${shorten(rules, new Set([...usedBeside, ...usedAlways]))}`
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(key, styles)
    return styles
  }
}
