import { statedTerms } from '@evenhand/proofs/contracts/class-table.ts'
import { unitsOfLots } from '@evenhand/proofs/contracts/opening.ts'
import type { ContractOrder } from '@evenhand/protocol/contracts.ts'
import { formatUnits, mulDiv } from '@evenhand/protocol/money.ts'
import { markOf, profitNow, type KnownContracts } from './account-now.ts'
import { instrumentUnder } from './contract-instrument.ts'
import type { Contract, ContractTick } from './contracts.deps.ts'
import { contractNoText, usdtText } from './contracts.rules.ts'

/** A contract as the wire shows it; one that is open is valued at the newest price. */
export function viewContract(deps: KnownContracts, contract: Contract): ContractOrder {
  const instrument = deps.instrumentOf(contract.instrumentId)
  const price = (units: bigint | null): string | null =>
    units === null ? null : formatUnits(units, instrument.precision)
  const tick = (seen: ContractTick | null) =>
    seen === null ? null : { seq: seen.seq, ts: seen.ts, price: formatUnits(seen.price, instrument.precision) }
  const marked = markOf(deps, contract)
  const profit = contract.profit ?? (marked === undefined ? 0n : profitNow(marked))
  const { margin, feeOpen, feeClose } = contract
  const terms = instrumentUnder(deps, contract)
  // A pending order will have those of its lots, by which its stops are valued.
  const units = contract.units ?? (contract.status === 'PENDING' ? unitsOfLots(terms, contract.lots) : 0n)
  return {
    id: contract.id,
    orderNo: contractNoText(contract.orderNo),
    parentId: contract.parentId,
    code: instrument.code,
    type: instrument.type,
    precision: instrument.displayPrecision,
    side: contract.side,
    orderType: contract.orderType,
    lots: formatUnits(contract.lots, 2),
    units: formatUnits(units, 8, 2),
    leverage: contract.leverage,
    price: price(contract.price),
    maxSlippage: contract.maxSlippage,
    expiresAt: contract.waitsUntil,
    acceptedAt: contract.acceptedAt,
    openPrice: price(contract.openPrice),
    openTick: tick(contract.open),
    openTime: contract.open?.ts ?? null,
    closePrice: price(contract.closePrice),
    closeTick: tick(contract.close),
    closeTime: contract.close?.ts ?? null,
    expirationTime: contract.expiresAt,
    stopLoss: price(contract.stopLoss),
    takeProfit: price(contract.takeProfit),
    closeOutPrice: price(contract.closeOut),
    notional: contract.notional === null ? null : usdtText(contract.notional),
    requiredMargin: usdtText(margin ?? 0n),
    fee: usdtText((feeOpen ?? 0n) + (feeClose ?? 0n)),
    feeOpen: usdtText(feeOpen ?? 0n),
    feeClose: usdtText(feeClose ?? 0n),
    financing: usdtText(contract.financing ?? 0n),
    profit: usdtText(profit),
    expectedReturn:
      marked === undefined || margin === null || margin === 0n
        ? null
        : formatUnits(mulDiv(profit, 10_000n, margin, 'floor'), 2),
    status: contract.status,
    closeReason: contract.closeReason,
    feedKind: contract.feedKind,
    terms: statedTerms(terms),
    mode: contract.mode,
  }
}
