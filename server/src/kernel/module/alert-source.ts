import type { AlertKind } from '@evenhand/protocol/operator-dashboard.ts'

/** Something that is wrong now; one alert of a kind and subject is open at a time. */
export type Alert = { readonly kind: AlertKind; readonly subject: string; readonly count: number }

/** One source that alerts come from: everything it may find is of its own kinds. */
export type AlertSource = { readonly kinds: readonly AlertKind[]; read(now: number): Promise<readonly Alert[]> }
