import { addressStates } from '@evenhand/protocol/addresses.ts'
import { complaintStates, identificationStates, loanStates, withdrawalStates } from '@evenhand/protocol/states.ts'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from './database.ts'

// Screens read from the tables of protocol/ what may follow; the database checks its own. Both are the same.

const database = await testDatabase()
afterAll(() => database.close())

type States = Readonly<Record<string, readonly string[]>>
const { NOT_VERIFIED: _, ...forms } = identificationStates

test.each([
  ['wallet.withdrawals', 'wallet.keep_withdrawal', withdrawalStates],
  ['wallet.addresses', 'wallet.keep_address', addressStates],
  ['loans.loans', 'loans.keep_loan', loanStates],
  ['complaints.complaints', 'complaints.moves_as_it_may', complaintStates],
  // After one that has expired comes another form.
  ['kyc.identifications', 'kyc.moves_as_it_may', { ...forms, EXPIRED: [] }],
] as const)('a row of %s changes to the states of the table, and to no other', async (table, guard, states: States) => {
  await database.asOwner(`
    drop schema if exists guarded cascade;
    create schema guarded;
    create table guarded.rows as select * from ${table} with no data;
    create trigger guarded before update on guarded.rows for each row execute function ${guard}();`)
  const moves = async (from: string, to: string): Promise<boolean> => {
    try {
      await database.asOwner(`
        truncate guarded.rows;
        insert into guarded.rows (status) values ('${from}');
        update guarded.rows set status = '${to}';`)
      return true
    } catch (cause) {
      // Which role may change it is another test.
      return /by two persons|by this hand/.test(String(cause))
    }
  }
  const all = Object.keys(states)
  for (const from of all)
    for (const to of all.filter((one) => one !== from))
      expect([from, to, await moves(from, to)]).toEqual([from, to, states[from]?.includes(to)])
})
