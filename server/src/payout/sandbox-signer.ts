import { createHmac } from 'node:crypto'
import { appendFileSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Clock } from '../kernel/time/clock.ts'
import type { Payment, Signed, Signer } from './signer.ts'

/** A made-up chain includes what was sent so many milliseconds after. */
const includedAfterMs = 2000

type Params = { key: Uint8Array; file: string; clock: Pick<Clock, 'now'> }

/**
 * Signs and sends nothing: the chain of a sandbox is a file with one line a transaction, and every transaction's id states
 * so. It keeps the promises of a real one: the same payment gives the same id, and a second sending changes nothing.
 */
export function sandboxSigner({ key, file, clock }: Params): Signer {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const sentAt = (txid: string): number | undefined => linesOf(file).find((line) => line.txid === txid)?.at
  return {
    label: 'sandbox (no coin moves)',
    async sign(payment) {
      const bytes = Buffer.from(written(payment))
      return { txid: `sandbox-${createHmac('sha256', key).update(bytes).digest('hex')}`, bytes }
    },
    async send(payment: Payment, { txid }: Signed) {
      if (sentAt(txid) !== undefined) return
      const line = {
        txid,
        at: clock.now(),
        id: payment.id,
        coin: payment.coin,
        net: payment.net.toString(),
        to: payment.address,
      }
      const handle = openSync(file, 'a', 0o600)
      try {
        appendFileSync(handle, `${JSON.stringify(line)}\n`)
        fsyncSync(handle)
      } finally {
        closeSync(handle)
      }
    },
    async statusOf(txid) {
      const at = sentAt(txid)
      if (at === undefined) return { state: 'unknown' }
      return { state: clock.now() - at >= includedAfterMs ? 'included' : 'waits' }
    },
  }
}

const written = (params: Payment): string =>
  JSON.stringify([
    params.id,
    params.chain,
    params.network,
    params.coin,
    params.address,
    params.memo ?? '',
    params.net.toString(),
  ])

type Line = { txid: string; at: number; id: string; net: string }

/** What was ever sent on the sandbox's chain. A last line that was cut off was never sent. */
export const linesOf = (file: string): Line[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as Line] : []))
    : []
