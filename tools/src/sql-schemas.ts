import type { SourceFile } from './source-files.ts'

/** Functions that other schemas call, and the types of their arguments: each is made for it. */
export const doors: readonly string[] = [
  'accounts.is_held',
  'auth.end_sessions',
  'contracts.spent',
  'kernel.refuse_change',
  'kernel.set_statistics_target',
  'ledger.account_named',
  'ledger.add_account',
  'ledger.add_kept',
  'ledger.add_reserve',
  'ledger.add_single_kinds',
  'ledger.asset_name',
  'ledger.asset_scale',
  'ledger.call_keys',
  'ledger.capture',
  'ledger.capture_lent',
  'ledger.changed_since',
  'ledger.clear_kept',
  'ledger.cover_reserve',
  'ledger.credit_house',
  'ledger.custody_of',
  'ledger.customer_sums',
  'ledger.derived_balance',
  'ledger.ended_batch',
  'ledger.enter',
  'ledger.enter_with_house',
  'ledger.entry_at',
  'ledger.fill_custody',
  'ledger.finish',
  'ledger.hold',
  'ledger.hold_batch',
  'ledger.house_entries',
  'ledger.is_reserve',
  'ledger.issued_at',
  'ledger.known',
  'ledger.lock_balance',
  'ledger.lock_balances',
  'ledger.lock_origin',
  'ledger.lock_shard',
  'ledger.lock_withdrawable',
  'ledger.must_be_customer',
  'ledger.must_be_customers',
  'ledger.new_entry',
  'ledger.next_entry',
  'ledger.pay_held',
  'ledger.post',
  'ledger.refusals',
  'ledger.release',
  'ledger.remember',
  'ledger.remember_all',
  'ledger.set_aside',
  'ledger.set_at_risk',
  'ledger.shift',
  'ledger.tradable_moved',
  'ledger.tradable_of',
  'operators.caps_at',
  'operators.has_role',
  'operators.is_over',
  'operators.is_resale_on',
  'operators.name_of',
  'operators.payload_hash',
  'options.spent',
  'outbox.retry_delivery',
  'outbox.retry_parked',
  'plans.open_product',
  'plans.set_state',
  'safeguards.spent',
  'sandbox.product_time',
  'wallet.book_conversion',
  'wallet.hold_withdrawals',
  'wallet.new_conversion',
  'wallet.raised_limit',
  'wallet.resume_withdrawals',
  'wallet.verified_withdrawals',
]

/** A file, or the functions of a folder, that may name what is another schema's, and why. */
type Exception = { readonly where: RegExp; readonly names: readonly string[]; readonly why: string }

export const exceptions: readonly Exception[] = [
  {
    where: /^server\/db\/schema\//,
    names: [
      'accounts.customers',
      'auth.sessions',
      'complaints.complaints',
      'files.files',
      'ledger.accounts',
      'ledger.assets',
      'ledger.entries',
      'operators.change_requests',
      'operators.operators',
    ],
    why: 'foreign keys, and triggers that follow the state of a customer',
  },
  {
    where: /^server\/db\/functions\//,
    names: ['accounts.customers'],
    why: 'a statement locks the customer, as a freeze and a legal hold do, before it decides',
  },
  {
    where: /^server\/src\/domains\/[a-z]+\/[a-z]+[.-]causes\.ts$/,
    names: [
      'accounts.customers',
      'files.files',
      'ledger.accounts',
      'ledger.assets',
      'ledger.entries',
      'operators.audit_entries',
      'operators.change_requests',
      'operators.passkeys',
    ],
    why: 'causes are joined with the entries that they explain, with who signed them by which record, and the documents signed',
  },
  {
    where: /^server\/src\/domains\/deposits\/kept-causes\.ts$/,
    names: ['kyc.identifications', 'kyc.provider_cases', 'ledger.balances', 'markets.candles', 'markets.instruments'],
    why: 'what is kept of a balance is compared with deposits, with when its customer was verified, and what they were worth with the record of prices',
  },
  {
    where: /^server\/src\/kernel\/outbox\//,
    names: ['outbox.cursors', 'outbox.deliveries', 'outbox.events', 'outbox.parked'],
    why: 'the kernel keeps the outbox',
  },
  {
    where:
      /^server\/db\/functions\/(options\/settle|wallet\/withdrawals\/keep_step|wallet\/deposits\/book_credit)\.sql$/,
    names: ['outbox.events'],
    why: 'the event is written by the statement that settles or moves, or not at all',
  },
  {
    where: /^server\/src\/payout\//,
    names: [
      'accounts.customers',
      'auth.passkeys',
      'auth.security_changes',
      'auth.totps',
      'ledger.checks',
      'markets.instruments',
      'operators.approvers',
    ],
    why: 'the payout process reads the tables of record itself, with a role of its own, and believes no other code',
  },
  {
    where: /^server\/src\/.*public-interventions\.ts$/,
    names: [
      'markets.candles',
      'markets.instruments',
      'operators.applied_adjustments',
      'operators.restriction_log',
      'operators.restrictions',
      'options.orders',
    ],
    why: 'each public figure is one statement, which is signed and can be run by anyone who checks it',
  },
  {
    where: /^tools\/src\/seed-(accounts|rows)\.ts$/,
    names: [
      'accounts.customers',
      'auth.passwords',
      'auth.sessions',
      'ledger.accounts',
      'ledger.balances',
      'ledger.entries',
      'ledger.entry_seq',
      'ledger.origins',
      'sandbox.seeds',
    ],
    why: 'a million made-up customers are copied into their tables',
  },
  {
    where:
      /^server\/db\/functions\/operators\/(apply_legal_hold|announce_adjustment|check_adjustment|execute_adjustment|apply_withdrawal_limit|post_against_capital)\.sql$/,
    names: [
      'accounts.legal_holds',
      'auth.freezes',
      'complaints.complaints',
      'ledger.accounts',
      'ledger.assets',
      'ledger.entries',
      'wallet.withdrawal_limits',
    ],
    why: 'what two operators signed is carried out in one statement over the rows it is about',
  },
  {
    where: /^server\/db\/functions\/wallet\//,
    names: [
      'accounts.legal_holds',
      'auth.security_changes',
      'files.files',
      'files.views',
      'markets.instruments',
      'operators.change_requests',
    ],
    why: 'evidence that a decision about money rests on, read in its statement',
  },
  {
    where: /^server\/db\/functions\/markets\/must_be_decided\.sql$/,
    names: ['operators.change_requests'],
    why: 'a listing is compared with what two operators signed',
  },
  {
    where: /^server\/db\/functions\/options\/place\.sql$/,
    names: ['ledger.accounts'],
    why: 'the hottest statement of the product reads it without the cost of a call',
  },
  { where: /^tools\/src\/operator-command\.ts$/, names: ['operators.operators'], why: 'the command of the operators' },
]

