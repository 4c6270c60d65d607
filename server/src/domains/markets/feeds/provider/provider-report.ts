import type { Clock } from '../../../../kernel/time/clock.ts'
import type { Checked } from './provider-check.ts'
import { providerFaults, type ProviderFault, type Providers } from './provider.ts'

/** Reports the outcome of a provider's quotes to the listener, and counts its faults. */
export type Report = {
  checked(checked: Checked): void
  /** A fault of the whole provider, or where codes are given of these instruments alone; counted once. */
  failed(fault: ProviderFault, codes?: readonly string[]): void
  faults(): Readonly<Record<ProviderFault, number>>
}

/** The report of the provider `name`; each fault goes to the listener with the time of `clock`, epoch ms. */
export function createReport(params: {
  name: string
  clock: Pick<Clock, 'now'>
  listener: Parameters<Providers['start']>[0]
  /** Set where its prices are those of a bulletin. */
  delayed?: true
}): Report {
  const { name: provider, clock, listener } = params
  const delayed = params.delayed === true ? ({ delayed: true } as const) : {}
  const faults = Object.fromEntries(providerFaults.map((fault) => [fault, 0])) as Record<ProviderFault, number>
  const failed: Report['failed'] = (fault, codes) => {
    faults[fault] += 1
    const at = clock.now()
    if (codes === undefined) listener.failed({ provider, fault, at })
    else for (const code of codes) listener.failed({ provider, code, fault, at })
  }
  return {
    checked({ code, fault, price }) {
      if (fault !== undefined) failed(fault, code === undefined ? undefined : [code])
      if (price !== undefined && code !== undefined) listener.priced({ provider, code, ...price, ...delayed })
    },
    failed,
    faults: () => ({ ...faults }),
  }
}
