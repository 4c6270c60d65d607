import { contractTable } from '@evenhand/protocol/contract-params.ts'
import { listLoanProducts } from '@evenhand/protocol/loans.ts'
import { publicParams } from '@evenhand/protocol/operator-result.ts'
import { listPlanProducts } from '@evenhand/protocol/plans.ts'
import * as z from 'zod/mini'
import { call } from '../../../lib/call.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import { payoutGroups } from './payout-groups.ts'

const optionRows = z.array(z.object({ limitTime: z.int(), payoutRate: z.string() }))

/** Everything that costs something, out of the terms in force: parameters with their version, and the terms of products. */
export async function loadFees(lang: Lang) {
  const [params, plans, loans] = await Promise.all([
    call(publicParams, {}),
    call(listPlanProducts, { lang }),
    call(listLoanProducts, {}),
  ])
  const inForce = (key: 'options' | 'contracts') => params.find((one) => one.key === key)
  const options = inForce('options')
  const contracts = inForce('contracts')
  return {
    options: options && {
      ...sinceOf(options),
      groups: payoutGroups(z.decode(optionRows, JSON.parse(options.value) as z.input<typeof optionRows>)),
    },
    contracts: contracts && {
      ...sinceOf(contracts),
      classes: z.decode(contractTable, JSON.parse(contracts.value) as z.input<typeof contractTable>).classes,
    },
    plans,
    loans: loans.products,
  }
}
export type Fees = Awaited<ReturnType<typeof loadFees>>

const sinceOf = ({ version, appliesAt }: { version: number; appliesAt: number | null }) => ({ version, appliesAt })
