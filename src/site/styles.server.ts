/** A rule or an at-rule with what it holds, or a declaration or statement, which holds nothing. */
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

const tokens = /\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{}();]|[^\\"'{}();]+/gs

/** A style sheet as a tree; what it says need not be understood for that. */
function read(css: string): Part[] {
  const whole: Part[] = []
  const open = [whole]
  let text = ''
  let depth = 0
  for (const [token] of css.replace(/\/\*.*?\*\//gs, '').matchAll(tokens)) {
    if (token === '(') depth++
    if (token === ')') depth--
    if (depth > 0 || !/^[{};]$/.test(token)) text += token
    else {
      const head = text.trim()
      text = ''
      const inside: Part[] = []
      if (token === '{') open.at(-1)!.push({ head, inside })
      // The minifier repeats some.
      else if (head && head !== open.at(-1)!.at(-1)?.head) open.at(-1)!.push({ head })
      if (token === '{') open.push(inside)
      if (token === '}') open.pop()
    }
  }
  return whole
}

const write = (parts: Part[]): string =>
  parts
    .map(({ head, inside }, place) =>
      inside ? `${head}{${write(inside)}}` : place < parts.length - 1 ? `${head};` : head,
    )
    .join('')

// Three levels of brackets, which is one more than there are.
const bracketed = String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`
const alternatives = (selectors: string) => selectors.match(RegExp(`(?:[^,()]|${bracketed})+`, 'g')) ?? []
const pseudoClasses = RegExp(String.raw`:([\w-]+)(${bracketed})`, 'g')

/** Escaped characters become private ones, so that none of them ends a name or opens a bracket. */
const hide = (selector: string) =>
  selector.replace(/\\(.)/g, (_, escaped: string) => String.fromCharCode(0xe000 + escaped.charCodeAt(0)))
const show = (name: string) =>
  name.replace(/[\ue000-\ue0ff]/g, (hidden) => String.fromCharCode(hidden.charCodeAt(0) - 0xe000))

function needsOf(hidden: string): Needs {
  const oneOf: Needs[][] = []
  const outside = hidden.replace(/\[[^\]]*\]/g, '').replace(pseudoClasses, (_, name: string, brackets: string) => {
    // Whom `:not()` leaves out says nothing about who is meant.
    if (/^(is|where|has)$/.test(name)) oneOf.push(alternatives(brackets.slice(1, -1)).map(needsOf))
    return ''
  })
  return { classes: [...outside.matchAll(/\.([\w\ue000-\ue0ff-]+)/g)].map(([, name]) => show(name!)), oneOf }
}

const isMet = ({ classes, oneOf }: Needs, shown: Set<string>): boolean =>
  classes.every((name) => shown.has(name)) && oneOf.every((group) => group.some((needs) => isMet(needs, shown)))

/** At-rules that hold rules; the others are kept or dropped by their name. */
const isGroup = ({ head }: Part) => /^@(layer|media|supports|container|starting-style)\b/.test(head)

/** Looked at once: the selectors are compared with every page. */
function prepare(parts: Part[]): (Part | Rule)[] {
  return parts.map((part) => {
    if (!part.inside) return part
    if (isGroup(part)) return { ...part, inside: prepare(part.inside) }
    if (part.head.startsWith('@')) return part
    const selectors = alternatives(hide(part.head)).map((hidden) => ({
      text: hidden.replace(/[\ue000-\ue0ff]/g, (one) => `\\${show(one)}`),
      needs: needsOf(hidden),
    }))
    return { ...part, selectors }
  })
}

/** The parts that mean something on a page with these class names. */
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

/** Without the variables, their definitions and the animations that nothing uses, nor what is empty then. */
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
const classesIn = (html: string) =>
  new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) =>
      names!.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name]!).split(/\s+/),
    ),
  )

/** Pages differ in whose portraits they show, so there are more of them than addresses. */
const mostRemembered = 200

/**
 * Answers for HTML the rules of the sheet that it needs, in every state a person can bring it into without a script:
 * all whose class names stand in it, in every theme, language, width and medium, and on paper. Rules for what scripts draw
 * later are not among them, but for what is drawn by the classes of `always`.
 */
export function stylesFor(css: string, always: string) {
  const sheet = prepare(read(css))
  // Where a layer is left out, the whole sheet, which comes later, would put it last.
  const layers = new Set(
    sheet.flatMap(({ head }) => (head.startsWith('@layer ') ? head.slice('@layer '.length).split(/\s*,\s*/) : [])),
  )
  const order = `@layer ${[...layers].join()};`
  const alwaysShown = classesIn(always)
  const remembered = new Map<string, string>()
  return (html: string) => {
    const shown = new Set([...classesIn(html), ...alwaysShown])
    const key = [...shown].sort().join(' ')
    const known = remembered.get(key)
    if (known !== undefined) return known
    const styles = order + write(withoutUnused(keep(sheet, shown), variables(html)))
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(key, styles)
    return styles
  }
}
