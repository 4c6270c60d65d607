import { toldTables, type ToldSection } from '../../kernel/told-tables.ts'
import type { OperatorsDb } from './operators.deps.ts'

/** What the operators' domain tells of a customer: who by role did what and why, a restriction, and notes. Never a name. */
export const operatorsTold = (db: OperatorsDb): ToldSection[] =>
  toldTables(db, {
    'operators.acts': { columns: 'at::text as at_ms, roles, act, reason', by: 'customer_id', order: 'seq' },
    'operators.restrictions': { columns: 'reason, note, at', by: 'customer_id', order: 'at' },
    'operators.notes': { columns: 'at, text', by: 'customer_id', order: 'at, id' },
  })
