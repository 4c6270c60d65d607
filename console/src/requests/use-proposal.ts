import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/** The number of a request: its proposer makes it, because his passkey signs it too. A try that failed keeps it. */
export function useProposal() {
  const [id] = useState(newId)
  const queries = useQueryClient()
  return { id, renewed: <T>(done: Promise<T>): Promise<T> => done.finally(() => queries.invalidateQueries()) }
}

/** A UUID of version 7 (RFC 9562), which sorts by its time as the server's own do. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  new DataView(bytes.buffer).setBigUint64(
    0,
    (BigInt(Date.now()) << 16n) | BigInt(((bytes[6] ?? 0) << 8) | (bytes[7] ?? 0)),
  )
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
