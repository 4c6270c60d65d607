import type { Finding } from '../findings.ts'
import { leafHash, rootOfPath } from '../merkle.ts'
import type { PublicKeys } from '../public-keys.ts'
import { batchMessage } from '../receipt-batch.ts'
import { acceptedState, recomputeRecord, type ContractState, type RecordFields } from './recompute-contract.ts'
import { contractLeaf, type ContractProof, type ContractRecord } from './records.ts'

/** A record with the proof that it was signed. */
export type SignedRecord = ContractRecord & { readonly proof: ContractProof }

/** What came of checking the records of a contract; `state` is what they come to. `ok` only when nothing was found. */
export type ContractVerdict = {
  readonly ok: boolean
  readonly findings: readonly Finding[]
  readonly state: ContractState | undefined
  /** What the records before each came to, in their order. */
  readonly steps: readonly (ContractState | undefined)[]
}

/**
 * Checks the records of one contract, oldest first, against public keys that the caller trusts: each under the signature of
 * its batch, and every figure computed again from the records before it and from the ticks it names. Pure; needs no network.
 */
export function verifyContract(records: readonly SignedRecord[], keys: PublicKeys): ContractVerdict {
  const findings: Finding[] = []
  let state: ContractState | undefined
  const steps: (ContractState | undefined)[] = []
  records.forEach((record, index) => {
    steps.push(state)
    const at = `records[${index}]`
    findings.push(...verifySigned(record, { keys, at }))
    const first = records[0]
    if (record.orderId !== first?.orderId || record.origin !== first.origin)
      findings.push({ is: 'changed', at: `${at}.orderId`, expected: String(first?.orderId), found: record.orderId })
    try {
      const { proof: _, ...fields } = record
      if (state === undefined) {
        state = acceptedState(fields as RecordFields)
        return
      }
      const step = recomputeRecord(state, fields as RecordFields)
      state = step.state
      for (const { at: name, expected, found } of step.fields) {
        if (expected !== found)
          findings.push({ is: 'recomputed', at: `${at}.${name}`, ...(expected !== undefined && { expected }), found })
      }
    } catch (cause) {
      findings.push({ is: 'malformed', at, found: cause instanceof Error ? cause.message : String(cause) })
    }
  })
  if (records.length === 0) findings.push({ is: 'missing', at: 'records' })
  return { ok: findings.length === 0, findings, state, steps }
}

function verifySigned(record: SignedRecord, { keys, at }: { keys: PublicKeys; at: string }): Finding[] {
  const { proof, ...body } = record
  const { crypto } = keys
  const publicKey = keys.byId.get(proof.keyId)
  if (publicKey === undefined) return [{ is: 'otherKey', at: `${at}.proof.keyId`, found: proof.keyId }]
  const leaf = leafHash(contractLeaf(body as ContractRecord), crypto)
  const { index, size, path, root } = proof
  if (rootOfPath({ leaf, index, size, path }, crypto) !== root) return [{ is: 'path', at: `${at}.proof.path` }]
  const isSigned = crypto.verify({ publicKey, message: batchMessage(proof), signature: proof.signature })
  return isSigned ? [] : [{ is: 'unsigned', at: `${at}.proof.signature` }]
}
