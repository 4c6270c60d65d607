import { parse, type AtRule, type Container, type Node } from 'postcss'

/** A class as a selector spells it: with what CSS escapes. */
const className = /\.((?:\\.|[\w-])+)/gs
const customProperty = /--[\w-]+/g

const classesOf = (selector: string): string[] =>
  [...selector.replaceAll(/:not\([^)]*\)/g, '').matchAll(className)].map(([, name = '']) =>
    name.replaceAll(/\\(.)/gs, '$1'),
  )

const classesIn = (markup: string): ReadonlySet<string> =>
  new Set(
    [...markup.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) =>
      names
        .replaceAll('&gt;', '>')
        .replaceAll('&lt;', '<')
        .replaceAll('&#x27;', "'")
        .replaceAll('&amp;', '&')
        .split(/\s+/),
    ),
  )

const isAtRule = (node: Node | undefined, name: string): node is AtRule =>
  node?.type === 'atrule' && (node as AtRule).name === name

/** Whether a declaration only gives Tailwind's properties their first values, for browsers without `@property`. */
function isFirstValue(node: Node): boolean {
  for (let at = node.parent as Node | undefined; at; at = at.parent as Node | undefined)
    if (isAtRule(at, 'layer') && at.params === 'properties') return true
  return false
}

/**
 * What of a style sheet a page needs to be painted before the whole sheet is there: rules that name only classes of its
 * markup, rules that name none, and of animations and Tailwind's own properties those which these rules use. The order
 * stays, so that the whole sheet, when it comes after this one, changes nothing of the page.
 */
export function firstStyle(sheet: string, markup: string): string {
  const present = classesIn(markup)
  const root = parse(sheet)
  root.walkComments((comment) => void comment.remove())
  root.walkRules((rule) => {
    if (isAtRule(rule.parent as Node | undefined, 'keyframes')) return
    const needed = rule.selectors.filter((selector) => classesOf(selector).every((name) => present.has(name)))
    if (needed.length === 0) rule.remove()
    else if (needed.length < rule.selectors.length) rule.selectors = needed
  })
  const used = new Set<string>()
  root.walkDecls((declaration) => {
    if (isFirstValue(declaration)) return
    const { prop, value } = declaration
    if (prop.startsWith('--')) used.add(prop)
    for (const [name] of value.matchAll(customProperty)) used.add(name)
    if (/^(?:--)?animat/.test(prop)) for (const word of value.split(/[\s,]+/)) used.add(word)
  })
  root.walkAtRules(/^(?:property|keyframes)$/, (rule) => void (used.has(rule.params) || rule.remove()))
  root.walkDecls(/^--tw-/, (declaration) => void (used.has(declaration.prop) || declaration.remove()))
  removeEmpty(root)
  return root.toString()
}

/** Layers stay even where they are empty: their first mention is their position in the cascade. */
function removeEmpty(container: Container): void {
  container.each((node) => {
    const inner = (node as Partial<Container>).nodes
    if (inner === undefined || isAtRule(node, 'keyframes')) return
    removeEmpty(node as Container)
    if (inner.length === 0 && !isAtRule(node, 'layer')) node.remove()
  })
}
