import type { ContractState, RecordFields } from '@evenhand/proofs/contracts/recompute-contract.ts'
import { formatUnits, parseUnits } from '@evenhand/protocol/money.ts'
import type { AuditFinding } from './audit-log.ts'
import type { EndedRow, ReplayedContract } from './books.deps.ts'

type Recomputed = { readonly state: ContractState; readonly bodies: readonly RecordFields[] }

/** The rows of a contract, and what its entries moved, against what its records come to. */
export function rowFindings(contract: ReplayedContract, { state, bodies }: Recomputed): AuditFinding[] {
  return [...openFindings(contract, state), ...endedFindings(contract, { state, bodies })]
}

function openFindings(
  { position, isWaiting }: ReplayedContract,
  { open, ended, stops }: ContractState,
): AuditFinding[] {
  const stands = (at: string, expected: boolean, found: boolean): AuditFinding[] =>
    expected === found ? [] : [{ at, expected: expected ? 'there' : 'none', found: found ? 'there' : 'none' }]
  const findings = [
    ...stands('row of the position', open !== null, position !== null),
    ...stands('row of the order', open === null && !ended, isWaiting),
  ]
  if (open === null || position === null) return findings
  const expected = {
    ...stops,
    lots: open.lots,
    units: open.units,
    margin: open.margin,
    feeOpen: open.feeOpen,
    financing: open.financing,
    open: open.open,
  }
  return [...findings, ...compare('position', expected, position)]
}

/** Fields of one side that differ on the other. */
function compare<Fields extends object>(
  at: string,
  expected: Fields,
  found: Readonly<Record<keyof Fields, unknown>>,
): AuditFinding[] {
  const names = Object.keys(expected) as (keyof Fields & string)[]
  return names.flatMap((name): AuditFinding[] => {
    const [one, other] = [String(expected[name]), String(found[name])]
    return one === other ? [] : [{ at: `${at}.${name}`, expected: one, found: other }]
  })
}

function endedFindings({ orderId, ended }: ReplayedContract, { state, bodies }: Recomputed): AuditFinding[] {
  const rows = new Map(ended.map((row) => [row.id, row]))
  const ends = bodies.filter(({ kind }) => kind === 'closed' || kind === 'ended')
  const findings = ends.flatMap((record): AuditFinding[] => {
    const { part } = record
    const id = typeof part === 'string' ? part : orderId
    const row = rows.get(id)
    rows.delete(id)
    if (row === undefined) return [{ at: `row of ${String(record['kind'])} ${id}`, found: 'gone' }]
    return record['kind'] === 'ended'
      ? compare('order', { status: record['status'] }, row)
      : closedFindings(record, { row, precision: state.instrument.precision })
  })
  return [...findings, ...Array.from(rows.keys(), (id) => ({ at: `row of ${id}`, found: 'without a record' }))]
}

/** A closing: its row according to its record, and its entry as profit, fee and financing come to. */
function closedFindings(
  record: RecordFields,
  { row, precision }: { row: EndedRow; precision: number },
): AuditFinding[] {
  const usdt = (name: string): bigint => parseUnits(record[name], 6) ?? 0n
  const profit = usdt('profit')
  const expected = {
    status: 'CLOSED',
    reason: record['reason'],
    lots: parseUnits(record['lots'], 2),
    profit,
    feeClose: usdt('feeClose'),
    feeOpen: usdt('feeOpen'),
    financing: usdt('financing'),
    margin: usdt('margin'),
    closePrice: parseUnits(record['closePrice'], precision),
    closeSeq: (record['tick'] as { seq?: number } | null)?.seq,
  }
  const owed = profit - usdt('feeClose') - usdt('financing')
  const paid = row.paid === null ? 'another entry' : formatUnits(row.paid, 6)
  const due = formatUnits(owed + row.short, 6)
  // What an account cannot pay of a loss is at most the loss.
  const isShortOfLoss = row.short >= 0n && (row.short === 0n || row.short <= -owed)
  return [
    ...compare(`closed ${row.id}`, expected, row),
    ...(paid === due ? [] : [{ at: `entry of ${row.id}`, expected: due, found: paid }]),
    ...(isShortOfLoss ? [] : [{ at: `closed ${row.id}.short`, found: formatUnits(row.short, 6) }]),
  ]
}
