import { invariant } from '../../kernel/http/refusal.ts'
import type { FigureSource } from '../../kernel/module/figure-source.ts'

/** Where the public figures come from: each is counted from the records of the domain that keeps them. */
export type FigureSources = {
  readonly listedCrypto: FigureSource
  readonly registeredUsers: FigureSource
  /** Smallest units of USDT. */
  readonly realVolume: FigureSource
  /** "late/all". */
  readonly lateReceipts: FigureSource
  /** Per cent, one decimal; null below a hundred accounts. */
  readonly lossRate: FigureSource
  /** A JSON object: decided options, what the house earned by them, what was to be expected, and its standard error. */
  readonly optionResults: FigureSource
  /** A JSON list, a strategy on a category each: day, category, signal, side, orders, mean return, and its interval. */
  readonly strategyReturns: FigureSource
  /** As `lossRate`, of contracts. */
  readonly contractsLossRate: FigureSource
  /** A JSON object: orders, mean and interval, counts by range; null below a hundred orders. */
  readonly contractSlippage: FigureSource
  /** A JSON list, a UTC day each: day, positions, accounts, what was paid beyond balances, of that by the house. */
  readonly contractCloseOuts: FigureSource
  /** A JSON object: loans and principal out, of these overdue and in arrears, and what was written off. */
  readonly loansOut: FigureSource
  /** A JSON object: what running plans are owed, and what is set aside for it. */
  readonly planCoverage: FigureSource
  /** A JSON object: sales of collectibles, and what charities received, were paid and wait for. */
  readonly charityDonations: FigureSource
}
/** The sources of every public figure out of those that the modules bring; throws where one is missing. */
export function figureSourcesOf(found: Readonly<Record<string, FigureSource>>): FigureSources {
  const named = (name: keyof FigureSources): FigureSource => {
    const source = found[name]
    invariant(source, `a module counts the public figure ${name}`)
    return source
  }
  return {
    listedCrypto: named('listedCrypto'),
    registeredUsers: named('registeredUsers'),
    realVolume: named('realVolume'),
    lateReceipts: named('lateReceipts'),
    lossRate: named('lossRate'),
    optionResults: named('optionResults'),
    strategyReturns: named('strategyReturns'),
    contractsLossRate: named('contractsLossRate'),
    contractSlippage: named('contractSlippage'),
    contractCloseOuts: named('contractCloseOuts'),
    loansOut: named('loansOut'),
    planCoverage: named('planCoverage'),
    charityDonations: named('charityDonations'),
  }
}
