import { bidNft, type Collectible, type CollectibleFunds } from '@evenhand/protocol/collectibles.ts'
import { call } from '../../lib/call.ts'
import { useKeyedChange } from '../../lib/use-keyed-change.ts'

type Bid = { readonly amount: bigint; readonly maximum: bigint | undefined; readonly funds: CollectibleFunds }

/** Places a bid on a work; `onDone` receives the outcome, which may be that another's maximum was as high. */
export const useBid = (
  { id }: Collectible,
  onDone: (result: Awaited<ReturnType<typeof call<typeof bidNft.request, typeof bidNft.result>>>) => void,
) =>
  useKeyedChange(
    ({ amount, maximum, funds }: Bid, options) =>
      call(bidNft, { nftId: id, amount, funds, ...(maximum !== undefined && { maximum }) }, options),
    onDone,
  )
