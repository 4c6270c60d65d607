/** Orders of one strategy: a return is a share of the stake; 0.94 for a win at a rate of 0.94, −1 for a loss, 0 for a tie. */
export type Tally = { orders: number; wins: number; losses: number; ties: number } & Clusters

/**
 * Orders near one another share their prices, so that they are not independent: their returns are added up by stretches,
 * and the interval follows from how stretches differ (a cluster-robust standard error).
 */
type Clusters = {
  returns: number
  squares: number
  products: number
  sizes: number
}

/** A count of no orders. */
export const newTally = (): Tally => ({
  orders: 0,
  wins: 0,
  losses: 0,
  ties: 0,
  returns: 0,
  squares: 0,
  products: 0,
  sizes: 0,
})

/** Adds a stretch of orders: so many won, lost and tied at a payout rate. */
export function addStretch(
  tally: Tally,
  { wins, losses, ties, rate }: { wins: number; losses: number; ties: number; rate: number },
): void {
  const size = wins + losses + ties
  const sum = wins * rate - losses
  tally.orders += size
  tally.wins += wins
  tally.losses += losses
  tally.ties += ties
  tally.returns += sum
  tally.squares += sum * sum
  tally.products += sum * size
  tally.sizes += size * size
}

/** 95 % of a normal distribution lie within so many standard errors. */
const z95 = 1.96

/** Mean return of an order as a share of the stake, with the 95 % interval; undefined without orders. */
export function returnOf(tally: Tally): { mean: number; low: number; high: number } | undefined {
  const { orders, returns, squares, products, sizes } = tally
  if (orders === 0) return undefined
  const mean = returns / orders
  const variance = Math.max(0, squares - 2 * mean * products + mean * mean * sizes) / (orders * orders)
  const reach = z95 * Math.sqrt(variance)
  return { mean, low: mean - reach, high: mean + reach }
}
