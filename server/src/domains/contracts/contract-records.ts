import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { signContractRecords, contractProof, type ContractRecord } from '@evenhand/proofs/contracts/records.ts'
import type { SignedRecord } from '@evenhand/proofs/contracts/verify-contract.ts'
import type { Signer } from '@evenhand/proofs/crypto.ts'
import { binaryArray } from '../../kernel/db/binary-array.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { uuidV7 } from '../../kernel/ids.ts'

export type NewRecord = { accountId: bigint; orderId: string; body: ContractRecord }

/** Signs records as one batch, as an argument of the functions that keep them. At least one record. */
export function signedRecords(records: readonly NewRecord[], { signer, at }: { signer: Signer; at: number }) {
  const { batch, proofAt } = signContractRecords(
    records.map(({ body }) => body),
    { batch: uuidV7(at), crypto: nodeCrypto, signer },
  )
  // JSON has no raw line break: a line a record.
  const bodies = records.map(({ body }) => JSON.stringify(body)).join('\n')
  const argument = sql`row(${batch.batch}::uuid, ${batch.keyId}, ${Buffer.from(batch.root, 'hex')}::bytea,
    ${Buffer.from(batch.signature, 'hex')}::bytea, ${Buffer.from(batch.leaves)}::bytea,
    ${binaryArray.bigint(records.map(({ accountId }) => accountId))}::bigint[],
    ${binaryArray.uuid(records.map(({ orderId }) => orderId))}::uuid[], ${bodies}::text)::contracts.signed_records`
  return { argument, proofAt }
}

type Row = {
  seq: bigint
  body: string
  batch_index: number
  id: string
  key_id: string
  root: Buffer
  signature: Buffer
  leaves: Buffer
}

/** The signed records of an order, oldest first, each with its proof and the position of its batch. */
export async function signedRecordsOf(
  db: Db<'contracts'>,
  params: { accountId: bigint; orderId: string },
): Promise<{ record: SignedRecord; batchSeq: bigint }[]> {
  const { rows } = await sql<Row>`
    select r.body, r.batch_index, b.seq, b.id, b.key_id, b.root, b.signature, b.leaves
    from contracts.records r join contracts.batches b on b.id = r.batch_id
    where r.account_id = ${params.accountId} and r.order_id = ${params.orderId}::uuid order by b.seq, r.batch_index`.execute(
    db,
  )
  return rows.map((row) => {
    const body = JSON.parse(row.body) as ContractRecord
    const batch = {
      batch: row.id,
      root: row.root.toString('hex'),
      keyId: row.key_id,
      signature: row.signature.toString('hex'),
      leaves: row.leaves,
    }
    return { record: { ...body, proof: contractProof(batch, row.batch_index, nodeCrypto) }, batchSeq: row.seq }
  })
}

/** The signed records of an order, oldest first. */
export const recordsOf = async (
  db: Db<'contracts'>,
  params: { accountId: bigint; orderId: string },
): Promise<SignedRecord[]> => (await signedRecordsOf(db, params)).map(({ record }) => record)
