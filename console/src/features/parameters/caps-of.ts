import { cappedAssets, type AdjustmentCaps } from '@evenhand/protocol/operator-requests.ts'

/** Parameters that are caps: decimal text by asset. */
export type CapsKey = keyof typeof cappedAssets
export type CapsOf = Partial<AdjustmentCaps>

/** The key of a proposal, where it is one of caps. */
export const capsKey = (key: string | undefined): CapsKey | undefined =>
  key !== undefined && Object.hasOwn(cappedAssets, key) ? (key as CapsKey) : undefined
