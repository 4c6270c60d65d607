import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync, type Plugin } from 'vite'

const codecs = new URL('../src/lib/codecs.ts', import.meta.url)
/** Whose code comes into the page: every schema in it is made by our codecs. */
const roots = ['../../protocol/src/', '../../proofs/src/', '../../ui/src/', '../src/'].map(
  (path) => new URL(path, import.meta.url),
)

export type Source = { readonly path: string; readonly text: string }
type Node = { type: string; start: number; [name: string]: unknown }

/** How many arguments each name takes; those without a number take what the library takes. */
const argumentCounts: Readonly<Record<string, number>> = {
  string: 0, boolean: 0, bigint: 0, int: 0, number: 0, unknown: 0, nonnegative: 0, trim: 0,
  literal: 1, enum: 1, optional: 1, nullable: 1, nullish: 1, array: 1, tuple: 1, object: 1, looseObject: 1,
  strictObject: 1, partial: 1, union: 1, regex: 1, minLength: 1, maxLength: 1, minimum: 1, maximum: 1, refine: 1,
  normalize: 1, _default: 2, extend: 2, omit: 2, record: 2, discriminatedUnion: 2, decode: 2, encode: 2, codec: 3,
} // prettier-ignore
/** What a schema of the library has beside its checks; ours have the checks alone, and `z.decode` for the rest. */
const foreignMethods = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'clone', 'register', 'brand'])

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

function* nodesOf(node: Node, parent?: Node): Generator<{ node: Node; parent: Node | undefined }> {
  yield { node, parent }
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
      if (isNode(child)) yield* nodesOf(child, node)
}

/** An expression without what is of TypeScript alone. */
const bare = (node: Node): Node =>
  ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'ParenthesizedExpression'].includes(node.type)
    ? bare(node['expression'] as Node)
    : node
const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? (node['name'] as string) : undefined

