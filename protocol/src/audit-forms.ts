/**
 * The forms in which an audit of the books or of the log states where something is and what it found; `{name}` stands for a
 * value. The server and its SQL write them, into logs, results and the command as they are; the two apps read
 * form and values back and state them in the reader's language (`audit-words.ts`).
 */
export const auditForms = {
  // Where.
  entry: 'entry {seq}',
  entryOfRecord: 'entry {seq} (record {record})',
  entryOf: 'entry {seq} ({kind} {ref}, record {record})',
  entries: 'entries {from} to {to} (record {record})',
  leavesOfEntries: 'leaves of entries {from} to {to} (record {record})',
  leavesOfMinute: 'leaves of minute {minute} (record {record})',
  ticksOfMinute: 'ticks of minute {minute} (record {record})',
  record: 'record {record}',
  recordOf: 'record {record} ({type})',
  recordRange: 'records {from} to {to}',
  recordCount: '{count} records',
  head: 'head {no}',
  headOf: 'head of {count} records at {time}',
  headSignature: 'head of {count} records: signature',
  node: 'node {place}',
  act: 'act {no} (record {record})',
  listing: 'listing {no} (record {record})',
  conversionRecord: 'conversion {no} (record {record})',
  batchRecord: 'batch {no} (record {record})',
  batch: 'batch {no}',
  tickOfConversion: 'tick {seq} of conversion {no}',
  recordType: 'type {id} of records',
  receipt: '{order} receipt',
  deposit: 'deposit {no}',
  withdrawal: 'withdrawal {no}',
  conversion: 'conversion {no}',
  loan: 'loan {no}',
  order: 'order {no}',
  plan: 'plan {no}',
  adjustment: 'adjustment {id}',
  topUp: 'reserve.topUp {id}',
  withdrawalLimit: 'withdrawal.limit {id}',
  hold: 'hold {id}',
  customer: 'customer {id}',
  asset: 'asset {asset}',
  approvalOf: 'approval of {operator}',
  reserveOpening: 'opening of the options reserve',
  planReserve: 'opening of the yield reserve',
  propose: 'propose',
  approve: 'approve',
  check: 'check {check} at {at}',
  figures: 'figures at {at}',
  figureStatement: 'statement of figures {hash}',
  legalHold: 'legal hold of customer {id}',
  passkeyOf: 'passkey of {operator}',
  parameter: 'parameter {key}, version {version}',
  adjustmentsOfEntry: 'adjustments of entry {seq}',
  request: 'request {id}',
  identification: 'identification {id}',
  complaint: 'complaint {id}',
  roleOf: 'role {role} of {operator}',
  operator: 'operator {operator}',
  networksOf: 'networks of {operator}',
  restriction: 'restriction of customer {id}',
  restrictions: 'restrictions of customer {id}',
  ownLimit: 'limit {name} of customer {id}',
  pause: 'pause {pause} of customer {id}',
  riskWarning: 'risk {product} of customer {id}',
  questionnaire: 'quiz {attempt} of customer {id}',
  collectible: 'collectible {id}',
  recordOfCollectible: 'record {no} of collectible {id}',
  collectibleEntry: 'collectibleRecord {no}',
  collectibleEntryOf: 'collectibleRecord {no} (record {record})',
  charityPayment: 'payment to charity {id}',
  charity: 'charity {id}',
  safeguard: 'safeguard {no}',
  safeguardRecord: 'safeguard {no} (record {record})',
  // What was found, or expected.
  unreadable: 'cannot be read: {cause}',
  gone: 'gone',
  none: 'none',
  other: 'other',
  otherLeaves: 'other than were sealed',
  otherInDatabase: 'other in the database',
  goneFromDatabase: 'gone from the database',
  neverSealed: 'never sealed',
  neverGiven: 'a number that was never given',
  ofNoRecord: 'of no record',
  afterHead: 'after head {no}',
  noSuchTick: 'no such tick',
  wrongSignature: 'signature',
  wrongOrder: 'order',
  nothingAsks: 'nothing that asks for it',
  noEntry: 'no entry',
  entryLines: 'entry {seq}: accounts {accounts}, assets {assets}, amounts {amounts}',
  unnumberedLines: 'entry : accounts {accounts}, assets {assets}, amounts {amounts}',
  lines: 'accounts {accounts}, amounts {amounts}',
  repeated: '{count} entries of one cause',
  strangeKind: 'a kind of entry that nothing writes',
  owner: 'owner {account}',
  noOwner: 'owner ',
  nothingHolds: 'nothing that holds it',
  noHold: 'no hold',
  heldBy: 'account {account}, asset {asset}: {amount}',
  decimals: '{name} with {scale} decimals',
  openings: '{count} openings of asset {asset}, accounts {accounts}',
  openAndSettled: 'open and settled at once',
  onAccount: 'on the account {account}',
  creditedAs: 'credited as output {vout} of {chain} {hash}',
  creditApprovals: 'credited with {given} of {needed} approvals',
  noTransfer: 'credited for a transfer that no chain shows',
  statusApprovals: '{status} with {given} of {needed} approvals',
  otherPaid: 'other than its payments',
  otherHash: 'values of the hash {hash}',
  signedOther: 'signed over other values',
  notSigned: 'not signed by the passkey it names',
  owedIssued: '{asset}: owed {owed}, issued {issued}',
  balance: 'account {account}, asset {asset}',
  heldOfHolds:
    'account {account}, asset {asset}: held {held}, {orders} orders for {stake}; holds {holds}, {open} orders for {sum}',
  keptOfEntries: 'account {account}, asset {asset}: kept {kept}, entries {entries}',
  entriesOfReference: '{kind} {ref}: {count} entries',
  notOurs: 'not signed by this installation',
  approvedByNobody: 'approved by nobody',
  otherThanSigned: 'other than was signed',
  softwareKey: 'a software authenticator',
  unregistered: 'its registration is not in the record',
  foreignPasskey: 'signed by a passkey that this operator does not have',
  takenOfEntry: 'counted {taken} of {gave}, taken {sum} of {entry}',
  tierOf: 'tier {tier}, last identification {status}',
  againstHold: 'status {status}, and the legal hold says otherwise',
  goneButActed: 'gone, and act {no} is about it',
  goneButKeyed: 'gone, and a key of its customer names it',
  givenByNobody: 'given by nobody',
  laidByNobody: 'laid by nobody',
  otherThanSaid: 'other than was said',
  againstRestriction: 'status {status}, and the restriction says otherwise',
  restrictionsCounted: 'counted {count}, laid {laid}',
  statusAlone: 'status {status}',
  movedOf: 'moved {moved} of {needed}',
} as const
export type AuditForm = keyof typeof auditForms
export type AuditText = { readonly form: AuditForm; readonly values: Readonly<Record<string, string>> }

/** Values that are more than one word. */
const long = new Set(['cause', 'accounts', 'assets', 'amounts'])
const patternOf = (form: string): RegExp => {
  const parts = form.split(/\{(\w+)\}/)
  const pattern = parts.map((part, at) =>
    at % 2 === 0
      ? part.replaceAll(/[()+.]/g, String.raw`\$&`)
      : `(?<${part}>${long.has(part) ? '.+' : String.raw`\S+?`})`,
  )
  return new RegExp(`^${pattern.join('')}$`, 's')
}
const patterns = Object.entries(auditForms).map(([form, text]) => [form as AuditForm, patternOf(text)] as const)

/** The form and the values of a text of an audit; undefined for what is of none: a value, such as a hash. */
export function readAuditText(text: string): AuditText | undefined {
  for (const [form, pattern] of patterns) {
    const found = pattern.exec(text)
    if (found !== null) return { form, values: { ...found.groups } }
  }
  return undefined
}
