import { parseArgs } from 'node:util'
import { join } from 'node:path'
import { NotContinued } from '@evenhand/proofs/continue-log.ts'
import type { SignedHead } from '@evenhand/proofs/head.ts'
import { utcText } from '@evenhand/proofs/utc.ts'
import { SetupError } from '../../server/src/kernel/config/config.ts'
import { openSigning } from '../../server/src/kernel/crypto/signing.ts'
import { witnessOnce, type Watched } from './witness-log.ts'

// `npm run witness -- --of https://example.com --dir FOLDER [--once]`: watches the public log of an installation from elsewhere,
// under a key of its own, and signs only what continues what it saw before.

const usage = `State whose log is watched, and where what was seen is kept:
  npm run witness -- --of https://example.com --dir FOLDER          every minute, until it is stopped
  npm run witness -- --of https://example.com --dir FOLDER --once   now, once
Ends with 1, and the evidence in FOLDER/refused.json, where the log is another than it was.`

const everyMs = 60_000
const patienceMs = 20_000
/** A response has a thousand heads at most, of some kilobytes each. */
const maxBytes = 16_000_000

function watchedAt(address: string): Watched {
  const textOf = async (path: string): Promise<string> => {
    const url = new URL(`/swx/customer/public/${path}`, address)
    const response = await fetch(url, { signal: AbortSignal.timeout(patienceMs), redirect: 'error' }).catch(() => {
      throw new Error(`${url.href} cannot be reached`)
    })
    const text = await response.text()
    if (!response.ok || text.length > maxBytes) throw new Error(`${url.href} answered ${response.status}`)
    return text
  }
  const resultOf = async <T>(path: string): Promise<T> => {
    const { code, result } = JSON.parse(await textOf(path)) as { code: number; result: T }
    if (code !== 200) throw new Error(`${path} was refused with ${code}`)
    return result
  }
  return {
    keys: () => textOf('keys'),
    heads: () => resultOf<SignedHead[]>('heads?limit=1000'),
    consistency: async ({ earlier, size }) =>
      (await resultOf<{ path: string[] }>(`heads/consistency?earlier=${earlier}&size=${size}`)).path,
  }
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { of: { type: 'string' }, dir: { type: 'string' }, once: { type: 'boolean' } },
  })
  const { of, dir, once = false } = values
  if (of === undefined || dir === undefined || !URL.canParse(of)) throw new SetupError(usage)
  const watched = watchedAt(of)
  const signer = openSigning(join(dir, 'own-key'))
  const look = async (): Promise<void> => {
    const signed = await witnessOnce(watched, { dir, signer })
    if (signed !== undefined) console.log(`${utcText(signed.time)}  ${signed.size} records  ${signed.root}`)
  }
  console.log(`witness key  ${signer.publicKey}  (${signer.publicKeyFile})`)
  if (once) return look()
  for (;;) {
    // What cannot be reached is tried again; what is another log is not.
    await look().catch((cause: unknown) => {
      if (cause instanceof NotContinued) throw cause
      console.error(cause instanceof Error ? cause.message : cause)
    })
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

try {
  await run()
} catch (cause) {
  if (cause instanceof NotContinued) console.error(`refused: ${cause.message}`)
  else console.error(cause instanceof Error ? cause.message : cause)
  process.exitCode = cause instanceof SetupError ? 2 : 1
}
