/** Coins that a loan may be secured with. */
export const collateralCoins = ['BTC', 'ETH'] as const
export type CollateralCoin = (typeof collateralCoins)[number]

// Shares of what is owed in the value of the collateral, per cent.

/** A loan is taken up to this share. */
export const collateralMaxLtv = 50
/** From each of these on its customer is notified, once for each time it is reached. */
export const collateralNoticeLtvs = [70, 75, 80] as const
/** From this share on a part is sold, so much that the share is below the second. */
export const collateralSaleLtv = 83
export const collateralSoldToLtv = 80
/** A notice comes again when the share has been so many points below its threshold. */
export const collateralRearmPoints = 3
/** A step of a sale is one such part of everything that was pledged: 5 %. */
export const collateralSteps = 20
/** For how long the price in an agreement can be signed. */
export const collateralPriceMinutes = 30
/** The least that is pledged at once, in smallest units: less could not be sold. */
export const minCollateral: Readonly<Record<CollateralCoin, bigint>> = { BTC: 10_000n, ETH: 100_000n }
