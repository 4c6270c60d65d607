import type { CallOptions } from '../../lib/call.ts'
import { useKeyedChange } from '../../lib/use-keyed-change.ts'

/** Sends one change of a contract, which is the same however often it is pressed until a response is known. */
export const useContractChange = <T>(send: (options: CallOptions) => Promise<T>, onDone: (result: T) => void) =>
  useKeyedChange<void, T>((_, options) => send(options), onDone)
