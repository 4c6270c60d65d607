import { minuteMs } from '@evenhand/protocol/durations.ts'
import { msOf } from '../../kernel/time/clock.ts'
import { notifyDelivery } from './collectible-notices.ts'
import type { CollectiblesDeps, TokenChain, Tokens } from './collectibles.deps.ts'
import {
  endDelivery,
  keepMinting,
  lastNonce,
  mintingsOf,
  openDeliveries,
  type Ending,
  type KeptMinting,
  type OpenDelivery,
} from './delivery.store.ts'

/** Deliveries that are read at once. */
const pageSize = 50
/** What is in no block after so long is signed again and pays more. */
export const replaceAfterMs = 10 * minuteMs

/** Between any two of these the process may die; what it had begun is found again. */
export type DeliveryStep = 'signed' | 'kept' | 'sent' | 'ended'
export type DeliveryDeps = Pick<CollectiblesDeps, 'clock' | 'log' | 'changed' | 'enqueueNotices'> & {
  tokens: Tokens
  /** Called after each step; a test kills the process there. */
  passed?: (step: DeliveryStep) => void | Promise<void>
}

type Running = DeliveryDeps & { chain: TokenChain }

/**
 * Brings every open delivery one step further: signs what was requested, keeps it, sends it, and ends it when the chain has made
 * it final. May be cut off anywhere and repeated, by several processes at once: what is sent was kept before, what is kept has
 * one nonce, and the contract mints a token once. One that fails is logged and stops no other.
 */
export async function runDeliveries(deps: Running): Promise<void> {
  const { db, contract } = deps.tokens
  let after: string | undefined
  do {
    const page = await openDeliveries(db, { contract, after, limit: pageSize })
    for (const delivery of page) await runOne(deps, delivery)
    after = page.length < pageSize ? undefined : page.at(-1)?.itemId
  } while (after !== undefined)
}

async function runOne(deps: Running, delivery: OpenDelivery): Promise<void> {
  try {
    await (delivery.status === 'REQUESTED' ? mint(deps, delivery) : follow(deps, delivery))
  } catch (cause) {
    deps.log.warn({ collectible: delivery.itemId, cause: String(cause) }, 'a collectible could not be delivered now')
  }
}

const passed = async ({ passed: pass }: DeliveryDeps, step: DeliveryStep): Promise<void> => pass?.(step)

/** Signs what was requested, keeps it and sends it; ends it where the chain has the token, or its address takes none. */
async function mint(deps: Running, delivery: OpenDelivery): Promise<void> {
  const { tokens, chain, log } = deps
  const { itemId, address, mayLeave } = delivery
  if (!mayLeave) return
  if ((tokens.screen?.(address) ?? 'clear') !== 'clear') {
    log.warn(
      { collectible: itemId },
      'a collectible is not delivered: the list of sanctions does not clear its address',
    )
    return
  }
  const tokenId = BigInt(delivery.tokenId)
  const owner = await chain.ownerOf(tokenId)
  // Minted before what the database knows, as after a restored backup: the chain decides.
  if (owner !== undefined) return end(deps, delivery, { status: 'DELIVERED', owner, txHash: null })
  const [next, last] = await Promise.all([chain.nextNonce(), lastNonce(tokens.db, tokens.contract)])
  const nonce = last !== undefined && last >= next ? last + 1n : next
  await signAndSend(deps, delivery, { nonce })
}

async function signAndSend(
  deps: Running,
  delivery: OpenDelivery,
  { nonce, before }: { nonce: bigint; before?: KeptMinting },
): Promise<void> {
  const { itemId, address } = delivery
  const minting = { tokenId: BigInt(delivery.tokenId), to: address, imageHash: delivery.imageHash.toString('hex') }
  const signed = await deps.chain.sign(minting, { nonce, before: before?.bytes })
  if (signed === undefined) {
    // What is on its way under this nonce may be included still.
    if (before === undefined) await end(deps, delivery, { status: 'REFUSED', owner: address, txHash: null })
    return
  }
  await passed(deps, 'signed')
  const kept = { itemId, address, nonce, before: before?.txHash ?? null, ...signed, at: deps.clock.now() }
  if (!(await keepMinting(deps.tokens.db, kept))) return
  await passed(deps, 'kept')
  await deps.chain.send(signed)
  await passed(deps, 'sent')
}

/** Searches for what was sent; sends it again where no block has it, and pays more where that lasts. */
async function follow(deps: Running, delivery: OpenDelivery): Promise<void> {
  const { chain } = deps
  const { address, nonce, sentAt } = delivery
  const mintings = await mintingsOf(deps.tokens.db, delivery)
  for (const { txHash } of mintings) {
    const state = await chain.stateOf(txHash)
    if (state === 'final') return end(deps, delivery, { status: 'DELIVERED', owner: address, txHash })
    if (state === 'reverted') return end(deps, delivery, { status: 'REFUSED', owner: address, txHash })
    if (state === 'included') return
  }
  const [newest] = mintings
  if (newest === undefined || nonce === null || sentAt === null) throw new Error('what was sent was not kept')
  if (!delivery.mayLeave) return
  if ((await chain.nextNonce()) > nonce) return replaced(deps, delivery)
  const waits = deps.clock.now() - msOf(sentAt) > replaceAfterMs
  if (waits) return signAndSend(deps, delivery, { nonce, before: newest })
  await chain.send(newest)
  await passed(deps, 'sent')
}

/** The minter's nonce was used by another transaction: what was signed with it can never be included. */
async function replaced(deps: Running, delivery: OpenDelivery): Promise<void> {
  const { chain } = deps
  const { itemId, txHash, address } = delivery
  // Requested once more, since a block may have come between the two responses.
  if (txHash !== null && (await chain.stateOf(txHash)) !== 'unknown') return
  if ((await chain.ownerOf(BigInt(delivery.tokenId))) !== undefined) return
  deps.log.error({ collectible: itemId, txHash }, 'the nonce of a minting was used by another transaction')
  await end(deps, delivery, { status: 'REQUESTED', owner: address, txHash: null })
}

async function end(deps: DeliveryDeps, delivery: OpenDelivery, ending: Ending): Promise<void> {
  const at = deps.clock.now()
  const done = await deps.tokens.db.transaction().execute(async (tx) => {
    const ended = await endDelivery(tx, delivery, { ...ending, at })
    if (ended?.account != null && ended.title !== null && ending.status !== 'REQUESTED')
      await notifyDelivery(deps, tx, {
        template: ending.status === 'DELIVERED' ? 'nft.delivered' : 'nft.refused',
        accountId: ended.account,
        nftId: delivery.itemId,
        title: ended.title,
        chain: deps.tokens.name,
        address: ending.owner,
        at,
      })
    return ended !== undefined
  })
  if (!done) return
  await passed(deps, 'ended')
  deps.changed(delivery.itemId)
}
