import { verifyFigures, type SignedFigures } from './figures.ts'
import type { Finding, FindingKind } from './findings.ts'
import type { PublicKeys } from './public-keys.ts'
import { fieldOf, insideResponse } from './saved-response.ts'
import { compareShape, type Shape } from './shape.ts'
import { plainOf, readWritten, type Written } from './strict-json.ts'

/** `hashed`: a hash is not that of what stands beside it. `noSql`: the SQL whose hash a figure names is not given. */
export type FigureFault = Omit<Finding, 'is'> & { readonly is: FindingKind | 'hashed' | 'noSql' }

/** What came of checking published figures; `statements` are there when their form was right, newest first. */
export type FiguresVerdict = {
  readonly ok: boolean
  readonly findings: readonly FigureFault[]
  readonly statements: readonly SignedFigures[]
}

const name: Shape = { text: /^[\x20-\x7e]{1,200}$/ }
const hash: Shape = { text: /^[0-9a-f]{64}$/ }
// Shown on a terminal: nothing in it may steer one, and half a surrogate pair has no written form.
const line: Shape = { text: /^[^\p{Cc}\p{Cs}]*$/u }
const text: Shape = { text: /^\P{Cs}*$/u }

const statementFields = [
  ['v', 'whole'],
  ['origin', name],
  ['at', 'whole'],
  [
    'figures',
    {
      list: {
        fields: [
          ['name', name],
          ['value', { nullable: line }],
          ['asOf', 'whole'],
          ['formula', line],
          ['query', { nullable: name }],
          ['sqlHash', { nullable: hash }],
        ],
      },
    },
  ],
  ['keyId', { text: /^[0-9a-f]{16}$/ }],
  ['signature', { text: /^[0-9a-f]{128}$/ }],
] as const satisfies readonly (readonly [string, Shape])[]

const queryFields = [
  ['hash', hash],
  ['sql', text],
] as const satisfies readonly (readonly [string, Shape])[]

const newestShape: Shape = { fields: [...statementFields, ['queries', { list: { fields: queryFields } }]] }
const historyShape: Shape = {
  fields: [
    ['statements', { list: { fields: statementFields } }],
    ['queries', { list: { fields: [...queryFields, ['firstAt', 'whole']] } }],
  ],
}

type Query = { readonly hash: string; readonly sql: string }
type Newest = SignedFigures & { readonly queries: readonly Query[] }
type History = { readonly statements: readonly SignedFigures[]; readonly queries: readonly Query[] }

const failed = (findings: readonly Finding[]): FiguresVerdict => ({ ok: false, findings, statements: [] })

/**
 * Checks published figures, the newest (public/stats) or those of before (public/stats/history), against public keys that
 * the caller trusts: the form, the signature over every field of every figure, and that the SQL with each signed hash is
 * given. Pure; needs no network. That the SQL returned these values only who has the records can compute; `firstAt` of a
 * query is in no signature.
 */
export function verifyPublishedFigures(source: string, keys: PublicKeys): FiguresVerdict {
  let written: Written
  try {
    written = insideResponse(readWritten(source), 'queries')
  } catch (cause) {
    return failed([{ is: 'notJson', at: cause instanceof SyntaxError ? cause.message : '/' }])
  }
  const isHistory = fieldOf(written, 'statements') !== undefined
  const form = compareShape(written, isHistory ? historyShape : newestShape, '')
  if (form.length > 0) return failed(form)
  const plain = plainOf(written) as Newest | History
  const statements = 'statements' in plain ? plain.statements : [plain]
  const at = (index: number, path: string): string => (isHistory ? `statements[${index}].${path}` : path)
  const findings = [
    ...statements.flatMap((statement, index) => verifyStatement(statement, { at: (path) => at(index, path), keys })),
    ...(isHistory ? verifyOrder(statements) : []),
    ...verifyQueries(plain.queries, { statements, isHistory, keys }),
    ...statements.flatMap((statement, index) => unexplained(statement, { at: (path) => at(index, path), plain })),
  ]
  return { ok: findings.length === 0, findings, statements }
}

type Located = { readonly at: (path: string) => string }

function verifyStatement(statement: SignedFigures, { at, keys }: Located & { keys: PublicKeys }): Finding[] {
  const { v, keyId } = statement
  if (v !== 1) return [{ is: 'changed', at: at('v'), expected: '1', found: String(v) }]
  const publicKey = keys.byId.get(keyId)
  if (publicKey === undefined) return [{ is: 'otherKey', at: at('keyId'), found: keyId }]
  return verifyFigures(statement, publicKey, keys.crypto) ? [] : [{ is: 'unsigned', at: at('signature') }]
}

/** Newest first, none twice. One that was left out does not show. */
function verifyOrder(statements: readonly SignedFigures[]): Finding[] {
  if (statements.length === 0) return [{ is: 'missing', at: 'statements[0]' }]
  return statements.flatMap((statement, index): Finding[] => {
    const before = statements[index - 1]
    if (before === undefined || before.at > statement.at) return []
    const at = `statements[${index}]`
    return [
      before.at === statement.at
        ? { is: 'repeated', at }
        : { is: 'reordered', at, expected: `statements[${index - 1}]` },
    ]
  })
}

/** Each hash is that of its SQL and stands once; beside the newest figures nothing is given that none of them names. */
function verifyQueries(
  queries: readonly Query[],
  { statements, isHistory, keys }: { statements: readonly SignedFigures[]; isHistory: boolean; keys: PublicKeys },
): FigureFault[] {
  const named = new Set(statements.flatMap(({ figures }) => figures.map(({ sqlHash }) => sqlHash)))
  const hashes = queries.map((query) => query.hash)
  return queries.flatMap((query, index): FigureFault[] => {
    const at = `queries[${index}]`
    const expected = keys.crypto.sha256(query.sql)
    if (expected !== query.hash) return [{ is: 'hashed', at: `${at}.hash`, expected, found: query.hash }]
    if (hashes.indexOf(query.hash) < index) return [{ is: 'repeated', at }]
    return isHistory || named.has(query.hash) ? [] : [{ is: 'added', at }]
  })
}

/** Figures that name SQL which is not given. */
function unexplained({ figures }: SignedFigures, { at, plain }: Located & { plain: Newest | History }): FigureFault[] {
  const given = new Set(plain.queries.map((query) => query.hash))
  return figures.flatMap((figure, index): FigureFault[] =>
    figure.sqlHash === null || given.has(figure.sqlHash)
      ? []
      : [{ is: 'noSql', at: `${at(`figures[${index}]`)} (${figure.name})`, expected: figure.sqlHash }],
  )
}
