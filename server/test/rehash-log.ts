import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { recordHash } from '@evenhand/proofs/head.ts'
import { appendLeaf, emptyLog } from '@evenhand/proofs/merkle-log.ts'
import { entryLeaves, runPayload } from '../src/domains/books/gather-entries.ts'
import type { BooksFixture } from './fixtures/books.ts'
import type { TestDatabase } from './database.ts'

type Row = { seq: number; type: string; time: number; actor: string; payload: string; source: string }

/** Writes the runs of entries, their records and every hash of the log anew, as an intruder would who knows the forms. */
export async function rehashLog(database: TestDatabase, { ledger }: Pick<BooksFixture, 'ledger'>): Promise<void> {
  const asSuperuser = (statement: string) => database.asOwner(`set session_replication_role = replica; ${statement}`)
  const runs = (await database.asOwner(
    'select source::text from books.records where type = 6 order by source',
  )) as Row[]
  let after = 0n
  for (const { source } of runs) {
    const upto = BigInt(source)
    const leaves = await entryLeaves(await ledger.sealedEntries({ after, upto, limit: 100_000 }))
    await asSuperuser(`
      update books.entry_runs set leaves = decode('${leaves.join('')}', 'hex') where upto = ${upto};
      update books.records set payload = decode('${runPayload(after, { upto, leaves })}', 'hex') where type = 6 and source = ${upto}`)
    after = upto
  }
  const rows = (await database.asOwner(`
    select r.seq::int, t.name as type, r.time::float8, r.actor, encode(r.payload, 'hex') as payload
    from books.records r join books.types t on t.id = r.type order by r.seq`)) as Row[]
  const log = emptyLog()
  const nodes = rows.flatMap((row) => appendLeaf(log, recordHash(row, nodeCrypto), nodeCrypto))
  const values = nodes.map(({ level, index, hash }) => `(${level}, ${index}, decode('${hash}', 'hex'))`)
  await asSuperuser(`delete from books.nodes; insert into books.nodes values ${values.join(',')}`)
}
