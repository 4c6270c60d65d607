import { parseArgs } from 'node:util'

/** How long and how large a run is. The defaults are the full run that the README's figures come from. */
export type BenchParams = {
  accounts: number
  /** Customers who are signed in and buy; the others are there. */
  sessions: number
  rounds: number
  /** Length of one measurement. */
  seconds: number
  /** Calls in flight at the peak. */
  callers: number
  expiring: number
  sockets: readonly number[]
}

const counts = {
  accounts: '1200000',
  sessions: '40000',
  rounds: '5',
  seconds: '5',
  callers: '256',
  expiring: '100000',
} as const

/** Reads `--accounts 20000 --rounds 2 --seconds 2 --sockets 500,2000` and the like. */
export function readArguments(): BenchParams {
  const options = Object.fromEntries(
    Object.entries({ ...counts, sockets: '2000,10000' }).map(([name, text]) => [
      name,
      { type: 'string' as const, default: text },
    ]),
  )
  const values = parseArgs({ options }).values as Record<keyof typeof counts | 'sockets', string>
  const count = (name: keyof typeof counts): number => {
    if (!/^[1-9][0-9]{0,8}$/.test(values[name])) throw new Error(`--${name} takes a whole number above zero`)
    return Number(values[name])
  }
  const accounts = count('accounts')
  return {
    accounts,
    sessions: Math.min(accounts, count('sessions')),
    rounds: count('rounds'),
    seconds: count('seconds'),
    callers: count('callers'),
    expiring: Math.min(accounts, count('expiring')),
    sockets: values.sockets.split(',').map(Number),
  }
}
