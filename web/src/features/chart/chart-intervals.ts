import { intervals, type Interval } from '@evenhand/protocol/markets.ts'

/** What the chart can be drawn in: the candles of the server, and the recorded seconds themselves as a line. */
export type ChartInterval = Interval | '1s'

/** Length of a candle in milliseconds. */
export const spans: Readonly<Record<ChartInterval, number>> = { '1s': 1000, ...intervals }
