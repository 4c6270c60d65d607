import { apiCalls } from '@evenhand/protocol/api.ts'

/**
 * The calls by name. The build puts the types and the table that it makes of the protocol in the place of this file, so that
 * the package holds no schema.
 */
export type Calls = { [name: string]: { request: Record<string, unknown>; result: unknown; refusals: string } }
export type PriceFrameItem = { code: string; price: string; zdf: string; ts: number; seq: number }
export type SocketFrame = { channel: string; [field: string]: unknown }

/** Method and path of a call, and whether it takes an Idempotency-Key. */
export type CallSpec = readonly [method: string, path: string, isKeyed: boolean]

export const calls: Readonly<Record<string, CallSpec>> = Object.fromEntries(
  apiCalls().map(({ name, route }) => [name, [route.method, route.path, route.refusals.includes('keyReused')]]),
)
