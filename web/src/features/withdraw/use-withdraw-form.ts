import type { FundMethod } from '@evenhand/protocol/funds.ts'
import { assetScales, parseUnits } from '@evenhand/protocol/money.ts'
import { useState } from 'react'
import { useQuote } from './use-quote.ts'
import { useAddresses, useMaxWithdrawal } from './use-withdrawals.ts'
import { checkAmount, type Leaving } from './withdraw-form.ts'

/** What a withdrawal is made of, and its quote as soon as all of it is there. The address last used is chosen already. */
export function useWithdrawForm(first: { method: FundMethod; amount: string }) {
  const [method, setMethod] = useState(first.method)
  const [text, setText] = useState(first.amount)
  const [wanted, setWanted] = useState<string>()
  const { data: book, isError, refetch } = useAddresses()
  const addresses = book?.filter(({ coin, network }) => coin === method.coin && network === method.network)
  const usable = addresses?.filter(({ status }) => status === 'ACTIVE') ?? []
  const latest = usable.toSorted((a, b) => (b.lastUsedAt ?? 0) - (a.lastUsedAt ?? 0))[0]
  const address = usable.find(({ id }) => id === wanted) ?? latest
  const { data: max } = useMaxWithdrawal(method, address?.id)
  const units = (decimal: string): bigint => parseUnits(decimal, assetScales[method.coin]) ?? 0n
  const leaving: Leaving | undefined = max && { free: units(max.free), max: units(max.max) }
  const checked = checkAmount(text, method, leaving)
  const ready =
    address && 'units' in checked ? { method, address, addressId: address.id, units: checked.units } : undefined
  const quoting = useQuote(ready)
  return {
    method,
    text,
    setText,
    addresses,
    /** Requests the addresses once more, where they could not be loaded. */
    retry: !book && isError ? () => void refetch() : undefined,
    address,
    choose: setWanted,
    max,
    problem: 'problem' in checked ? checked.problem : undefined,
    ready,
    quoting,
    pick: (next: FundMethod) => {
      if (next.coin !== method.coin) setText('')
      setMethod(next)
    },
    clear: () => setText(''),
  }
}