const schemasOfFolder: ReadonlyMap<string, string> = new Map(
  ['deposits', 'withdrawals', 'conversions', 'addresses', 'chain'].map((noun) => [noun, 'wallet']),
)

/** The Postgres schema that a file may name by itself; undefined for one that is of no domain. */
function ownSchema(path: string): string | undefined {
  const [, folder] =
    /^server\/(?:db\/schema|db\/functions|src\/domains)\/([a-z]+)/.exec(path) ??
    /^server\/src\/(sandbox)\//.exec(path) ??
    []
  // The payout process is of the withdrawals, and their tables hold the fund passwords that auth keeps.
  if (/^server\/src\/(payout|domains\/auth\/fund-password)\//.test(path)) return 'wallet'
  return folder === undefined ? undefined : (schemasOfFolder.get(folder) ?? folder)
}

const withoutComments = (path: string, text: string): string =>
  path.endsWith('.sql') ? text.replaceAll(/--[^\n]*/g, '') : text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')

/** Where SQL can stand in a file: all of an SQL file, and the literals of a program. */
const sqlIn = (path: string, text: string): string =>
  path.endsWith('.sql')
    ? text
    : (text.match(/`(?:[^`\\]|\\.)*`|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g) ?? []).join('\n')

/** Tables, views, sequences and functions that the files of the database make. */
export const objectsOf = (files: readonly SourceFile[]): Set<string> =>
  new Set(
    files.flatMap(({ text }) =>
      [...text.matchAll(/^create (?:or replace )?(?:table|view|sequence|type|function) ([a-z_]+\.[a-z_0-9]+)/gm)].map(
        ([, name = '']) => name,
      ),
    ),
  )

export type Foreign = { readonly path: string; readonly name: string; readonly line: number }

/** What files name of other schemas than their own, other than doors. */
export function foreignNames(files: readonly SourceFile[], objects: ReadonlySet<string>): Foreign[] {
  return files.flatMap(({ path, text }) => {
    const own = ownSchema(path)
    const sql = sqlIn(path, withoutComments(path, text))
    const names = new Set(sql.match(/(?<![\w.$])[a-z_]+\.[a-z_0-9]+/g) ?? [])
    return [...names]
      .filter((name) => objects.has(name) && name.split('.')[0] !== own && !doors.includes(name))
      .map((name) => ({ path, name, line: text.split('\n').findIndex((line) => line.includes(name)) + 1 }))
  })
}

const excepted = ({ path, name }: Foreign): Exception | undefined =>
  exceptions.find(({ where, names }) => where.test(path) && names.includes(name))

/** One sentence for each name of another schema that no exception declares. */
export const findForeign = (files: readonly SourceFile[], objects: ReadonlySet<string>): string[] =>
  foreignNames(files, objects)
    .filter((found) => excepted(found) === undefined)
    .map(({ path, name, line }) => `${path}:${line} names ${name}: call a function of ${name.split('.')[0]} instead`)

/** Exceptions and doors that nothing needs any more. */
export function findUnneeded(files: readonly SourceFile[], objects: ReadonlySet<string>): string[] {
  const found = foreignNames(files, objects)
  const needless = exceptions.flatMap(({ where, names }) =>
    names
      .filter((name) => !found.some((one) => one.name === name && where.test(one.path)))
      .map((name) => `${where.source} names no ${name}`),
  )
  return [...needless, ...doors.filter((name) => !objects.has(name)).map((name) => `${name} is no function`)]
}