/** The constants that hold a list in every source that declares them; an imported one is known by its name alone. */
function listNames(sources: readonly Source[]): Set<string> {
  const lists = new Set<string>()
  const others = new Set<string>()
  const declared =
    /\bconst (\w+)(?::[^=\n]*)? =\s*(\[|Object\.keys\(|\w+\.(?:map|filter)\(|\((?:\s*'[^']*'\s*\+?)+\s*\)\.split\()?/g
  for (const { text } of sources)
    for (const [, name = '', list] of text.matchAll(declared)) (list === undefined ? others : lists).add(name)
  return new Set([...lists].filter((name) => !others.has(name)))
}

function isList(node: Node | undefined, lists: ReadonlySet<string>): boolean {
  if (node?.type === 'ArrayExpression' || lists.has(nameOf(node) ?? '')) return true
  const callee = node?.type === 'CallExpression' ? (node['callee'] as Node) : undefined
  return callee?.type === 'MemberExpression' && /^(map|filter)$/.test(nameOf(callee['property']) ?? '')
}

/** Why a call cannot be made of our codecs; undefined where it can. */
function faultOf(name: string, given: readonly Node[], { own, lists }: Known): string | undefined {
  if (!own.has(name)) return 'codecs.ts has no such name'
  const count = argumentCounts[name]
  if (given.some(({ type }) => type === 'SpreadElement')) return 'its arguments are spread'
  if (count === undefined) return 'known-codecs.ts does not state what arguments it takes'
  if (given.length !== count) return `codecs.ts takes ${count} arguments, not ${given.length}`
  const first = given[0] && bare(given[0])
  if (name === 'literal' && first?.type !== 'Literal') return 'codecs.ts takes one text, number or truth value'
  if (name === 'literal' && first?.['regex']) return 'codecs.ts takes one text, number or truth value'
  if (name === 'enum' && !isList(first, lists)) return 'codecs.ts takes a list, written here or a constant'
  if ((name === 'union' || name === 'tuple') && first?.type !== 'ArrayExpression')
    return 'codecs.ts takes a list written here'
  if (name === 'regex' && /[gy]/.test((first?.['regex'] as { flags?: string } | undefined)?.flags ?? ''))
    return 'codecs.ts takes no form that keeps its place'
  return undefined
}
type Known = { readonly own: ReadonlySet<string>; readonly lists: ReadonlySet<string> }

/** What a source imports from `zod/mini` that our codecs do not do, each with its line and the reason. */
function faultsIn(source: Source, known: Known): string[] {
  const program = parseSync(source.path, source.text).program as unknown as Node
  const faults: string[] = []
  const at = (node: Node, what: string) =>
    void faults.push(`${source.path}:${source.text.slice(0, node.start).split('\n').length} ${what}`)
  let z: string | undefined
  for (const { node } of nodesOf(program)) {
    if (!/^(Import|ExportNamed|ExportAll)\w*Declaration$/.test(node.type)) continue
    if (node['importKind'] === 'type' || (node['source'] as Node | null)?.['value'] !== 'zod/mini') continue
    const [only] = (node['specifiers'] ?? []) as Node[]
    if (only?.type === 'ImportNamespaceSpecifier') z = nameOf(only['local'])
    else at(node, "import it as a whole: import * as z from 'zod/mini'")
  }
  if (z === undefined) return faults
  const callees = new Map<Node, readonly Node[]>()
  for (const { node, parent } of nodesOf(program)) {
    if (node.type === 'CallExpression') callees.set(bare(node['callee'] as Node), node['arguments'] as Node[])
    if (node.type === 'MemberExpression' && nameOf(node['object']) === z) {
      const name = nameOf(node['property']) ?? ''
      const given = callees.get(node)
      const fault = given === undefined ? 'call it, and do nothing else with it' : faultOf(name, given, known)
      if (fault !== undefined) at(node, `z.${name}: ${fault}`)
    } else if (nameOf(node) === z && !isUseOfTheModule(parent)) at(node, `${z} is used as a value`)
    else if (node.type === 'MemberExpression' && isSchema(node, z))
      at(node, `.${nameOf(node['property'])}: codecs.ts has z.decode and z.encode for it`)
  }
  return faults
}
const isUseOfTheModule = (parent: Node | undefined): boolean =>
  parent !== undefined && /^(MemberExpression|TSQualifiedName|ImportNamespaceSpecifier)$/.test(parent.type)

/** Whether a method is requested from a schema that is made in the same expression. */
function isSchema(member: Node, z: string): boolean {
  const object = bare(member['object'] as Node)
  if (!foreignMethods.has(nameOf(member['property']) ?? '') || object.type !== 'CallExpression') return false
  const callee = bare(object['callee'] as Node)
  return (
    callee.type === 'MemberExpression' && (nameOf(callee['object']) === z || nameOf(callee['property']) === 'check')
  )
}

/** Whatever some sources import from `zod/mini` that codecs.ts, given as its text, does not do. */
export function unsupportedUses(sources: readonly Source[], codecsText: string): string[] {
  const own = new Set(
    [...codecsText.matchAll(/\bexport (?:const|function) (\w+)|\bas (\w+) \}/g)].map(([, a, b]) => a ?? b ?? ''),
  )
  const lists = listNames(sources)
  return sources.filter(({ text }) => text.includes('zod/mini')).flatMap((source) => faultsIn(source, { own, lists }))
}

/** Ends the build, with what to do, before a page is made that would break on a schema it does not know. */
export const knownCodecs = (): Plugin => ({
  name: 'known-codecs',
  buildStart() {
    const faults = unsupportedUses(roots.flatMap(sourcesIn), readFileSync(codecs, 'utf8'))
    if (faults.length > 0)
      throw new Error(
        `web/src/lib/codecs.ts stands for zod/mini in the page. Extend it, as the library means it, or write otherwise:\n${faults.join('\n')}`,
      )
  },
})

const sourcesIn = (root: URL): Source[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => fileURLToPath(new URL(name, root)))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
